import { useContext, useEffect } from 'react';
import { UNSAFE_FrameworkContext } from 'react-router';

import { atFirstSign } from './first-sign.ts';

/**
 * Without it a screen whose script can't be fetched ends in the browser's own error page; `<Link prefetch>` fetches data too and fails the same way.
 * Who only reads a page pays for that page alone.
 * `routeIds`: route modules' files without their ending.
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
    return atFirstSign(warm);
  }, [routes, ids]);
}

function preload(script: string): void {
  if (document.head.querySelector(`link[rel="modulepreload"][href="${CSS.escape(script)}"]`) !== null) return;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = script;
  // The next screen tries again.
  link.addEventListener('error', () => link.remove());
  document.head.append(link);
}
