import { useEffect, useState } from 'react';

import { useToast } from '#app/design/ui/feedback/toast.tsx';

import { whenIdle } from './first-interaction.ts';
import { isServerThere } from './lost-connection.ts';
import { areFetched, fetchScripts, type RouteScripts, useRouteScripts } from './route-scripts.ts';

/** Navigates once the page's scripts have loaded: without a network the router would reload into the browser's error page. */
export function useLinksWithinReach(): boolean {
  const [waiting, setWaiting] = useState(false);
  const scripts = useRouteScripts();
  const toast = useToast();

  useEffect(() => {
    if (scripts === null) return undefined;
    const pages = scripts;
    let latest: HTMLAnchorElement | null = null;

    function onClick(event: MouseEvent): void {
      const link = linkOf(event);
      if (link === null || event.defaultPrevented || isForAnotherTab(event, link)) return;
      latest = link;
      if (areFetched(pages.of(link.pathname))) return;
      event.preventDefault();
      event.stopPropagation();
      void follow(link);
    }

    async function follow(link: HTMLAnchorElement): Promise<void> {
      setWaiting(true);
      const came = await fetchScripts(pages.of(link.pathname));
      const isNew = !came && (await isServerThere());
      setWaiting(false);
      if (latest !== link) return;
      if (came) link.click();
      // Another version was installed meanwhile: its scripts have other names.
      else if (isNew) window.location.assign(link.href);
      else toast({ text: 'Sense connexió: ara no es pot obrir', action: { label: 'Torna-ho a provar', onAct: () => void follow(link) } });
    }

    function beForehand(event: Event): void {
      const link = linkOf(event);
      if (link !== null && navigator.onLine) void fetchScripts(pages.of(link.pathname));
    }

    const listening = new AbortController();
    const { signal } = listening;
    // Before the router.
    window.addEventListener('click', onClick, { capture: true, signal });
    for (const sign of ['pointerover', 'focusin'] as const) {
      window.addEventListener(sign, beForehand, { passive: true, signal });
    }
    const stop = whenIdle(() => void fetchScripts(linksInSight(pages)));
    return () => {
      listening.abort();
      stop();
    };
  }, [scripts, toast]);
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
