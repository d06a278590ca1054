import type { RefObject } from 'react';

import { useFocusWhen } from '../hooks/use-focus-when.ts';

export function useFocusOnWrongField(answer: unknown): RefObject<HTMLFormElement | null> {
  return useFocusWhen(true, [answer], (form) => form.querySelector<HTMLElement>('[aria-invalid]')?.focus());
}
