import type { DoorSession } from '#app/features/door/schema.ts';

import { phoneClock } from './clock/steady-clock.ts';

const KEY = 'comboi-door-pass';

interface StoredPass {
  token: string;
  session: DoorSession | null;
}

export function readPass(): StoredPass | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

export function storePass(pass: StoredPass): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(pass));
  } catch {
  }
}

/** Converts the pass's expiry to this phone's clock. */
export function inPhoneTime(session: DoorSession): DoorSession {
  const { scanner, now } = session;
  if (typeof scanner.expiresAt !== 'string' || now === undefined) return session;
  const endsIn = Date.parse(scanner.expiresAt) - Date.parse(now);
  return { ...session, scanner: { ...scanner, expiresAt: new Date(phoneClock.now() + endsIn).toISOString() } };
}

export function forgetPass(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
  }
}
