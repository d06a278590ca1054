import { afterEach, expect, test, vi } from 'vitest';

import { postOrder } from './order-calls.ts';

afterEach(() => vi.unstubAllGlobals());

async function refusalAfter(answer: () => Promise<Response>): Promise<unknown> {
  vi.stubGlobal('fetch', answer);
  const placed = await postOrder('{}', 'key');
  return placed.ok ? 'placed' : placed.refusal.code;
}

test.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), 'UNREACHABLE'],
  ["the page of a network that wants one to sign in first", async () => new Response('<h1>Wi-Fi</h1>'), 'UNREACHABLE'],
  ["a proxy's own page", async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }), 'INTERNAL_ERROR'],
  ["a proxy's word that all are busy", async () => new Response('busy', { status: 503 }), 'BUSY'],
  ['an answer of ours', async () => Response.json({ code: 'SALES_CLOSED', message: '' }, { status: 409 }), 'SALES_CLOSED'],
])('an order after %s', async (_what, answer, code) => {
  expect(await refusalAfter(answer)).toBe(code);
});
