import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { ShownChanges } from '#app/adapters/db/shown-changes.server.ts';

import type { RouteTable } from '../route-table.server.ts';
import type { ReadyAnswer } from './prepared-heads.server.ts';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Time itself changes pages: a sale begins, a news item appears. */
const LIFE_MS = 1_000;
/** So much longer it is shown while the next one is made, which only time asked for. */
const GRACE_MS = 2_000;
/** While changes in other processes are not heard of. */
const DEAF_LIFE_MS = 300;
const MOST_PAGES = 100;
/** Apart from the others: whoever asks for numbers at random pushes none of them out. */
const MOST_ASKED_FOR = 20;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** Cookies that change nothing of what a guest is shown. */
const UNREAD_COOKIES = /^(__Host-)?comboi_(visitor|known)=/;

export interface PageCache {
  /** Made once for everyone who asks at the same time. */
  get(request: Request, make: () => Promise<Response>): Promise<Response>;
  /** What `get` would answer from memory at this moment, without a request of its own being made for it; null where it is not so simple. */
  ready(asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): ReadyPage | null;
  clear(): void;
}

export interface ReadyPage extends ReadyAnswer {
  pathname: string;
}

type Encoding = 'identity' | 'gzip' | 'br';

interface KeptPage {
  status: number;
  headers: [string, string][];
  bodies: Record<Encoding, Uint8Array>;
  /** Of the content, without quotes. */
  tag: string;
  ready: Partial<Record<Encoding | `known ${Encoding}`, ReadyPage>>;
}

interface Keeping {
  madeAt: number;
  page: Promise<KeptPage | null>;
  /** Once it is made; until then the one before, where nothing but time has gone by. */
  shown: KeptPage | null;
}

export function createPageCache(routes: Pick<RouteTable, 'sharedKey'>, parts: { monotonicNow: () => number; changes: ShownChanges; complete?: (headers: Headers) => void }): PageCache {
  const { monotonicNow, changes, complete = () => {} } = parts;
  let [plain, askedFor] = [new Map<string, Keeping>(), new Map<string, Keeping>()];
  const clear = (): void => {
    [plain, askedFor] = [new Map(), new Map()];
  };
  changes.follow(clear);
  const shownMeanwhile = (entry: Keeping | undefined): KeptPage | null => (entry && changes.isHearing() && monotonicNow() - entry.madeAt <= LIFE_MS + GRACE_MS ? entry.shown : null);
  const isFresh = (entry: Keeping): boolean => monotonicNow() - entry.madeAt <= (changes.isHearing() ? LIFE_MS : DEAF_LIFE_MS);

  return {
    async get(request, make) {
      const url = new URL(request.url);
      const key = isShareable(request) ? routes.sharedKey(url) : null;
      if (key === null) return make();
      const [generation, most] = url.search === '' ? [plain, MOST_PAGES] : [askedFor, MOST_ASKED_FOR];
      let entry = generation.get(key);
      if (!entry || !isFresh(entry)) {
        const begun: Keeping = { madeAt: monotonicNow(), page: make().then(keepPage), shown: shownMeanwhile(entry) };
        entry = begun;
        generation.delete(key);
        generation.set(key, entry);
        if (generation.size > most) generation.delete(generation.keys().next().value!);
        begun.page.then((page) => (begun.shown = page), () => generation.delete(key));
      }
      const page = await entry.page;
      return page ? answerWith(page, request) : make();
    },
    ready({ method, url = '', headers }) {
      if (method !== 'GET' || headers.authorization !== undefined || !areUnread(headers.cookie ?? '')) return null;
      const entry = plain.get(url) ?? askedFor.get(url);
      if (!entry?.shown || !isFresh(entry)) return null;
      const { shown } = entry;
      const encoding = encodingFor(headers['accept-encoding'] ?? '');
      const asked = headers['if-none-match'];
      if (asked !== undefined && isKnown(tagOf(shown, encoding), asked)) return (shown.ready[`known ${encoding}`] ??= readyPage(shown, { url, encoding, known: asked, complete }));
      return (shown.ready[encoding] ??= readyPage(shown, { url, encoding, complete }));
    },
    clear,
  };
}

function readyPage(page: KeptPage, facts: { url: string; encoding: Encoding; known?: string; complete: (headers: Headers) => void }): ReadyPage {
  const { known, encoding } = facts;
  const { headers, status } = answerWith(page, new Request('http://localhost/', { headers: { 'Accept-Encoding': encoding, ...(known !== undefined && { 'If-None-Match': known }) } }));
  facts.complete(headers);
  const isNew = status !== 304;
  return { status: isNew ? 200 : 304, pathname: facts.url.replace(/\?.*$/, ''), headers: [...headers].flat(), body: isNew ? page.bodies[encoding] : null };
}

function isShareable(request: Request): boolean {
  if (request.method !== 'GET' || request.headers.has('authorization')) return false;
  return areUnread(request.headers.get('cookie') ?? '');
}

function areUnread(cookies: string): boolean {
  return cookies === '' || cookies.split(';').every((cookie) => cookie.trim() === '' || UNREAD_COOKIES.test(cookie.trim()));
}

async function keepPage(response: Response): Promise<KeptPage | null> {
  if (response.status !== 200 || response.headers.has('Set-Cookie')) return null;
  const identity = new Uint8Array(await response.arrayBuffer());
  const [zipped, br] = await Promise.all([compressGzip(identity), compressBrotli(identity, BROTLI)]);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { status: response.status, headers: [...response.headers], bodies: { identity, gzip: zipped, br }, tag, ready: {} };
}

function answerWith(page: KeptPage, request: Request): Response {
  const encoding = encodingFor(request.headers.get('accept-encoding') ?? '');
  const headers = new Headers(page.headers);
  const tag = tagOf(page, encoding);
  headers.set('ETag', tag);
  headers.set('Vary', 'Accept-Encoding, Cookie');
  if (isKnown(tag, request.headers.get('if-none-match'))) {
    headers.delete('Content-Type');
    return new Response(null, { status: 304, headers });
  }
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(page.bodies[encoding].byteLength));
  return new Response(page.bodies[encoding] as Uint8Array<ArrayBuffer>, { status: page.status, headers });
}

function tagOf(page: KeptPage, encoding: Encoding): string {
  return `"${page.tag}-${encoding}"`;
}

function encodingFor(accepted: string): Encoding {
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

function isKnown(tag: string, asked: string | null): boolean {
  return asked !== null && asked.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}
