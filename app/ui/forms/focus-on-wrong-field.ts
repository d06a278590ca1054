import { type RefObject, useEffect, useRef } from 'react';

/** When a form comes back refused, one goes on at its first wrong field. `answer`: what was answered, each time anew. */
export function useFocusOnWrongField(answer: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);
  return form;
}
