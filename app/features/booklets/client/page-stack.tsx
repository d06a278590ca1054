import { type ReactNode, type Ref, type RefCallback, type RefObject, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';

import type { SoughtWords } from '#app/domain/search/snippet.ts';

import { type OpenPdf, PageSheet } from './page-sheet.tsx';
import styles from './page-stack.module.css';
import { createPageTurns } from './page-turns.ts';
import { useNearPages } from './use-near-pages.ts';

export interface PageStackHandle {
  goTo: (page: number) => void;
}

export interface PageStackProps {
  ref: Ref<PageStackHandle>;
  pdf: OpenPdf | null;
  count: number;
  page: number;
  /** 1: the full width available. */
  zoom: number;
  pagesWithoutText: readonly number[];
  imageOf: (page: number) => string | null;
  /** Height / width of the first page, once known. */
  ratio: number | null;
  isUnreachable: boolean;
  sought: SoughtWords;
  onPage: (page: number) => void;
  /** Called when a page near the viewport needs more than its image. */
  onPdfWanted: () => void;
}

/** A damaged document may claim millions of pages. */
const MOST_SHEETS = 2_000;
/** A4, until the page itself is known. */
const USUAL_RATIO = Math.SQRT2;
/** Bounds for damaged pages that would hide the others. */
const RATIOS = { least: 0.1, most: 8 };
const WIDEST = 860;
const MARGIN = 12;

export function PageStack({ ref, pdf, count: statedCount, page, zoom, pagesWithoutText, imageOf, ratio, isUnreachable, sought, onPage, onPdfWanted }: PageStackProps): ReactNode {
  const count = Math.min(statedCount, MOST_SHEETS);
  const { scroller, measureScroller, room, goTo } = usePageScroller(count);
  const { ratioOf, onRatio } = usePageRatios(ratio);
  const [turns] = useState(() => createPageTurns(page));
  const visiblePage = useRef(page);
  const textless = new Set(pagesWithoutText);
  const isLaid = room > 0;
  const width = Math.floor(Math.max(120, Math.min(WIDEST, room - 2 * MARGIN)) * zoom);
  useImperativeHandle(ref, () => ({ goTo }), [goTo]);

  const onVisible = useCallback((visible: number): void => {
    visiblePage.current = visible;
    turns.prioritize(visible);
    onPage(visible);
  }, [turns, onPage]);
  const near = useNearPages(scroller, { count, isLaid, onVisible });

  useEffect(() => turns.letAllPass(isUnreachable), [turns, isUnreachable]);

  // Scrolls to the requested page once the sheets have their width; zooming or resizing keeps the page being read in view.
  const last = useRef<{ goTo: typeof goTo; page: number } | null>(null);
  useLayoutEffect(() => {
    if (!isLaid) return;
    const isRequested = last.current?.page !== page || last.current.goTo !== goTo;
    last.current = { goTo, page };
    goTo(isRequested ? page : visiblePage.current);
  }, [width, isLaid, page, goTo]);

  return (
    // Focusable, so that a keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={measureScroller} className={styles.scroller} tabIndex={0} role="group" aria-label="Pàgines">
      {isLaid
        ? Array.from({ length: count }, (_, index) => index + 1).map((number) => (
            <PageSheet
              key={number}
              pdf={pdf}
              number={number}
              count={count}
              width={width}
              ratio={ratioOf(number)}
              onRatio={onRatio}
              isNear={near.has(number)}
              turns={turns}
              image={imageOf(number)}
              hasText={!textless.has(number)}
              sought={sought}
              onPdfWanted={onPdfWanted}
            />
          ))
        : null}
    </div>
  );
}

interface PageScroller {
  scroller: RefObject<HTMLDivElement | null>;
  measureScroller: RefCallback<HTMLDivElement>;
  room: number;
  goTo: PageStackHandle['goTo'];
}

function usePageScroller(count: number): PageScroller {
  const scroller = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);

  const measureScroller = useCallback((box: HTMLDivElement) => {
    scroller.current = box;
    const watch = new ResizeObserver(() => setRoom(box.clientWidth));
    watch.observe(box);
    setRoom(box.clientWidth);
    return () => watch.disconnect();
  }, []);

  const goTo = useCallback((wanted: number): void => {
    const box = scroller.current;
    const sheet = box?.querySelector<HTMLElement>(`[data-page="${Math.min(Math.max(1, wanted), count)}"]`);
    if (box && sheet) box.scrollTop = sheet.offsetTop - MARGIN;
  }, [count]);

  return { scroller, measureScroller, room, goTo };
}

interface PageRatios {
  ratioOf: (page: number) => number;
  onRatio: (page: number, ratio: number) => void;
}

function usePageRatios(first: number | null): PageRatios {
  const [ratios, setRatios] = useState<ReadonlyMap<number, number>>(() => new Map(first === null ? [] : [[1, first]]));
  const usual = ratios.get(1) ?? ratios.values().next().value ?? USUAL_RATIO;
  const onRatio = useCallback((page: number, ratio: number): void => {
    const sound = Math.min(RATIOS.most, Math.max(RATIOS.least, ratio));
    setRatios((before) => (before.get(page) === sound ? before : new Map(before).set(page, sound)));
  }, []);
  return { ratioOf: (page) => ratios.get(page) ?? usual, onRatio };
}
