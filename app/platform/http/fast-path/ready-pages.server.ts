import { type CachedPage, encodingOf, knownHeaders, type PageCache, type RequestHead, sentHeaders, tagOf } from '../answers/page-cache.server.ts';
import type { Encoding } from '../headers/content-encoding.server.ts';
import { namesEtag } from '../headers/etag.ts';

export interface ReadyPage {
  status: 200 | 304;
  /** A plain record goes to Node as it is; making `Headers` of it costs as much as all else. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array<ArrayBuffer> | null;
}

export type ReadyPages = (request: RequestHead) => ReadyPage | null;

/** Cached pages with all that their answers say, made once for each encoding. Null: only the edge can answer. */
export function createReadyPages(pages: Pick<PageCache, 'servable'>, complete: (headers: Headers) => void): ReadyPages {
  const made = new WeakMap<CachedPage, Map<Encoding | `known ${Encoding}`, ReadyPage>>();

  function make(page: CachedPage, name: Encoding | `known ${Encoding}`, { status, headers, body }: Omit<ReadyPage, 'headers'> & { headers: Headers }): ReadyPage {
    complete(headers);
    const ready: ReadyPage = { status, headers: Object.fromEntries(headers), body };
    made.set(page, (made.get(page) ?? new Map<Encoding | `known ${Encoding}`, ReadyPage>()).set(name, ready));
    return ready;
  }

  return (request) => {
    const page = pages.servable(request);
    if (page?.status !== 200) return null;
    const encoding = encodingOf(page, request.headers);
    if (namesEtag(request.headers.get('if-none-match'), tagOf(page, encoding))) {
      return made.get(page)?.get(`known ${encoding}`) ?? make(page, `known ${encoding}`, { status: 304, headers: knownHeaders(page, encoding), body: null });
    }
    const before = made.get(page)?.get(encoding);
    if (before !== undefined) return before;
    const body = page.bodies.get(encoding);
    return body === undefined ? null : make(page, encoding, { status: 200, headers: sentHeaders(page, { encoding, body }), body });
  };
}
