import { useSyncExternalStore } from 'react';

/** Beside the queue itself: pages other than the door's open no database for it. */
const KEY = 'comboi-door-waiting';
/** A slow phone with a page that moves is never idle by itself. */
const LATEST_MS = 2_000;

export interface WaitingScans {
  count: number;
  page: string;
}

const listeners = new Set<() => void>();
let seen: WaitingScans | null = null;

export function sayWaiting(count: number): void {
  try {
    if (count === 0) window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, JSON.stringify({ count, page: window.location.pathname }));
  } catch {
    // Storage is blocked: no scan waits there either.
  }
  refresh();
}

export function useWaitingScans(): WaitingScans | null {
  return useSyncExternalStore(subscribe, () => seen, () => null);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener('storage', refresh);
  if ('requestIdleCallback' in window) requestIdleCallback(refresh, { timeout: LATEST_MS });
  else setTimeout(refresh);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('storage', refresh);
  };
}

function refresh(): void {
  const read = readWaiting();
  if (read?.count === seen?.count && read?.page === seen?.page) return;
  seen = read;
  for (const changed of listeners) changed();
}

function readWaiting(): WaitingScans | null {
  try {
    const stored: Partial<WaitingScans> | null = JSON.parse(window.localStorage.getItem(KEY) ?? 'null');
    return typeof stored?.count === 'number' && typeof stored.page === 'string' ? { count: stored.count, page: stored.page } : null;
  } catch {
    return null;
  }
}
