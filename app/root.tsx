import './ui/theme/tokens.css';
import './ui/theme/fonts.css';
import './ui/theme/base.css';

import type { ReactNode } from 'react';
import { data, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from 'react-router';

import { ErrorPage } from './features/site/errors/error-page.tsx';
import { refusedPerson } from './features/site/layout/refusal.ts';
import { SiteLayout } from './features/site/layout/site-layout.tsx';
import { pageRefusal } from './http/guards/guards.server.ts';
import { requestContext } from './http/request-context.server.ts';
import { identityAddresses } from './domain/association.ts';
import { AssociationData } from './site-identity/association-data.tsx';
import { useAssociation } from './site-identity/use-association.ts';
import figtree from './ui/fonts/figtree.woff2?url';
import fraunces from './ui/fonts/fraunces.woff2?url';
import { pageMeta, type SiteData } from './ui/layout/page-meta.ts';
import { ToastProvider } from './ui/feedback/toast.tsx';
import type { Route } from './+types/root.ts';

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: figtree, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  // After the style sheet and the face of the text: titles keep their lines while they wait.
  { rel: 'preload', href: fraunces, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', fetchPriority: 'low' },
];

/** Pages inside a layout are guarded there. */
export const middleware: Route.MiddlewareFunction[] = [
  function permitBare({ context, pattern, request }) {
    const { actor, deps, routes } = context.get(requestContext);
    if (!routes.isBare(pattern)) return;
    const status = pageRefusal({ audience: routes.audienceOf(pattern), actor, request, demo: deps.env.demo });
    if (status !== null) throw data(null, { status });
  },
];

export const meta: Route.MetaFunction = ({ error, matches }) => (error ? [] : pageMeta({ matches }));

/** For titles and previews of all pages. */
export async function loader({ context }: Route.LoaderArgs): Promise<SiteData> {
  const { deps } = context.get(requestContext);
  const { association } = await deps.settings.current();
  return { siteName: association.name, origin: deps.env.publicUrl.origin, preview: identityAddresses(association).preview };
}

export function shouldRevalidate(): boolean {
  return false;
}

export function Layout({ children }: { children: ReactNode }): ReactNode {
  const association = useAssociation();
  const { favicon, touchIcon, manifest, styleSheet } = identityAddresses(association);
  return (
    <html lang="ca">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={association.colours.main} />
        <AssociationData />
        <meta name="color-scheme" content="light dark" />
        <meta property="og:type" content="website" />
        <meta property="og:locale" content="ca_ES" />
        <Meta />
        <Links />
        <link rel="icon" href={favicon} type={favicon.endsWith('.svg') ? 'image/svg+xml' : 'image/png'} />
        <link rel="apple-touch-icon" href={touchIcon} />
        <link rel="manifest" href={manifest} />
        {styleSheet === null ? null : <link rel="stylesheet" href={styleSheet} />}
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

export function ErrorBoundary(): ReactNode {
  const error = useRouteError();
  const refused = refusedPerson(error);
  // The guard of the layout throws before any loader has run, and so past the layout's own boundary.
  if (refused !== undefined) {
    return (
      <ToastProvider>
        <SiteLayout sessionUser={refused}>
          <ErrorPage error={error} sessionUser={refused} />
        </SiteLayout>
      </ToastProvider>
    );
  }
  return (
    <main>
      <ErrorPage error={error} />
    </main>
  );
}
