import type { RefObject } from 'react';

import { useFocusWhen } from '../hooks/use-focus-when.ts';

export function useFocusOnAnswer(answer: unknown): RefObject<HTMLDivElement | null> {
  return useFocusWhen(true, [answer]);
}
