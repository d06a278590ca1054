import { useSyncExternalStore } from 'react';

const KEY = 'comboi-search-key';
const OFF = 'off';
const CHANGED = 'comboi-search-key-changed';

export function isSearchKeyOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== OFF;
  } catch {
    return true;
  }
}

export function storeSearchKey(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, OFF);
  } catch {
    return;
  }
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('storage', changed);
  window.addEventListener(CHANGED, changed);
  return () => {
    window.removeEventListener('storage', changed);
    window.removeEventListener(CHANGED, changed);
  };
}

/** Null until hydrated: without scripts there is no key. */
export function useSearchKeyOn(): boolean | null {
  return useSyncExternalStore(subscribe, isSearchKeyOn, () => null);
}
