import { useContext, useEffect } from 'react';
import { UNSAFE_FrameworkContext } from 'react-router';

/**
 * Fetches the scripts of screens that come next, so that without a network they open and say what is missing: a screen
 * whose script can't be fetched is answered by the router with a reload of the page, and offline that is the browser's
 * own error page. `<Link prefetch>` would ask for the data too, and reloads in just the same way when it fails.
 * `routeIds`: files of route modules as in routes.ts, without their ending.
 */
export function usePrefetchedRoutes(routeIds: readonly string[]): void {
  const routes = useContext(UNSAFE_FrameworkContext)?.manifest.routes;
  const ids = routeIds.join(' ');
  useEffect(() => {
    if (routes === undefined) return undefined;
    const warm = (): void => {
      for (const id of ids.split(' ')) {
        const route = routes[id];
        if (route !== undefined) for (const script of [route.module, ...(route.imports ?? [])]) preload(script);
      }
    };
    // Never before what this page itself needs.
    if (document.readyState === 'complete') return warm();
    window.addEventListener('load', warm, { once: true });
    return () => window.removeEventListener('load', warm);
  }, [routes, ids]);
}

function preload(script: string): void {
  if (document.head.querySelector(`link[rel="modulepreload"][href="${CSS.escape(script)}"]`) !== null) return;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = script;
  // Tried again by the next screen.
  link.addEventListener('error', () => link.remove());
  document.head.append(link);
}
