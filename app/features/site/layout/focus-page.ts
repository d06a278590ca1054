import { type RefObject, useEffect, useRef } from 'react';

/**
 * After a move to another page the focus goes to the new page's content, as a full load would do; otherwise it stays on
 * a link that has gone. A page that placed the focus itself keeps it.
 */
export function useFocusOnNewPage(pathname: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
