import type { Role } from '../roles.ts';

const HOUR_MS = 60 * 60_000;
const ADMIN_IDLE_MS = 12 * HOUR_MS;
const SEEN_EVERY_MS = 5 * 60_000;

/** An admin's session that nobody has used for half a day is over; others live their thirty days. */
export function isIdle(session: { role: Role; seenAt: Date | null }, now: Date): boolean {
  return session.role === 'admin' && session.seenAt !== null && now.getTime() - session.seenAt.getTime() > ADMIN_IDLE_MS;
}

export function isToBeSeen(seenAt: Date | null, now: Date): boolean {
  return seenAt === null || Math.abs(now.getTime() - seenAt.getTime()) > SEEN_EVERY_MS;
}
