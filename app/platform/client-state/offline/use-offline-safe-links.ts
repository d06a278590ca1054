import { useRef, useState } from 'react';

import { useEventListener } from '#app/design/ui/hooks/use-event-listener.ts';
import { useToast } from '#app/design/ui/feedback/toast.tsx';

import { isServerThere } from '../lost-connection.ts';
import { useLoadBeforehand } from '../prefetch-routes.ts';
import { areFetched, fetchScripts, type RouteScripts, useRouteScripts } from '../route-scripts.ts';

/** Navigates once the page's scripts have loaded: without a network the router would reload into the browser's error page. */
export function useOfflineSafeLinks(): boolean {
  const [waiting, setWaiting] = useState(false);
  const scripts = useRouteScripts();
  const toast = useToast();

  const latest = useRef<HTMLAnchorElement | null>(null);

  function onClick(event: MouseEvent): void {
    const link = linkOf(event);
    if (scripts === null || link === null || event.defaultPrevented || isForAnotherTab(event, link)) return;
    latest.current = link;
    if (areFetched(scripts.of(link.pathname))) return;
    event.preventDefault();
    event.stopPropagation();
    void follow(link, scripts);
  }

  async function follow(link: HTMLAnchorElement, pages: RouteScripts): Promise<void> {
    setWaiting(true);
    const came = await fetchScripts(pages.of(link.pathname));
    const isNew = !came && (await isServerThere());
    setWaiting(false);
    if (latest.current !== link) return;
    if (came) link.click();
    // Another version was installed meanwhile: its scripts have other names.
    else if (isNew) window.location.assign(link.href);
    else toast({ text: 'Sense connexió: ara no es pot obrir', action: { label: 'Torna-ho a provar', onAct: () => void follow(link, pages) } });
  }

  function fetchBeforehand(event: Event): void {
    const link = linkOf(event);
    if (scripts !== null && link !== null && navigator.onLine) void fetchScripts(scripts.of(link.pathname));
  }

  // Before the router.
  useEventListener('window', 'click', scripts === null ? null : onClick, { capture: true });
  useEventListener('window', 'pointerover', scripts === null ? null : fetchBeforehand);
  useEventListener('window', 'focusin', scripts === null ? null : fetchBeforehand);
  useLoadBeforehand(scripts === null ? null : () => void fetchScripts(linksInSight(scripts)), 'idle');
  return waiting;
}

/** Pages of the staff are too heavy to be fetched in case. */
function linksInSight(pages: RouteScripts): string[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].filter(({ pathname }) => !pathname.startsWith('/admin'));
  return [...new Set(links.flatMap(({ pathname }) => pages.of(pathname)))];
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  return link?.origin === window.location.origin ? link : null;
}

function isForAnotherTab({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent, link: HTMLAnchorElement): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey || link.target === '_blank' || link.hasAttribute('download');
}
