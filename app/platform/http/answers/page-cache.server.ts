import { createHash } from 'node:crypto';
import { isDeepStrictEqual, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { ChangeFeed } from '#app/platform/adapters/db/change-feed.server.ts';

import type { RouteTable } from '../route-table.server.ts';
import { type Encoding, encodingFor } from '../headers/content-encoding.server.ts';
import { namesEtag } from '../headers/etag.ts';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Time itself changes pages: a sale begins, a news item appears. */
const LIFE_MS = 1_000;
/** Stale-while-revalidate: how long a page that has merely expired is served while it is rendered anew. */
const GRACE_MS = 2_000;
/** Lifetime while the change feed is disconnected. */
const DISCONNECTED_TTL_MS = 300;
const SCHEME_LENGTH = 'https://'.length;
const MOST_PAGES = 100;
/** Pages with a query are capped apart, so that random numbers evict no others. */
const MOST_WITH_QUERY = 20;
const MOST_UNPROVEN = 50;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const COMPRESS = { gzip: async (body: Uint8Array) => compressGzip(body), br: async (body: Uint8Array) => compressBrotli(body, BROTLI) };
/** Redirects too (202 is one for a page's data), since crowds are redirected from a sold-out event. */
const CACHEABLE_STATUSES = new Set([200, 202, 302]);
/** Cookies that don't change what a guest is served. */
const UNREAD_COOKIES = /^(__Host-)?comboi_(visitor|known)=/;

export interface PageCache {
  get(request: Request, make: () => Promise<Response>): Promise<Response>;
  /** What `get` would answer by, synchronously; null where it may have to render. */
  servable(request: RequestHead): CachedPage | null;
  close(): void;
}

/** What both Node's request and a `Request` can tell. */
export interface RequestHead extends Pick<Request, 'method' | 'url'> {
  headers: Pick<Headers, 'get'>;
}

export interface CachedPage {
  status: number;
  headers: [string, string][];
  identity: Uint8Array<ArrayBuffer>;
  compressed: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>;
  /** As they were last sent, by encoding. */
  bodies: Map<Encoding, Uint8Array<ArrayBuffer>>;
  tag: string;
}

interface CacheEntry {
  madeAt: number;
  /** How many changes had been received when its rendering began. */
  changes: number;
  page: Promise<CachedPage | null>;
  /** The cached page; until it is rendered its predecessor, if that has merely expired. */
  servable: CachedPage | null;
  /** As it was rendered, for the request that caused it: it may not be cacheable. */
  answer: Response | null;
  isMade: boolean;
}

export function createPageCache({ sharedKey }: Pick<RouteTable, 'sharedKey'>, { monotonicNow, changes }: { monotonicNow: () => number; changes: Pick<ChangeFeed, 'subscribe' | 'isListening'> }): PageCache {
  const [plain, withQuery] = [new Map<string, CacheEntry>(), new Map<string, CacheEntry>()];
  /** Being rendered for the first time: whatever turns out to be no page to be cached evicts none. */
  const unproven = new Map<string, CacheEntry>();
  let changesReceived = 0;
  const close = changes.subscribe((change) => {
    // Places left may be as old as a page lives: in a rush each sale would invalidate every page.
    if (change === 'anything') changesReceived += 1;
  });
  const servedMeanwhile = (entry: CacheEntry | undefined): CachedPage | null => (entry?.changes === changesReceived && changes.isListening() && monotonicNow() - entry.madeAt <= LIFE_MS + GRACE_MS ? entry.servable : null);
  const isUnderWay = (entry: CacheEntry): boolean => !entry.isMade && entry.changes === changesReceived && changes.isListening() && monotonicNow() - entry.madeAt <= LIFE_MS + GRACE_MS;
  const isFresh = (entry: CacheEntry): boolean => entry.changes === changesReceived && monotonicNow() - entry.madeAt <= (changes.isListening() ? LIFE_MS : DISCONNECTED_TTL_MS);

  function begin(make: () => Promise<Response>, before: CacheEntry | undefined): CacheEntry {
    const begun: Omit<CacheEntry, 'page'> = { madeAt: monotonicNow(), changes: changesReceived, servable: servedMeanwhile(before), answer: null, isMade: false };
    const madePage = async (): Promise<CachedPage | null> => {
      const answer = await make();
      begun.answer = answer;
      const page = await toCachedPage(answer, before?.servable ?? null);
      [begun.servable, begun.isMade] = [page, true];
      return page;
    };
    return Object.assign(begun, { page: madePage() });
  }

  return {
    async get(request, make) {
      const url = new URL(request.url);
      const key = isShareable(request) ? sharedKey(url) : null;
      if (key === null) return make();
      const [generation, most] = url.search === '' ? [plain, MOST_PAGES] : [withQuery, MOST_WITH_QUERY];
      const before = generation.get(key) ?? unproven.get(key);
      if (before && (isFresh(before) || isUnderWay(before))) {
        const page = before.servable ?? (await before.page);
        return page ? answerWith(page, request) : make();
      }
      const begun = begin(make, before);
      if (generation.has(key)) putLast(generation, { key, entry: begun, most });
      else putLast(unproven, { key, entry: begun, most: MOST_UNPROVEN });
      const forget = (): void => {
        for (const entries of [generation, unproven]) if (entries.get(key) === begun) entries.delete(key);
      };
      begun.page.catch(forget);
      const page = await begun.page;
      if (page === null) forget();
      else if (!generation.has(key)) putLast(generation, { key, entry: begun, most });
      if (unproven.get(key) === begun) unproven.delete(key);
      return page ? answerWith(page, request) : begun.answer!;
    },
    servable(request) {
      if (!isShareable(request)) return null;
      const target = request.url.slice(request.url.indexOf('/', SCHEME_LENGTH));
      const entry = plain.get(target) ?? withQuery.get(target);
      return entry && isFresh(entry) ? entry.servable : null;
    },
    close,
  };
}

/** Oldest first; the oldest goes where they are too many. */
function putLast(entries: Map<string, CacheEntry>, { key, entry, most }: { key: string; entry: CacheEntry; most: number }): void {
  entries.delete(key);
  entries.set(key, entry);
  const [oldest] = entries.keys();
  if (entries.size > most && oldest !== undefined) entries.delete(oldest);
}

function isShareable(request: RequestHead): boolean {
  if (request.method !== 'GET' || request.headers.get('authorization') !== null) return false;
  return areUnread(request.headers.get('cookie') ?? '');
}

function areUnread(cookies: string): boolean {
  return cookies === '' || cookies.split(';').every((cookie) => cookie.trim() === '' || UNREAD_COOKIES.test(cookie.trim()));
}

/** Unchanged content keeps its compressed variants. */
async function toCachedPage(response: Response, before: CachedPage | null): Promise<CachedPage | null> {
  if (!CACHEABLE_STATUSES.has(response.status) || response.headers.has('Set-Cookie')) return null;
  const identity = Buffer.from(await response.arrayBuffer());
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const headers = [...response.headers];
  if (before?.tag === tag && before.status === response.status && isDeepStrictEqual(before.headers, headers)) return before;
  const page: CachedPage = { status: response.status, headers, identity, compressed: new Map(), bodies: new Map(), tag };
  // The next requests ask for these encodings again.
  await Promise.all([...(before?.compressed.keys() ?? [])].map(async (encoding) => bodyIn(page, encoding)));
  return page;
}

async function bodyIn(page: CachedPage, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'identity') return page.identity;
  const body = page.compressed.get(encoding) ?? COMPRESS[encoding](page.identity);
  page.compressed.set(encoding, body);
  return body;
}

