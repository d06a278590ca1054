import { useNavigation, useRevalidator } from 'react-router';

import { useInterval } from './use-timer.ts';

/**
 * Reads the page's data again every so often; `everyMs` null: never. Not while nobody looks or something is asked, nor while
 * another answer is on its way: a revalidation would discard it, with the message that is told only once.
 */
export function useRefresh(everyMs: number | null): void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  useInterval(() => {
    const isQuiet = state === 'idle' && navigation.state === 'idle' && document.querySelector('dialog[open]') === null;
    if (isQuiet && document.visibilityState === 'visible' && navigator.onLine) void revalidate();
  }, everyMs);
}
