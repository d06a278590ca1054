import { createHash } from 'node:crypto';
import { isDeepStrictEqual, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { ChangeFeed } from '#app/platform/adapters/db/change-feed.server.ts';

import type { RouteTable } from '../route-table.server.ts';
import { type Encoding, encodingFor } from '../headers/content-encoding.server.ts';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Time itself changes pages: a sale begins, a news item appears. */
const LIFE_MS = 1_000;
/** So much longer it is shown while the next one is made, which only time asked for. */
const GRACE_MS = 2_000;
/** While changes in other processes are not heard of. */
const DISCONNECTED_TTL_MS = 300;
const SCHEME_LENGTH = 'https://'.length;
const MOST_PAGES = 100;
/** Apart from the others: whoever asks for numbers at random pushes none of them out. */
const MOST_ASKED_FOR = 20;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const COMPRESS = { gzip: async (body: Uint8Array) => compressGzip(body), br: async (body: Uint8Array) => compressBrotli(body, BROTLI) };
/** Redirects too (202 is one for a page's data): from what is sold out a crowd is sent on. */
const CACHEABLE_STATUSES = new Set([200, 202, 302]);
/** Cookies that change nothing of what a guest is shown. */
const UNREAD_COOKIES = /^(__Host-)?comboi_(visitor|known)=/;

export interface PageCache {
  /** Made once for everyone who asks at the same time. */
  get(request: Request, make: () => Promise<Response>): Promise<Response>;
  /** What `get` would answer from memory at this moment; null where it is not so simple. */
  ready(request: Request): ReadyAnswer | null;
  close(): void;
}

/** Whole, so that whoever sends it adds nothing but what is its own. */
export interface ReadyAnswer {
  status: 200 | 304;
  /** A plain record goes to Node as it is; making `Headers` of it costs as much as all else. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array<ArrayBuffer> | null;
}

interface KeptPage {
  status: number;
  headers: [string, string][];
  identity: Uint8Array<ArrayBuffer>;
  /** Those that somebody has asked for. */
  compressed: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>;
  /** Of the content, without quotes. */
  tag: string;
  ready: Map<Encoding | `known ${Encoding}`, ReadyAnswer>;
}

interface CacheEntry {
  madeAt: number;
  /** The changes that had been heard of before it was begun. */
  changes: number;
  page: Promise<KeptPage | null>;
  /** Once it is made; until then the one before, where nothing but time has gone by. */
  shown: KeptPage | null;
  /** As it came, for whoever had it made: it may be none that is kept. */
  answer: Response | null;
  isMade: boolean;
}

export function createPageCache({ sharedKey }: Pick<RouteTable, 'sharedKey'>, parts: { monotonicNow: () => number; changes: Pick<ChangeFeed, 'follow' | 'isListening'>; complete?: (headers: Headers) => void }): PageCache {
  const { monotonicNow, changes, complete = () => {} } = parts;
  const [plain, askedFor] = [new Map<string, CacheEntry>(), new Map<string, CacheEntry>()];
  let heard = 0;
  const close = changes.follow((change) => {
    // How many places are left is never older than a page lives; in a rush it would have every page made anew all the time.
    if (change === 'anything') heard += 1;
  });
  const shownMeanwhile = (entry: CacheEntry | undefined): KeptPage | null => (entry?.changes === heard && changes.isListening() && monotonicNow() - entry.madeAt <= LIFE_MS + GRACE_MS ? entry.shown : null);
  const isUnderWay = (entry: CacheEntry): boolean => !entry.isMade && entry.changes === heard && changes.isListening() && monotonicNow() - entry.madeAt <= LIFE_MS + GRACE_MS;
  const isFresh = (entry: CacheEntry): boolean => entry.changes === heard && monotonicNow() - entry.madeAt <= (changes.isListening() ? LIFE_MS : DISCONNECTED_TTL_MS);

  function begin(make: () => Promise<Response>, before: CacheEntry | undefined): CacheEntry {
    const begun: Omit<CacheEntry, 'page'> = { madeAt: monotonicNow(), changes: heard, shown: shownMeanwhile(before), answer: null, isMade: false };
    const madePage = async (): Promise<KeptPage | null> => {
      const answer = await make();
      begun.answer = answer;
      const page = await toCachedPage(answer, before?.shown ?? null);
      [begun.shown, begun.isMade] = [page, true];
      return page;
    };
    return Object.assign(begun, { page: madePage() });
  }

  return {
    async get(request, make) {
      const url = new URL(request.url);
      const key = isShareable(request) ? sharedKey(url) : null;
      if (key === null) return make();
      const [generation, most] = url.search === '' ? [plain, MOST_PAGES] : [askedFor, MOST_ASKED_FOR];
      const before = generation.get(key);
      if (before && (isFresh(before) || isUnderWay(before))) {
        const page = before.shown ?? (await before.page);
        return page ? answerWith(page, { request, complete }) : make();
      }
      const begun = begin(make, before);
      generation.delete(key);
      generation.set(key, begun);
      if (generation.size > most) generation.delete(generation.keys().next().value!);
      begun.page.catch(() => generation.get(key) === begun && generation.delete(key));
      const page = await begun.page;
      return page ? answerWith(page, { request, complete }) : begun.answer!;
    },
    ready(request) {
      if (!isShareable(request)) return null;
      const target = request.url.slice(request.url.indexOf('/', SCHEME_LENGTH));
      const entry = plain.get(target) ?? askedFor.get(target);
      if (!entry?.shown || !isFresh(entry)) return null;
      const { shown } = entry;
      const encoding = encodingFor(request.headers.get('accept-encoding') ?? '');
      const asked = request.headers.get('if-none-match');
      if (asked === null || !isKnown(tagOf(shown, encoding), asked)) return shown.ready.get(encoding) ?? null;
      return shown.ready.get(`known ${encoding}`) ?? makeReady(shown, { name: `known ${encoding}`, status: 304, headers: knownHeaders(shown, encoding), body: null, complete });
    },
    close,
  };
}

function isShareable(request: Request): boolean {
  if (request.method !== 'GET' || request.headers.has('authorization')) return false;
  return areUnread(request.headers.get('cookie') ?? '');
}

function areUnread(cookies: string): boolean {
  return cookies === '' || cookies.split(';').every((cookie) => cookie.trim() === '' || UNREAD_COOKIES.test(cookie.trim()));
}

/** What is as it was before stays the same, compressed as it is. */
async function toCachedPage(response: Response, before: KeptPage | null): Promise<KeptPage | null> {
  if (!CACHEABLE_STATUSES.has(response.status) || response.headers.has('Set-Cookie')) return null;
  const identity = Buffer.from(await response.arrayBuffer());
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const headers = [...response.headers] as [string, string][];
  if (before?.tag === tag && before.status === response.status && isDeepStrictEqual(before.headers, headers)) return before;
  const page: KeptPage = { status: response.status, headers, identity, compressed: new Map(), tag, ready: new Map() };
  // Whoever comes next asks for these again, and would wait for them.
  await Promise.all([...(before?.compressed.keys() ?? [])].map(async (encoding) => bodyIn(page, encoding)));
  return page;
}

async function bodyIn(page: KeptPage, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'identity') return page.identity;
  const body = page.compressed.get(encoding) ?? COMPRESS[encoding](page.identity);
  page.compressed.set(encoding, body);
  return body;
}

