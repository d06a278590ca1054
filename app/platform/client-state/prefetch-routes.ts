import { useEffect, useEffectEvent } from 'react';

import { onFirstInteraction, whenIdle } from './first-interaction.ts';
import { fetchScripts, useRouteScripts } from './route-scripts.ts';

export function usePrefetchedRoutes(routeIds: readonly string[]): void {
  const scripts = useRouteScripts();
  useLoadBeforehand(scripts === null ? null : () => void fetchScripts(scripts.ofRoutes(routeIds)));
}

/** Once the page has been at rest for a while, and by default already when somebody does something with it. Null: not yet. */
export function useLoadBeforehand(load: (() => void) | null, when: 'interaction-or-idle' | 'idle' = 'interaction-or-idle'): void {
  const isReady = load !== null;
  const begin = useEffectEvent(() => load?.());
  useEffect(() => {
    if (!isReady) return undefined;
    const stops = [whenIdle(() => begin()), ...(when === 'idle' ? [] : [onFirstInteraction(() => begin())])];
    return () => stops.forEach((stop) => stop());
  }, [isReady, when]);
}
