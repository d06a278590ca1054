import { type RefObject, useEffect, useRef } from 'react';

export function useFocusOnAnswer(answer: unknown): RefObject<HTMLDivElement | null> {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => banner.current?.focus(), [answer]);
  return banner;
}