async function answerWith(page: CachedPage, { headers }: Request): Promise<Response> {
  const encoding = encodingOf(page, headers);
  if (page.status === 200 && namesEtag(headers.get('if-none-match'), tagOf(page, encoding))) return new Response(null, { status: 304, headers: knownHeaders(page, encoding) });
  const body = await bodyIn(page, encoding);
  page.bodies.set(encoding, body);
  return new Response(body, { status: page.status, headers: sentHeaders(page, { encoding, body }) });
}

export function encodingOf(page: CachedPage, headers: RequestHead['headers']): Encoding {
  return page.identity.byteLength === 0 ? 'identity' : encodingFor(headers.get('accept-encoding') ?? '');
}

export function sentHeaders(page: CachedPage, { encoding, body }: { encoding: Encoding; body: Uint8Array }): Headers {
  const headers = headersIn(page, encoding);
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(body.byteLength));
  return headers;
}

function headersIn(page: CachedPage, encoding: Encoding): Headers {
  const headers = new Headers(page.headers);
  if (page.status === 200) headers.set('ETag', tagOf(page, encoding));
  headers.set('Vary', 'Accept-Encoding, Cookie');
  return headers;
}

export function knownHeaders(page: CachedPage, encoding: Encoding): Headers {
  const headers = headersIn(page, encoding);
  headers.delete('Content-Type');
  return headers;
}

export function tagOf(page: CachedPage, encoding: Encoding): string {
  return `"${page.tag}-${encoding}"`;
}
