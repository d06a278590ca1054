import { useToast } from '#app/design/ui/feedback/toast.tsx';
import { useEventListener } from '#app/design/ui/hooks/use-event-listener.ts';

import { isServerThere } from '../lost-connection.ts';

/** On a cached page the server is asked first, since the browser may be wrong about being offline. */
export function useStayingOffline(isStored: boolean): void {
  const toast = useToast();
  function stay(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if ((navigator.onLine && !isStored) || link === null || !leadsAway(link)) return;
    event.preventDefault();
    void openIfThere(link.href);
  }
  async function openIfThere(address: string): Promise<void> {
    if (navigator.onLine && (await isServerThere())) window.location.assign(address);
    else toast({ text: 'Sense connexió: ara no es pot obrir' });
  }
  // Before the router, which would try.
  useEventListener('window', 'click', stay, { capture: true });
}

/** Other sites may open an app; `blob:` pictures need no network. */
function leadsAway(link: HTMLAnchorElement): boolean {
  return link.href.startsWith(`${window.location.origin}/`) && link.pathname !== window.location.pathname;
}
