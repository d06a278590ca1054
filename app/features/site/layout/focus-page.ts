import { type RefObject, useEffect, useRef } from 'react';

let shown: string | null = null;

/** After a client-side navigation the focus moves to the content, as on a full load, unless the page has placed it itself. */
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
