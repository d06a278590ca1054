import { useContext, useEffect } from 'react';
import { createPath, UNSAFE_DataRouterContext } from 'react-router';

/** Where a script can't be had the router reloads the page it is on. Whoever was on the way to another, as after a form, is led there. */
export function useWantedPage(): void {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  useEffect(() => {
    if (router === undefined || !('navigation' in window)) return undefined;
    const listening = new AbortController();
    window.navigation.addEventListener('navigate', leadOn, { signal: listening.signal });
    return () => listening.abort();

    function leadOn(event: NavigateEvent): void {
      const wanted = router?.state.navigation.location;
      if (event.navigationType !== 'reload' || event.userInitiated || wanted === undefined) return;
      event.preventDefault();
      window.location.assign(createPath(wanted));
    }
  }, [router]);
}
