import type { Problem } from '#tests/support/people/buyers.ts';

import { differs } from '../difference.ts';
import type { World } from '../world.ts';
import { cookieFor, type Person } from './person.ts';

/** Writes a news item, as a draft first; publishes it, and may take it away again. */
export async function writeNews(world: World, editor: Person): Promise<void> {
  const { dice } = editor;
  const key = (): string => `news-${dice.below(2 ** 31)}-${dice.below(2 ** 31)}`;
  const news = { title: `Plantà ${dice.below(1_000)}`, content: 'El divendres, a les vuit.', category: 'general', tags: ['falla'], featured: false, status: 'draft' };
  const made = await world.insist<{ id: number; version: number } & Problem>(dice, { path: '/api/admin/news', key: key(), cookie: await cookieFor(world, editor), body: news });
  if (made.status !== 201) throw differs(world, `a news item is answered ${made.status} ${JSON.stringify(made.body)}`);
  const path = `/api/news/${made.body.id}`;
  await see(world, dice, { path, expected: 404 });
  const own = `/api/admin/news/${made.body.id}`;
  const seen = await world.insist<{ version: number }>(dice, { path: own, cookie: await cookieFor(world, editor) });
  const saved = await world.insist<Problem>(dice, { method: 'PUT', path: own, key: key(), headers: { 'If-Match': `"${seen.body.version}"` }, cookie: await cookieFor(world, editor), body: { ...news, status: 'published' } });
  if (saved.status !== 200) throw differs(world, `publishing is answered ${saved.status} ${JSON.stringify(saved.body)}`);
  await see(world, dice, { path, expected: 200 });
  world.record.did(editor.name, `publishes, news ${made.body.id}`);
  if (dice.chance(0.5)) return;
  const removed = await world.insist<Problem>(dice, { method: 'DELETE', path: own, key: key(), cookie: await cookieFor(world, editor) });
  if (removed.status !== 204) throw differs(world, `taking news away is answered ${removed.status} ${JSON.stringify(removed.body)}`);
  await see(world, dice, { path, expected: 404 });
  world.record.did(editor.name, `takes away, news ${made.body.id}`);
}

async function see(world: World, dice: Person['dice'], { path, expected }: { path: string; expected: number }): Promise<void> {
  let { status } = await world.insist(dice, { path });
  // Published by a process whose clock is ahead of the other's.
  if (status === 404 && world.faults.skewMs !== 0) {
    world.clock.advance(Math.abs(world.faults.skewMs));
    ({ status } = await world.insist(dice, { path }));
  }
  if (status !== expected) throw differs(world, `${path} is answered ${status} to a guest, instead of ${expected}`);
}
