import { useEffect } from 'react';

import { onFirstInteraction, whenIdle } from './first-interaction.ts';
import { fetchScripts, useRouteScripts } from './route-scripts.ts';

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
