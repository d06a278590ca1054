import { backoff } from '#app/domain/time/backoff.ts';

const PAUSE_MS = { first: 15_000, longest: 10 * 60_000 };
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

export interface Trial {
  /** When its day of trying began: with its making, or when an admin sent it again. */
  since: Date;
  /** This one included, so at least 1. */
  attempts: number;
}

/** 15 s, doubling to 10 minutes, for 24 hours; null when it is to be given up. */
export function nextAttempt(trial: Trial, now: Date): Date | null {
  if (now.getTime() - trial.since.getTime() >= GIVE_UP_AFTER_MS) return null;
  return new Date(now.getTime() + backoff(trial.attempts - 1, PAUSE_MS));
}

export const RESENDS_PER_HOUR = 3;
const HOUR_MS = 60 * 60_000;

/** The instant after which a resend counts: one hour back. */
export function resendWindowStart(now: Date): Date {
  return new Date(now.getTime() - HOUR_MS);
}

/** Seconds until one more mail is allowed, given those of the last hour; 0 when it is allowed now. */
export function secondsUntilResend(recent: readonly Date[], now: Date, most: number = RESENDS_PER_HOUR): number {
  if (recent.length < most) return 0;
  const blocking = recent.map((date) => date.getTime()).toSorted((a, b) => b - a)[most - 1]!;
  return Math.max(1, Math.ceil((blocking + HOUR_MS - now.getTime()) / 1000));
}
