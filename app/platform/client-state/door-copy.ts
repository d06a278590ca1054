/** Shown by the worker /door-sw.js. */
export const DOOR_COPY = 'comboi-door';
export const DOOR_PAGE = '/admin/ticket-verification';
const OWNER = 'comboi-door-of';

export function storeDoorOwner(name: string): void {
  try {
    window.localStorage.setItem(OWNER, name);
  } catch {
    // Storage is blocked: nothing is kept either.
  }
}

/** Its page scans in the name of whoever opened it. */
export async function deleteDoorCopyOfOthers(name: string | null): Promise<void> {
  try {
    const owner = window.localStorage.getItem(OWNER);
    if (owner === null || owner === name || !('caches' in window)) return;
    window.localStorage.removeItem(OWNER);
    await (await caches.open(DOOR_COPY)).delete(DOOR_PAGE);
  } catch {
    // Storage is blocked.
  }
}
