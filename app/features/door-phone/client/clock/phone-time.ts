import type { DoorSession } from '#app/features/door/schema.ts';

import { CLOCK_ERROR_MS, phoneClock } from './steady-clock.ts';

const KEY = 'comboi-door-clock-ahead';

/** Of a session that the server has just answered; null where it does not say its time. */
export function measureAhead({ now }: Pick<DoorSession, 'now'>): number | null {
  return now === undefined ? null : phoneClock.now() - Date.parse(now);
}

/** A page from the cache knows only how far this phone's clock was ahead when it last had network. */
export function storedAhead(): number | null {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === null ? null : Number(stored);
  } catch {
    return null;
  }
}

export function storeAhead(aheadMs: number): void {
  try {
    localStorage.setItem(KEY, String(aheadMs));
  } catch {
  }
}

export function inPhoneTime(session: DoorSession, aheadMs: number | null): DoorSession {
  const { scanner } = session;
  if (typeof scanner.expiresAt !== 'string' || aheadMs === null) return session;
  return { ...session, scanner: { ...scanner, expiresAt: new Date(Date.parse(scanner.expiresAt) + aheadMs).toISOString() } };
}

export function endsElsewhen(one: DoorSession, other: DoorSession): boolean {
  return Math.abs(endOf(one) - endOf(other)) > CLOCK_ERROR_MS;
}

function endOf({ scanner: { expiresAt } }: DoorSession): number {
  return typeof expiresAt === 'string' ? Date.parse(expiresAt) : Infinity;
}
