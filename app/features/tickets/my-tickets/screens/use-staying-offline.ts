import { useEffect } from 'react';

import { useToast } from '#app/ui/feedback/toast.tsx';

/** As long as a page of ours is waited for before the kept one is shown (public/sw.js). */
const PATIENCE_MS = 4_000;

/**
 * Without a network no other page of ours is there: a tap on its link says so, and the tickets stay at hand. Where what is
 * shown was kept, the browser may believe in a network that is none: then the server is asked first.
 */
export function useStayingOffline(isKept: boolean): void {
  const toast = useToast();
  useEffect(() => {
    function stay(event: MouseEvent): void {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if ((navigator.onLine && !isKept) || link === null || !leadsAway(link)) return;
      event.preventDefault();
      void openIfThere(link.href);
    }
    async function openIfThere(address: string): Promise<void> {
      if (navigator.onLine && (await isServerThere())) window.location.assign(address);
      else toast({ text: 'Sense connexió: ara no es pot obrir' });
    }
    // Before the router, which would try.
    window.addEventListener('click', stay, { capture: true });
    return () => window.removeEventListener('click', stay, { capture: true });
  }, [toast, isKept]);
}

async function isServerThere(): Promise<boolean> {
  return fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(({ ok }) => ok, () => false);
}

/** Other sites are out of our hands, an app may open there; a picture that was drawn here (`blob:`) needs no network. */
function leadsAway(link: HTMLAnchorElement): boolean {
  return link.href.startsWith(`${window.location.origin}/`) && link.pathname !== window.location.pathname;
}
