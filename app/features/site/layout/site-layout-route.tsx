import { type ReactNode, useEffect } from 'react';
import { data, isRouteErrorResponse, Outlet, redirect, type ShouldRevalidateFunctionArgs, useMatches, useRouteError, useRouteLoaderData } from 'react-router';

import { SECOND_FACTOR_PAGE } from '#app/domain/people/session/second-factor.ts';
import { isForStaff, pageRefusal } from '#app/http/guards/guards.server.ts';
import { keepFormDraft } from '#app/http/cookies/form-draft.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { readDeviceTickets } from '#app/ticket-rendering/device-tickets.ts';
import { deleteOfflineCopy } from '#app/ui/offline/offline-copy.ts';

import { ErrorPage } from '../errors/error-page.tsx';
import { SiteLayout } from './site-layout.tsx';
import { type SessionUser, sessionUserOf } from './session-user.ts';
import type { Route } from './+types/site-layout-route.ts';

const ADMIN_LAYOUT = 'features/site/admin-layout/admin-layout-route';

export interface SiteLayoutData {
  sessionUser: SessionUser | null;
}

/** What a refusal tells the frame: its own data is not asked for then, or was before the session ended. */
interface RefusalData {
  sessionUser: SessionUser | null;
}

/** One guard for all pages inside the layout, before any of their loaders and actions. */
export const middleware: Route.MiddlewareFunction[] = [
  keepFormDraft,
  function permit({ context, pattern, request }) {
    const { actor, deps, routes } = context.get(requestContext);
    if (actor.kind === 'user' && actor.lacksSecondFactor && isForStaff(routes.audienceOf(pattern))) throw redirect(SECOND_FACTOR_PAGE);
    const status = pageRefusal({ audience: routes.audienceOf(pattern), actor, request, demo: deps.env.demo });
    if (status !== null) throw data<RefusalData>({ sessionUser: sessionUserOf(actor) }, { status });
  },
];

export function loader({ context }: Route.LoaderArgs): SiteLayoutData {
  const { actor } = context.get(requestContext);
  return { sessionUser: sessionUserOf(actor) };
}

/**
 * Not on the way from page to page, nor from one view of a page to another: who is signed in changes by forms and by
 * news, which the frame asks for by itself. Asked for with every page, an answer that is lost would break the frame, and
 * the page could not say in its own words what could not be read.
 */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined && currentUrl.href !== nextUrl.href ? false : defaultShouldRevalidate;
}

export default function SiteLayoutRoute({ loaderData }: Route.ComponentProps): ReactNode {
  const isAdmin = useMatches().some(({ id }) => id === ADMIN_LAYOUT);
  const isGuest = loaderData.sessionUser === null;
  useEffect(() => {
    // However they left: by the form, in another tab, or because the session ran out.
    if (isGuest) void deleteOfflineCopy();
  }, [isGuest]);
  // Read so that what is old goes.
  useEffect(() => void readDeviceTickets(), []);
  return (
    <SiteLayout sessionUser={loaderData.sessionUser} isAdmin={isAdmin}>
      <Outlet />
    </SiteLayout>
  );
}

/** A page that broke keeps the way out: header, menu and footer stay. */
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

/** Undefined when the error is no refusal of the gate's. */
function refusedPerson(error: unknown): SessionUser | null | undefined {
  return isRouteErrorResponse(error) ? (error.data as RefusalData | null)?.sessionUser : undefined;
}
