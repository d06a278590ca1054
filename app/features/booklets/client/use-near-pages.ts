import { type RefObject, useEffect, useState } from 'react';

interface Sheets {
  count: number;
  /** The sheets are in the document. */
  isLaid: boolean;
  onVisible: (page: number) => void;
}

/** Pages in or near the viewport; `onVisible` says which one is being read. */
export function useNearPages(scroller: RefObject<HTMLElement | null>, { count, isLaid, onVisible }: Sheets): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set());

  useEffect(() => {
    const root = scroller.current;
    if (root === null) return undefined;
    const nearby = new IntersectionObserver(
      (entries) =>
        setNear((before) => {
          const after = new Set(before);
          for (const entry of entries) if (entry.isIntersecting) after.add(pageOf(entry));
            else after.delete(pageOf(entry));
          return after;
        }),
      { root, rootMargin: '75% 0px' },
    );
    const middle = new IntersectionObserver(
      (entries) => {
        const crossing = entries.find(({ isIntersecting }) => isIntersecting);
        if (crossing !== undefined) onVisible(pageOf(crossing));
      },
      { root, rootMargin: '-30% 0px -70% 0px' },
    );
    for (const sheet of root.querySelectorAll('[data-page]')) {
      nearby.observe(sheet);
      middle.observe(sheet);
    }
    return () => {
      nearby.disconnect();
      middle.disconnect();
    };
  }, [scroller, count, isLaid, onVisible]);

  return near;
}

function pageOf({ target }: IntersectionObserverEntry): number {
  return Number(target.getAttribute('data-page'));
}
