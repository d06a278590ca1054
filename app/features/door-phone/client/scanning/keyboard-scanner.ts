import { readScannedText } from '#app/domain/door/scanned-text.ts';

/** A keyboard scanner types faster than anybody, and ends with Enter. */
const SLOWEST_KEY_MS = 80;
/** A machine that is busy may stamp a key of a scanner late. */
const LONGEST_PAUSE_MS = 1_000;
const SHORTEST_CODE = 8;

export interface PressedKey {
  key: string;
  /** When it was pressed, however late it is handled: `event.timeStamp`. */
  at: number;
}

interface Typed {
  /** All since the last pause. */
  text: string;
  /** Of it, how much at its end came as fast as a scanner types. */
  fast: number;
  /** The longest such stretch. */
  longest: number;
  at: number;
}

export const NOTHING_TYPED: Typed = { text: '', fast: 0, longest: 0, at: -Infinity };

/** `code`: what a scanner has read, whole or not; null while it reads, and for what a person types. */
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