async function answerWith(page: KeptPage, { request, complete }: { request: Request; complete: (headers: Headers) => void }): Promise<Response> {
  const encoding = page.identity.byteLength === 0 ? 'identity' : encodingFor(request.headers.get('accept-encoding') ?? '');
  if (page.status === 200 && isKnown(tagOf(page, encoding), request.headers.get('if-none-match'))) return new Response(null, { status: 304, headers: knownHeaders(page, encoding) });
  const body = await bodyIn(page, encoding);
  const headers = headersIn(page, encoding);
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(body.byteLength));
  if (page.status === 200 && !page.ready.has(encoding)) makeReady(page, { name: encoding, status: 200, headers: new Headers(headers), body, complete });
  return new Response(body, { status: page.status, headers });
}

function headersIn(page: KeptPage, encoding: Encoding): Headers {
  const headers = new Headers(page.headers);
  if (page.status === 200) headers.set('ETag', tagOf(page, encoding));
  headers.set('Vary', 'Accept-Encoding, Cookie');
  return headers;
}

function knownHeaders(page: KeptPage, encoding: Encoding): Headers {
  const headers = headersIn(page, encoding);
  headers.delete('Content-Type');
  return headers;
}

interface Named extends Pick<ReadyAnswer, 'status' | 'body'> {
  name: Encoding | `known ${Encoding}`;
  headers: Headers;
  complete: (headers: Headers) => void;
}

function makeReady(page: KeptPage, { name, status, headers, body, complete }: Named): ReadyAnswer {
  complete(headers);
  const ready: ReadyAnswer = { status, headers: Object.fromEntries(headers), body };
  page.ready.set(name, ready);
  return ready;
}

function tagOf(page: KeptPage, encoding: Encoding): string {
  return `"${page.tag}-${encoding}"`;
}

function isKnown(tag: string, asked: string | null): boolean {
  return asked !== null && asked.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}
