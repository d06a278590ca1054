import type { IncomingMessage } from 'node:http';

import type { RequestHead } from '../answers/page-cache.server.ts';
import type { PlainResponse } from '../entrance.server.ts';

/** What is answered without waiting, from Node's own request. Null: it takes a `Request`. */
export type AtOnce = (incoming: IncomingMessage) => PlainResponse | null;

/** Whatever goes wrong goes wrong again for the `Request`, which tells it. */
export function answerAtOnce(answer: (request: RequestHead, peer: string) => PlainResponse | null): AtOnce {
  return (incoming) => {
    try {
      const head = headOf(incoming);
      return head && answer(head, incoming.socket.remoteAddress ?? '');
    } catch {
      return null;
    }
  };
}

/** Null: only a `Request` can tell what is asked. */
function headOf({ method, url = '', headers }: IncomingMessage): RequestHead | null {
  const { host = '' } = headers;
  if (method !== 'GET' || !url.startsWith('/') || !/^[\w.:[\]-]+$/.test(host)) return null;
  return { method, url: `http://${host}${url}`, headers: { get: (name) => headers[name]?.toString() ?? null } };
}
