import { useCallback, useContext, useEffect } from 'react';
import { type BlockerFunction, matchRoutes, UNSAFE_DataRouterContext, UNSAFE_FrameworkContext, useBlocker, useNavigate } from 'react-router';

import { useToast } from '#app/ui/feedback/toast.tsx';

import { isPreloaded } from './prefetch-routes.ts';

/** Without network the router would reload for a script that it can't fetch, and so leave the page for the browser's own error. */
export function useStayWithoutScript(): void {
  const framework = useContext(UNSAFE_FrameworkContext);
  const routes = useContext(UNSAFE_DataRouterContext)?.router.routes;
  const lacksScript = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) => {
      if (navigator.onLine || framework === undefined || routes === undefined || currentLocation.pathname === nextLocation.pathname) return false;
      const { manifest, routeModules } = framework;
      return (matchRoutes(routes, nextLocation) ?? []).some(({ route }) => {
        const next = manifest.routes[route.id];
        return routeModules[route.id] === undefined && next !== undefined && ![next.module, ...(next.imports ?? [])].every(isPreloaded);
      });
    },
    [framework, routes],
  );
  const blocker = useBlocker(lacksScript);
  const toast = useToast();
  const navigate = useNavigate();
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { location } = blocker;
    blocker.reset();
    const again = (): void => void navigate(location, { state: location.state });
    toast({ text: 'Sense connexió: ara no es pot obrir', action: { label: 'Torna-ho a provar', onAct: again } });
  }, [blocker, toast, navigate]);
}
