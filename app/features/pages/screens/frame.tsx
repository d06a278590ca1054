import { type ReactNode, useEffect } from 'react';
import { Outlet, type ShouldRevalidateFunctionArgs, useRouteError, useRouteLoaderData } from 'react-router';

import { requestContext } from '#app/http/request-context.server.ts';
import { forgetKeptPage } from '#app/ui/kept-page.ts';

import { ErrorPage } from '../error-page.tsx';
import { Frame } from '../frame/frame.tsx';
import type { Person } from '../frame/person.ts';
import type { Route } from './+types/frame.ts';

export interface FrameData {
  person: Person | null;
  /** Link previews need whole addresses. */
  origin: string;
}

export function loader({ context }: Route.LoaderArgs): FrameData {
  const { actor, app } = context.get(requestContext);
  return {
    person: actor.kind === 'user' ? { name: actor.name, role: actor.role } : null,
    origin: app.env.publicUrl.origin,
  };
}

/**
 * Not on the way from page to page: who is signed in changes by forms and by news from other tabs. Asked for with every
 * page, an answer that is lost would break the frame, and the page could not say in its own words what could not be read.
 */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined && currentUrl.pathname !== nextUrl.pathname ? false : defaultShouldRevalidate;
}

export default function FrameScreen({ loaderData }: Route.ComponentProps): ReactNode {
  const isGuest = loaderData.person === null;
  useEffect(() => {
    // However they left: by the form, in another tab, or because the session ran out.
    if (isGuest) void forgetKeptPage();
  }, [isGuest]);
  return (
    <Frame person={loaderData.person}>
      <Outlet />
    </Frame>
  );
}

/** A page that broke keeps the way out: header, menu and footer stay. */
export function ErrorBoundary(): ReactNode {
  const data = useRouteLoaderData<typeof loader>('features/pages/screens/frame');
  return (
    <Frame person={data?.person ?? null}>
      <ErrorPage error={useRouteError()} />
    </Frame>
  );
}
