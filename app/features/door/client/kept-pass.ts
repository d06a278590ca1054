import type { DoorSession } from '../schema.ts';

const KEY = 'comboi-door-pass';

export interface KeptPass {
  token: string;
  /** Opens the door without network. */
  session: DoorSession | null;
}

export function readPass(): KeptPass | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as KeptPass | null;
  } catch {
    return null;
  }
}

export function keepPass(pass: KeptPass): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(pass));
  } catch {
    // A private window keeps nothing; the link opens it again.
  }
}

export function forgetPass(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
  }
}
