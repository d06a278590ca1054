import { type RefObject, useEffect, useRef } from 'react';

/** For the banner that says it: the button that was pressed may be far below. `answer` is a new object for each submission. */
export function useFocusOnAnswer(answer: unknown): RefObject<HTMLDivElement | null> {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => banner.current?.focus(), [answer]);
  return banner;
}
