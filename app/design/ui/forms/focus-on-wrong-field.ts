import type { RefObject } from 'react';

import { useFocusWhen } from '../hooks/use-focus-when.ts';

export function useFocusOnWrongField<Around extends HTMLElement = HTMLFormElement>(answer: unknown): RefObject<Around | null> {
  return useFocusWhen<Around>(true, [answer], (around) => around.querySelector<HTMLElement>('[aria-invalid]')?.focus());
}
