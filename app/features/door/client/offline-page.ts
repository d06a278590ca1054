import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

import { DOOR_COPY, keepDoorOwner } from '#app/client-state/door-copy.ts';

import { loadDecoder } from './decoder.ts';
import { doorStore } from './offline/offline-store.ts';

const ASSET = /\/assets\/[\w./-]+/g;

/** `owner`: null for a pass, whose page is the same for all of them. */
export async function keepDoorPage(page: string, owner: string | null): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return;
  try {
    await navigator.serviceWorker.register('/door-sw.js', { scope: page });
    const answer = await fetch(page, { headers: { Accept: 'text/html' } });
    if (!answer.ok || answer.redirected) return;
    const html = await answer.clone().text();
    await loadDecoder();
    const cache = await caches.open(DOOR_COPY);
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    const needed = new Set([...(html.match(ASSET) ?? []), ...loaded.filter((path) => path.startsWith('/assets/')), wasmUrl]);
    const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
    await cache.addAll([...needed].filter((path) => !kept.has(path)));
    await cache.put(page, answer);
    if (owner !== null) keepDoorOwner(owner);
  } catch {
  }
}

export async function forgetDoor(): Promise<void> {
  if ('caches' in window) await caches.delete(DOOR_COPY);
  await (await doorStore()).clear('lists');
}
