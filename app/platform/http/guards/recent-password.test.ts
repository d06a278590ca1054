import { Hono } from 'hono';
import { expect, test } from 'vitest';

import type { Actor } from '#app/domain/people/actor.ts';

import { answerError, type EdgeEnv } from '../edge.server.ts';
import { askForPassword } from './recent-password.server.ts';

const NOW = new Date('2027-03-15T20:00:00Z');
const MINUTE_MS = 60_000;

async function download(typed: Date | null, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  const actor: Actor = { kind: 'user', userId: 'u', role: 'admin', rights: ['admin'], name: 'Neus', email: 'neus@example.com', provedAt: typed };
  const edge = new Hono<EdgeEnv>();
  edge.onError((error, c) => answerError(c, {} as never, error));
  edge.all('/api/admin/export.csv', (c) => {
    c.set('actor', actor);
    return askForPassword(c, { clock: { now: () => NOW } }) ?? c.text('the list');
  });
  return edge.request('/api/admin/export.csv?kind=orders', { method, headers });
}

test.each<[string, Date | null, boolean]>([
  ['just now', NOW, true],
  ['a little less than a quarter of an hour ago', new Date(NOW.getTime() - 15 * MINUTE_MS + 1), true],
  ['a quarter of an hour ago', new Date(NOW.getTime() - 15 * MINUTE_MS), false],
  ['never', null, false],
])('a password typed %s', async (_when, typed, lets) => {
  const answer = await download(typed);
  expect([answer.status, (await answer.text()).includes('the list')]).toEqual(lets ? [200, true] : [403, false]);
});

test('who followed a link is led to the page that asks, and back to the download from there', async () => {
  const answer = await download(null, { 'Sec-Fetch-Mode': 'navigate' });
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/confirma-contrasenya?next=%2Fapi%2Fadmin%2Fexport.csv%3Fkind%3Dorders']);
  expect((await download(null, { 'Sec-Fetch-Mode': 'navigate' }, 'POST')).status).toBe(403);
  expect((await download(null, { 'Sec-Fetch-Mode': 'cors' })).status).toBe(403);
});
