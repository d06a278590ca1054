import { type RefObject, useEffect, useRef } from 'react';

export function useFocusOnWrongField<Around extends HTMLElement = HTMLFormElement>(answer: unknown): RefObject<Around | null> {
  const form = useRef<Around>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);
  return form;
}
