import './ui/theme/tokens.css';
import './ui/theme/fonts.css';
import './ui/theme/base.css';

import type { ReactNode } from 'react';
import { data, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError, useRouteLoaderData } from 'react-router';

import { ErrorPage } from './features/site/errors/error-page.tsx';
import { pageRefusal } from './http/guards/guards.server.ts';
import { requestContext } from './http/request-context.server.ts';
import type { SiteLayoutData } from './features/site/layout/site-layout-route.tsx';
import figtree from './ui/fonts/figtree.woff2?url';
import fraunces from './ui/fonts/fraunces.woff2?url';
import { pageMeta } from './ui/layout/page-meta.ts';
import { ToastProvider } from './ui/feedback/toast.tsx';
import type { Route } from './+types/root.ts';

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: figtree, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: fraunces, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

/** The guard of pages without a layout; those inside it are refused there, with header and footer. */
export const middleware: Route.MiddlewareFunction[] = [
  function permitBare({ context, pattern, request }) {
    const { actor, deps, routes } = context.get(requestContext);
    if (!routes.isBare(pattern)) return;
    const status = pageRefusal({ audience: routes.audienceOf(pattern), actor, request, demo: deps.env.demo });
    if (status !== null) throw data(null, { status });
  },
];

/** What went wrong names its page itself. */
export const meta: Route.MetaFunction = ({ error }) => (error ? [] : pageMeta({}));

export function Layout({ children }: { children: ReactNode }): ReactNode {
  const frame = useRouteLoaderData<SiteLayoutData>('features/site/layout/site-layout-route');
  return (
    <html lang="ca">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#4a1028" />
        <meta name="color-scheme" content="light dark" />
        <meta property="og:site_name" content="Comboi" />
        <meta property="og:type" content="website" />
        <meta property="og:locale" content="ca_ES" />
        {frame === undefined ? null : <meta property="og:image" content={`${frame.origin}/preview.jpg`} />}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root(): ReactNode {
  return (
    <ToastProvider>
      <Outlet />
    </ToastProvider>
  );
}

/** Reached only when the frame itself could not be shown. */
export function ErrorBoundary(): ReactNode {
  return (
    <main>
      <ErrorPage error={useRouteError()} />
    </main>
  );
}
