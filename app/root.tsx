import './design/ui/theme/tokens.css';
import './design/ui/theme/fonts.css';
import './design/ui/theme/base.css';

import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from 'react-router';

import { StandaloneErrorPage } from './features/site/errors/standalone-error-page.tsx';
import { WaitingScansNotice } from './features/site/layout/waiting-scans-notice.tsx';
import { identityAddresses } from './domain/association.ts';
import { AssociationData } from './design/site-identity/association-data.tsx';
import { useAssociation } from './design/site-identity/use-association.ts';
import figtree from './design/ui/fonts/figtree.woff2?url';
import fraunces from './design/ui/fonts/fraunces.woff2?url';
import { pageMeta } from './design/ui/layout/page-meta.ts';
import { ToastProvider } from './design/ui/feedback/toast.tsx';
import type { Route } from './+types/root.ts';

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: figtree, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  // After the style sheet and the face of the text: titles keep their lines while they wait.
  { rel: 'preload', href: fraunces, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', fetchPriority: 'low' },
];

export const meta: Route.MetaFunction = ({ error, matches }) => (error ? [] : pageMeta({ matches }));

export function Layout({ children }: { children: ReactNode }): ReactNode {
  const association = useAssociation();
  const { favicon, touchIcon, manifest, styleSheet } = identityAddresses(association);
  return (
    <html lang="ca">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content" />
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
      <WaitingScansNotice />
      <Outlet />
    </ToastProvider>
  );
}

/** Only for what breaks outside both layouts: it has no loader, so that a refusal is drawn by the layout whose guard threw it. */
export function ErrorBoundary(): ReactNode {
  return <StandaloneErrorPage error={useRouteError()} />;
}
