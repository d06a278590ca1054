import { type OpenedState, stateKey } from '#app/platform/app-state.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

type Parts = Pick<Deps, 'state' | 'clock'>;

/** Longer than the three minutes that the once-a-minute alarm looks back. */
const REMEMBERED_MS = 5 * 60_000;

/** Per process. */
const stopped = stateKey<Map<string, Date>>('stopped scanners');

export function openCodeGuessing(): OpenedState {
  return stopped.opened(new Map());
}

/** Records many unknown codes from one scanner. False: already recorded. */
export function recordGuessing({ state, clock }: Parts, scanner: string): boolean {
  const known = state.get(stopped);
  const isNew = !known.has(scanner);
  known.set(scanner, clock.now());
  return isNew;
}

export function countGuessing({ state, clock }: Parts): number {
  const known = state.get(stopped);
  for (const [scanner, at] of known) if (clock.now().getTime() - at.getTime() > REMEMBERED_MS) known.delete(scanner);
  return known.size;
}
