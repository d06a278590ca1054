import { useEffect } from 'react';

import { toneOfAnswer } from '#app/domain/door/unread.ts';
import type { DoorState } from './door-state.ts';

const SHOW_YES_MS = 2_500;
const SHOW_NO_MS = 4_500;
/** Shorter while a scan is waiting. */
const SHOW_YES_WAITED_FOR_MS = 1_200;

/** Quick mode dismisses answers by itself; an error goes once a scan is waiting. */
export function useAnswerView({ displayed, error, isWaiting }: Pick<DoorState, 'displayed' | 'error' | 'isWaiting'>, { isQuick, clear }: { isQuick: boolean; clear: () => void }): void {
  useEffect(() => {
    if (displayed?.step !== 'result' || !isQuick) return;
    const yesMs = isWaiting ? SHOW_YES_WAITED_FOR_MS : SHOW_YES_MS;
    const timer = setTimeout(clear, toneOfAnswer(displayed.answer) === 'yes' ? yesMs : SHOW_NO_MS);
    return () => clearTimeout(timer);
  }, [displayed, isQuick, isWaiting, clear]);

  useEffect(() => {
    if (error === null || !isWaiting) return;
    const timer = setTimeout(clear, SHOW_NO_MS);
    return () => clearTimeout(timer);
  }, [error, isWaiting, clear]);

  const key = displayed?.key;
  // Someone scrolled down to a button would miss the answer.
  useEffect(() => {
    if (key !== undefined) window.scrollTo(0, 0);
  }, [key]);
}
