import { toneOfAnswer } from '#app/domain/door/unread.ts';
import { useTimeout } from '#app/design/ui/hooks/use-timer.ts';
import type { DoorState } from './door-state.ts';

const SHOW_YES_MS = 2_500;
const SHOW_NO_MS = 4_500;
/** Shorter while a scan is waiting. */
const SHOW_YES_WAITED_FOR_MS = 1_200;

/** Quick mode dismisses answers by itself; an error goes once a scan is waiting. */
export function useAutoDismiss({ displayed, error, isWaiting }: Pick<DoorState, 'displayed' | 'error' | 'isWaiting'>, { isQuick, clear }: { isQuick: boolean; clear: () => void }): void {
  const yesMs = isWaiting ? SHOW_YES_WAITED_FOR_MS : SHOW_YES_MS;
  const isResult = displayed?.step === 'result' && isQuick;
  const resultMs = isResult && toneOfAnswer(displayed.answer) === 'yes' ? yesMs : SHOW_NO_MS;
  useTimeout(clear, isResult ? resultMs : null, displayed);
  useTimeout(clear, error !== null && isWaiting ? SHOW_NO_MS : null, error);
}
