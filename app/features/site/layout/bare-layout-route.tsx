import type { ReactNode } from 'react';
import { Outlet, type ShouldRevalidateFunctionArgs, useRouteError } from 'react-router';

import { requestContext } from '#app/platform/http/request-context.server.ts';
import type { SiteData } from '#app/design/ui/layout/page-meta.ts';

import { StandaloneErrorPage } from '../errors/standalone-error-page.tsx';
import { permit } from './permit.server.ts';
import { siteData } from './site-data.server.ts';
import type { Route } from './+types/bare-layout-route.ts';

export const middleware: Route.MiddlewareFunction[] = [permit];

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
