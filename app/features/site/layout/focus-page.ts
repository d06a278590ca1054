import type { RefObject } from 'react';

import { useFocusWhen } from '#app/design/ui/hooks/use-focus-when.ts';

let displayed: string | null = null;

/** After a client-side navigation the focus moves to the content, as on a full load, unless the page has placed it itself. */
export function useFocusOnNewPage(pathname: string): RefObject<HTMLElement | null> {
  return useFocusWhen(true, [pathname], (main) => {
    const isFirst = displayed === null;
    if (displayed === pathname) return;
    displayed = pathname;
    if (!isFirst && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  });
}
