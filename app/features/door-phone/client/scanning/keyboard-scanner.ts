import { useRef } from 'react';

import { readScannedText } from '#app/domain/door/scanned-text.ts';
import { useEventListener } from '#app/design/ui/hooks/use-event-listener.ts';

/** Faster than any person types; a scanner ends with Enter. */
const SLOWEST_KEY_MS = 80;
/** A busy machine may timestamp a scanner's key late. */
const LONGEST_PAUSE_MS = 1_000;
const SHORTEST_CODE = 8;

export interface PressedKey {
  key: string;
  /** `event.timeStamp` of the key press, unaffected by late handling. */
  at: number;
}

interface Typed {
  text: string;
  /** Length of the fast run at the end of `text`. */
  fast: number;
  /** Length of the longest fast run. */
  longest: number;
  at: number;
}

export const NOTHING_TYPED: Typed = { text: '', fast: 0, longest: 0, at: -Infinity };

/** `code`: what a scanner read; null while it reads and for typing. */
export function pressKey(before: Typed, { key, at }: PressedKey): { typed: Typed; code: string | null } {
  const gap = at - before.at;
  const typed = gap > LONGEST_PAUSE_MS ? NOTHING_TYPED : before;
  const fast = gap > SLOWEST_KEY_MS ? 0 : typed.fast;
  if (key.length === 1) return { typed: { text: typed.text + key, fast: fast + 1, longest: Math.max(typed.longest, fast + 1), at }, code: null };
  if (key !== 'Enter') return { typed: { ...typed, at: typed.text === '' ? typed.at : at }, code: null };
  if (typed.longest < SHORTEST_CODE) return { typed: NOTHING_TYPED, code: null };
  const end = typed.text.slice(-typed.fast || undefined);
  return { typed: NOTHING_TYPED, code: readScannedText(end).kind === 'ticket' ? end : typed.text };
}

/** Fields that take keys; a checkbox or radio does not. */
const FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, dialog';

export function useKeyboardScanner(onCode: (text: string) => void): void {
  const typed = useRef(NOTHING_TYPED);
  function listen(event: KeyboardEvent): void {
    const isInField = event.target instanceof HTMLElement && event.target.closest(FIELDS) !== null;
    if (isInField || event.ctrlKey || event.metaKey || event.altKey) return;
    const pressed = pressKey(typed.current, { key: event.key, at: event.timeStamp });
    typed.current = pressed.typed;
    if (pressed.code === null) return;
    // Enter would press the focused button.
    event.preventDefault();
    onCode(pressed.code);
  }
  useEventListener('window', 'keydown', listen, { capture: true });
}
