import useEmblaCarousel from 'embla-carousel-react';
import { type RefCallback, useEffect, useRef, useState } from 'react';

interface SwipeCarousel {
  root: RefCallback<HTMLElement>;
  index: number;
  isReady: boolean;
  goTo: (index: number) => void;
}

export function useSwipeCarousel({ start = 0, threshold, still = false }: { start?: number; threshold: number; still?: boolean }): SwipeCarousel {
  const isStill = useRef(still);
  // Another option would begin anew at the first slide.
  const [root, api] = useEmblaCarousel({ startIndex: start, duration: 22, watchDrag: () => !isStill.current });
  const [index, setIndex] = useState(start);

  useEffect(() => {
    isStill.current = still;
  }, [still]);

  useEffect(() => {
    if (api === undefined) return;
    const node = api.rootNode();
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
    const select = (): void => setIndex(api.selectedScrollSnap());
    node.addEventListener('pointerdown', press, { capture: true });
    window.addEventListener('pointermove', move, { capture: true });
    window.addEventListener('pointerup', move, { capture: true });
    api.on('pointerUp', settle).on('select', select);
    return () => {
      node.removeEventListener('pointerdown', press, { capture: true });
      window.removeEventListener('pointermove', move, { capture: true });
      window.removeEventListener('pointerup', move, { capture: true });
      api.off('pointerUp', settle).off('select', select);
    };
  }, [api, threshold]);

  return {
    root,
    index,
    isReady: api !== undefined,
    goTo: (next) => api?.scrollTo(next, window.matchMedia('(prefers-reduced-motion: reduce)').matches),
  };
}
