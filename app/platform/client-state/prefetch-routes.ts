import { useEffect } from 'react';

import { onFirstInteraction, whenIdle } from './first-interaction.ts';
import { fetchScripts, useRouteScripts } from './route-scripts.ts';

/**
 * What buttons of this page lead to; `<Link prefetch>` fetches data too, and without a network fails.
 * Who only reads a page pays for that page alone.
 * `routeIds`: route modules' files without their ending.
 */
export function usePrefetchedRoutes(routeIds: readonly string[]): void {
  const scripts = useRouteScripts();
  const ids = routeIds.join(' ');
  useEffect(() => {
    if (scripts === null) return undefined;
    const fetch = (): void => void fetchScripts(scripts.ofRoutes(ids.split(' ')));
    const stops = [onFirstInteraction(fetch), whenIdle(fetch)];
    return () => stops.forEach((stop) => stop());
  }, [scripts, ids]);
}
