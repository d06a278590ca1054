import type { ReactNode } from 'react';
import { data, Outlet, type ShouldRevalidateFunctionArgs, useRouteError } from 'react-router';

import { pageRefusal } from '#app/platform/http/guards/guards.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import type { SiteData } from '#app/design/ui/layout/page-meta.ts';

import { StandaloneErrorPage } from '../errors/standalone-error-page.tsx';
import type { RefusalData } from './refusal.ts';
import { sessionUserOf } from './session-user.ts';
import { siteData } from './site-data.server.ts';
import type { Route } from './+types/bare-layout-route.ts';

export const middleware: Route.MiddlewareFunction[] = [
  function permit({ context, pattern, request }) {
    const { actor, deps, routes } = context.get(requestContext);
    const status = pageRefusal({ audience: routes.audienceOf(pattern), actor, request, demo: deps.env.demo });
    if (status !== null) throw data<RefusalData>({ sessionUser: sessionUserOf(actor) }, { status });
  },
];

export async function loader({ context }: Route.LoaderArgs): Promise<{ site: SiteData }> {
  return { site: await siteData(context.get(requestContext).deps) };
}

export function shouldRevalidate(_navigation: ShouldRevalidateFunctionArgs): boolean {
  return false;
}

export default function BareLayoutRoute(): ReactNode {
  return <Outlet />;
}

export function ErrorBoundary(): ReactNode {
  return <StandaloneErrorPage error={useRouteError()} />;
}
