import type { DoorSession } from '#app/features/door/schema.ts';

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

export function forgetPass(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
  }
}
