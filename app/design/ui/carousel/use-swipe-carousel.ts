import useEmblaCarousel from 'embla-carousel-react';
import { type RefCallback, useCallback } from 'react';

import { useLatest } from '../hooks/use-latest.ts';
import { type Subscribe, useSubscription } from '../hooks/use-subscription.ts';

interface SwipeCarousel {
  root: RefCallback<HTMLElement>;
  index: number;
  isReady: boolean;
  goTo: (index: number) => void;
}

export function useSwipeCarousel({ start = 0, threshold, still = false }: { start?: number; threshold: number; still?: boolean }): SwipeCarousel {
  const isStill = useLatest(still);
  // Another option would begin anew at the first slide.
  const [root, api] = useEmblaCarousel({ startIndex: start, duration: 22, watchDrag: () => !isStill.current });
  const select = useCallback<Subscribe<number>>(
    (emit, signal) => {
      if (api === undefined) return;
      const swipe = { from: 0, begin: 0, now: 0 };
      const press = (event: PointerEvent): void => {
        Object.assign(swipe, { from: api.selectedScrollSnap(), begin: event.clientX, now: event.clientX });
      };
      const move = (event: PointerEvent): void => {
        swipe.now = event.clientX;
      };
      // The library decides by speed and by a share of the width; the last word is ours.
      const settle = (): void => {
        const distance = swipe.now - swipe.begin;
        api.scrollTo(Math.abs(distance) < threshold ? swipe.from : swipe.from - Math.sign(distance));
      };
      const report = (): void => emit(api.selectedScrollSnap());
      api.rootNode().addEventListener('pointerdown', press, { capture: true, signal });
      window.addEventListener('pointermove', move, { capture: true, signal });
      window.addEventListener('pointerup', move, { capture: true, signal });
      api.on('pointerUp', settle).on('select', report);
      signal.addEventListener('abort', () => api.off('pointerUp', settle).off('select', report));
    },
    [api, threshold],
  );
  const index = useSubscription(select) ?? start;

  return {
    root,
    index,
    isReady: api !== undefined,
    goTo: (next) => api?.scrollTo(next, window.matchMedia('(prefers-reduced-motion: reduce)').matches),
  };
}
