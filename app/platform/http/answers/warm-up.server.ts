import { setTimeout as pause } from 'node:timers/promises';

import type { Env } from '../../env.server.ts';

/** Whoever is waiting for the start to be over comes first. */
const BEGIN_AFTER_MS = 2_000;
const MOST_PAGES = 12;
const ROUNDS = 4;
const PEER = { address: '127.0.0.2' };
/** A cookie that no page reads keeps an answer out of the cache, and what is cached out of the answer. */
const UNCACHED = { Cookie: 'comboi_warm_up=1' };

export interface WarmUp {
  fetch(request: Request, peer: { address: string }): Response | Promise<Response>;
  env: Pick<Env, 'publicUrl'>;
  signal: AbortSignal;
}

/** Renders the first pages of the sitemap some times, one after another: a crowd right after a start would wait for code that was never compiled. */
export async function warmUp({ fetch, env, signal }: WarmUp, afterMs = BEGIN_AFTER_MS): Promise<void> {
  await pause(afterMs, undefined, { signal, ref: false });
  const read = async (address: string): Promise<string> => {
    signal.throwIfAborted();
    return (await fetch(new Request(address, { headers: UNCACHED, signal }), PEER)).text();
  };
  const sitemap = await read(new URL('/sitemap.xml', env.publicUrl).href);
  const pages = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!).slice(0, MOST_PAGES);
  for (let round = 0; round < ROUNDS; round += 1) for (const page of pages) await read(page);
}
