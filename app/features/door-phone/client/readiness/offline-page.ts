import { DOOR_COPY, DOOR_PAGE, storeDoorOwner } from '#app/platform/client-state/door-copy.ts';
import type { DoorSession } from '#app/features/door/schema.ts';

import { decoderFiles, loadDecoder } from '../decoder.ts';
import { readPass } from '../stored-pass.ts';
import { forgetLists } from '../log.ts';
import type { PartState } from './readiness.ts';

const ASSET = /\/assets\/[\w./-]+/g;
const TIMEOUT_MS = 10_000;

export interface PageIdentity {
  page: string;
  eventId: number;
  scanner: DoorSession['scanner'];
}

function canStore(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window;
}

/** Another build's page names other assets. */
function assetsHere(): Set<string> {
  return new Set([...(document.documentElement.outerHTML.match(ASSET) ?? []), ...loadedAssets()]);
}

function loadedAssets(): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  return loaded.filter((path) => path.startsWith('/assets/'));
}

function assetsOf(html: string): string[] {
  return [...new Set(html.match(ASSET))];
}

function isThisBuild(html: string): boolean {
  const here = assetsHere();
  return assetsOf(html).every((path) => !/\.(js|css)$/.test(path) || here.has(path));
}

/** An account's page embeds scanner and events; a pass's page reads both from storage. */
function isOf(html: string, { page, eventId, scanner: { proof } }: PageIdentity): boolean {
  if (page === DOOR_PAGE) return html.includes(proof) && new RegExp(`<option[^>]* value="${eventId}"`).test(html);
  const session = readPass()?.session;
  return session?.scanner.proof === proof && session.events.some(({ id }) => id === eventId);
}

async function areCached(paths: readonly string[]): Promise<boolean> {
  if (!(await caches.has(DOOR_COPY))) return false;
  const cached = new Set((await (await caches.open(DOOR_COPY)).keys()).map(({ url }) => new URL(url).pathname));
  return paths.every((path) => cached.has(path));
}

async function saveFiles(paths: readonly string[], signal: AbortSignal): Promise<void> {
  const cache = await caches.open(DOOR_COPY);
  const cached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = paths.filter((path) => !cached.has(path));
  await cache.addAll(missing.map((path) => new Request(path, { signal })));
}

export async function isPageStored(of: PageIdentity): Promise<boolean> {
  if (!canStore()) return false;
  const worker = (await navigator.serviceWorker.getRegistration(of.page))?.active;
  const answer = await caches.match(of.page, { cacheName: DOOR_COPY });
  if (worker?.state !== 'activated' || answer === undefined) return false;
  const html = await answer.text();
  return isOf(html, of) && isThisBuild(html) && areCached(assetsOf(html));
}

/** `isFresh`: fetched now. On failure the former copy stays. */
export async function refreshCachedPage(of: PageIdentity): Promise<{ state: PartState; isFresh: boolean }> {
  if (!canStore()) return { state: 'impossible', isFresh: false };
  const found = await fetchAndStore(of).catch(() => 'failed' as const);
  return { state: (await isPageStored(of)) ? 'stored' : found === 'stored' ? 'failed' : found, isFresh: found === 'stored' };
}

async function fetchAndStore(of: PageIdentity): Promise<PartState> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { page, scanner } = of;
  const registration = await navigator.serviceWorker.register('/door-sw.js', { scope: page });
  const answer = await fetch(page, { headers: { Accept: 'text/html' }, signal });
  if (!answer.ok || answer.redirected) return 'failed';
  const html = await answer.clone().text();
  if (!isThisBuild(html)) return 'renewed';
  // Another account may have signed in, in another tab.
  if (!isOf(html, of)) return 'failed';
  await saveFiles(assetsOf(html), signal);
  await saveFiles(loadedAssets(), signal).catch(() => {});
  await (await caches.open(DOOR_COPY)).put(page, answer);
  if (scanner.hasAccount) storeDoorOwner(scanner.name);
  await activated(registration, signal);
  return 'stored';
}

async function activated({ installing, waiting, active }: ServiceWorkerRegistration, signal: AbortSignal): Promise<void> {
  const worker = installing ?? waiting ?? active;
  if (worker === null || worker.state === 'activated') return;
  await new Promise<void>((resolve) => {
    worker.addEventListener('statechange', () => (worker.state === 'activated' || worker.state === 'redundant' ? resolve() : undefined), { signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Both in memory and in the cache. */
export async function cacheDecoder(): Promise<PartState> {
  try {
    await loadDecoder();
    const files = await decoderFiles();
    if (canStore() && !(await areCached(files))) await saveFiles(files, AbortSignal.timeout(TIMEOUT_MS));
    return 'stored';
  } catch {
    return 'failed';
  }
}

export async function forgetDoor(): Promise<void> {
  if ('caches' in window) await caches.delete(DOOR_COPY);
  await forgetLists();
}
