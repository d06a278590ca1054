import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { RouteTable } from '../route-table.server.ts';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Another process may have sold meanwhile; this one's changes clear the cache at once. */
const LIFE_MS = 300;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export interface PageCache {
  /** Made once for everyone who asks at the same time. */
  get(request: Request, make: () => Promise<Response>): Promise<Response>;
  clear(): void;
}

interface CachedPage {
  status: number;
  headers: [string, string][];
  identity: Uint8Array;
  gzip: Uint8Array;
  br: Uint8Array;
}

export function createPageCache(routes: Pick<RouteTable, 'isSharedByGuests'>, monotonicNow: () => number): PageCache {
  let kept = new Map<string, { madeAt: number; page: Promise<CachedPage | null> }>();

  return {
    async get(request, make) {
      const url = new URL(request.url);
      if (!isShareable(request, url) || !routes.isSharedByGuests(url.pathname)) return make();
      const now = monotonicNow();
      const generation = kept;
      let entry = generation.get(url.pathname);
      if (!entry || now - entry.madeAt > LIFE_MS) {
        entry = { madeAt: now, page: make().then(cachedPage) };
        generation.set(url.pathname, entry);
        entry.page.catch(() => generation.delete(url.pathname));
      }
      const page = await entry.page;
      return page ? answerWith(page, request) : make();
    },
    clear() {
      kept = new Map();
    },
  };
}

function isShareable(request: Request, url: URL): boolean {
  return request.method === 'GET' && url.search === '' && !request.headers.has('authorization');
}

async function cachedPage(response: Response): Promise<CachedPage | null> {
  if (response.status !== 200 || response.headers.has('Set-Cookie')) return null;
  const identity = new Uint8Array(await response.arrayBuffer());
  const [zipped, br] = await Promise.all([compressGzip(identity), compressBrotli(identity, BROTLI)]);
  return { status: response.status, headers: [...response.headers], identity, gzip: zipped, br };
}

function answerWith(page: CachedPage, request: Request): Response {
  const accepted = request.headers.get('accept-encoding') ?? '';
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
  const headers = new Headers(page.headers);
  headers.set('Vary', 'Accept-Encoding, Cookie');
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(page[encoding].byteLength));
  return new Response(page[encoding] as Uint8Array<ArrayBuffer>, { status: page.status, headers });
}
