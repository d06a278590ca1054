import { afterAll, beforeAll, expect, test } from 'vitest';

import { anEvent, changeEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aMember, login, type Member } from '#tests/support/people/accounts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

async function titlesAt(path: string): Promise<string[]> {
  const response = await app.ask(path);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  return [...(await response.text()).matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title!).filter((title) => title.startsWith('Feed'));
}

async function aMemberWithFeed(role: 'socio' | 'comision'): Promise<{ member: Member; cookie: string; path: string }> {
  const member = await aMember(app, { role });
  const cookie = await login(app, member);
  await renew(cookie);
  return { member, cookie, path: await feedOf(cookie) };
}

async function renew(cookie: string): Promise<void> {
  const response = await app.ask('/calendar?index', { method: 'POST', headers: { Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded' }, body: '' });
  expect(response.status).toBe(200);
}

/** As the calendar page shows it. */
async function feedOf(cookie: string): Promise<string> {
  const html = await (await app.ask('/calendar', { headers: { Cookie: cookie } })).text();
  return /href="webcal:\/\/[^/"]+([^"]+)"/.exec(html)![1]!;
}

test('the calendar that one subscribes to has what its reader may see, and each edit with it', async () => {
  await anEvent(app, { title: 'Feed públic', maxTickets: 0 });
  await anEvent(app, { title: 'Feed socis', visibility: 'socio' });
  const committee = await anEvent(app, { title: 'Feed comissió', visibility: 'comision' });
  const [socio, comision] = [await aMemberWithFeed('socio'), await aMemberWithFeed('comision')];
  expect((await titlesAt('/api/calendar.ics')).toSorted()).toEqual(['Feed públic']);
  expect((await titlesAt(socio.path)).toSorted()).toEqual(['Feed públic', 'Feed socis']);
  expect((await titlesAt(comision.path)).toSorted()).toEqual(['Feed comissió', 'Feed públic', 'Feed socis']);
  await changeEvent(app, committee.id, { title: 'Feed nou nom' });
  expect(await titlesAt(comision.path)).toContain('Feed nou nom');
  expect(await feedOf('')).toBe('/api/calendar.ics');
});

test('a demotion, a closed account and a new address each end what the old address showed', async () => {
  await anEvent(app, { title: 'Feed secret', visibility: 'comision' });
  const { member, cookie, path } = await aMemberWithFeed('comision');
  expect(await titlesAt(path)).toContain('Feed secret');
  await app.db.query.updateTable('users').set({ role: 'public' }).where('id', '=', member.id).execute();
  expect(await titlesAt(path)).not.toContain('Feed secret');
  await renew(cookie);
  const renewed = await feedOf(cookie);
  expect([(await app.ask(path)).status, (await app.ask(renewed)).status]).toEqual([404, 200]);
  await app.db.query.deleteFrom('sessions').where('userId', '=', member.id).execute();
  await app.db.query.updateTable('users').set({ banned: true }).where('id', '=', member.id).execute();
  expect((await app.ask(renewed)).status).toBe(404);
});

test('an address that nobody has is not there, and a guest gets none of their own', async () => {
  for (const token of [app.deps.ids.uuid(), 'x', '%00', '1 or 1=1']) expect([token, (await app.ask(`/api/calendar/${token}`)).status]).toEqual([token, 404]);
  const refused = await app.ask('/calendar?index', { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: '' });
  expect(refused.status).toBe(401);
});
