import { useEffect } from 'react';

import { answerTone } from '#app/domain/ticket/admission-text.ts';

import type { Shown } from './use-door.ts';

const SHOW_YES_MS = 2_500;
const SHOW_NO_MS = 4_500;

/** Brings each answer into view; in quick mode it goes by itself. */
export function useShownAnswer(shown: Shown | null, { isQuick, clear }: { isQuick: boolean; clear: () => void }): void {
  useEffect(() => {
    if (shown?.step !== 'result' || !isQuick) return;
    const timer = setTimeout(clear, answerTone(shown.answer) === 'yes' ? SHOW_YES_MS : SHOW_NO_MS);
    return () => clearTimeout(timer);
  }, [shown, isQuick, clear]);

  const key = shown?.key;
  // Whoever had scrolled down to a button would miss the answer.
  useEffect(() => {
    if (key !== undefined) window.scrollTo(0, 0);
  }, [key]);
}
