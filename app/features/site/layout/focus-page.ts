import { type RefObject, useEffect, useRef } from 'react';

/** The page whose content was there last, across the frames of site and administration. */
let shown: string | null = null;

/**
 * After a move to another page the focus goes to the new page's content, as a full load would do; otherwise it stays on
 * a link that has gone. A page that placed the focus itself keeps it.
 */
export function useFocusOnNewPage(pathname: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    const isFirst = shown === null;
    if (shown === pathname) return;
    shown = pathname;
    if (!isFirst && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
