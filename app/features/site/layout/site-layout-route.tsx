import type { ReactNode } from 'react';
import { Outlet, redirect, type ShouldRevalidateFunctionArgs, useMatches, useRouteError, useRouteLoaderData } from 'react-router';

import { SECOND_FACTOR_PAGE } from '#app/domain/people/session/second-factor.ts';
import { isForStaff } from '#app/platform/http/guards/guards.server.ts';
import { saveFormDraft } from '#app/platform/http/cookies/form-draft.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import type { SiteData } from '#app/design/ui/layout/page-meta.ts';
import { useDeviceCleanup } from '#app/platform/client-state/use-device-cleanup.ts';

import { ErrorPage } from '../errors/error-page.tsx';
import { permit } from './permit.server.ts';
import { refusedPerson } from './refusal.ts';
import { siteData } from './site-data.server.ts';
import { SiteLayout } from './site-layout.tsx';
import { type SessionUser, sessionUserOf } from './session-user.ts';
import type { Route } from './+types/site-layout-route.ts';

const ADMIN_LAYOUT = 'features/site/admin/admin-layout-route';

export interface SiteLayoutData {
  site: SiteData;
  sessionUser: SessionUser | null;
}

/** Runs before every loader and action inside the layout. */
export const middleware: Route.MiddlewareFunction[] = [
  saveFormDraft,
  function askSecondFactor({ context, pattern }) {
    const { actor, routes } = context.get(requestContext);
    if (actor.kind === 'user' && actor.lacksSecondFactor && isForStaff(routes.audienceOf(pattern))) throw redirect(SECOND_FACTOR_PAGE);
  },
  permit,
];

export async function loader({ context }: Route.LoaderArgs): Promise<SiteLayoutData> {
  const { actor, deps } = context.get(requestContext);
  return { site: await siteData(deps), sessionUser: sessionUserOf(actor) };
}

/** Revalidated only after forms and by the session sync: on every navigation, one failed request would break the layout. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined && currentUrl.href !== nextUrl.href ? false : defaultShouldRevalidate;
}

export default function SiteLayoutRoute({ loaderData }: Route.ComponentProps): ReactNode {
  const isAdmin = useMatches().some(({ id }) => id === ADMIN_LAYOUT);
  useDeviceCleanup(loaderData.sessionUser?.name ?? null);
  return (
    <SiteLayout sessionUser={loaderData.sessionUser} isAdmin={isAdmin}>
      <Outlet />
    </SiteLayout>
  );
}

export function ErrorBoundary(): ReactNode {
  const known = useRouteLoaderData<typeof loader>('features/site/layout/site-layout-route');
  const error = useRouteError();
  const refused = refusedPerson(error);
  const sessionUser = refused === undefined ? (known?.sessionUser ?? null) : refused;
  return (
    <SiteLayout sessionUser={sessionUser}>
      <ErrorPage error={error} sessionUser={sessionUser} />
    </SiteLayout>
  );
}
