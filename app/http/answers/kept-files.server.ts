import { existsSync, readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';

import { encodingFor } from '../headers/content-encoding.server.ts';
import type { ReadyAnswer } from './prepared-heads.server.ts';

/** A page's scripts, styles and fonts, compressed, are about a megabyte. */
const MOST_BYTES = 2 * 1024 * 1024;
const LARGEST_BYTES = 256 * 1024;

export interface KeptFiles {
  /** Null for what isn't in memory, or is asked for in a way of its own. */
  ready(asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): ReadyAnswer | null;
}

interface Parts {
  clientDir: string;
  /** The answer from the disk. */
  answer: (request: Request) => Promise<Response>;
}

/** Files under /assets never change; those that are asked for are answered from memory from then on. */
export function createKeptFiles({ clientDir, answer }: Parts): KeptFiles {
  const folder = join(clientDir, 'assets');
  const urls = new Set(existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `/assets/${name}`) : []);
  // In the order in which they came.
  const kept = new Map<string, ReadyAnswer>();
  const underway = new Set<string>();
  let bytes = 0;

  async function keep({ key, url, encoding }: { key: string; url: string; encoding: string }): Promise<void> {
    underway.add(key);
    const { status, headers, body } = await answer(new Request(`http://localhost${url}`, { headers: { 'Accept-Encoding': encoding } }));
    if (status !== 200 || Number(headers.get('Content-Length') ?? Infinity) > LARGEST_BYTES) {
      // A file that is too large stays in `underway`, so that nobody tries again.
      await body?.cancel();
      return;
    }
    const content = new Uint8Array(await new Response(body).arrayBuffer());
    kept.set(key, { status: 200, headers: [...headers].flat(), body: content });
    bytes += content.byteLength;
    for (const [oldest, { body: dropped }] of kept) {
      if (bytes <= MOST_BYTES) break;
      kept.delete(oldest);
      underway.delete(oldest);
      bytes -= dropped?.byteLength ?? 0;
    }
  }

  return {
    ready({ method, url = '', headers }) {
      if (method !== 'GET' || !urls.has(url) || headers.range !== undefined) return null;
      const encoding = urls.has(`${url}.br`) ? encodingFor(headers['accept-encoding'] ?? '') : 'identity';
      const key = `${encoding} ${url}`;
      const file = kept.get(key);
      if (file !== undefined) return file;
      if (!underway.has(key)) keep({ key, url, encoding }).catch(() => underway.delete(key));
      return null;
    },
  };
}
