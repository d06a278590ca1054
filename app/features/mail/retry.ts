import { backoff } from '#app/domain/time/backoff.ts';

const PAUSE_MS = { first: 15_000, longest: 10 * 60_000 };
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

export interface Trial {
  /** Creation, or an admin's last resend. */
  since: Date;
  attempts: number;
}

export function nextAttempt(trial: Trial, now: Date): Date | null {
  if (now.getTime() - trial.since.getTime() >= GIVE_UP_AFTER_MS) return null;
  return new Date(now.getTime() + backoff(trial.attempts - 1, PAUSE_MS));
}

export const RESENDS_PER_HOUR = 3;
const HOUR_MS = 60 * 60_000;

export function resendWindowStart(now: Date): Date {
  return new Date(now.getTime() - HOUR_MS);
}

export function secondsUntilResend(recent: readonly Date[], now: Date, most: number = RESENDS_PER_HOUR): number {
  if (recent.length < most) return 0;
  const blocking = recent.map((date) => date.getTime()).toSorted((a, b) => b - a)[most - 1]!;
  return Math.max(1, Math.ceil((blocking + HOUR_MS - now.getTime()) / 1000));
}
