import { type RefObject, useEffect, useRef } from 'react';

export function useFocusOnWrongField(answer: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);
  return form;
}
