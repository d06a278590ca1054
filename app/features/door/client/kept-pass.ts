import type { DoorSession } from '../schema.ts';

const KEY = 'comboi-door-pass';

export interface KeptPass {
  token: string;
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
  }
}

export function forgetPass(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
  }
}
