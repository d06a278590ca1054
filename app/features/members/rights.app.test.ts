import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { GrantableRight } from '#app/domain/people/rights.ts';
import { requireRight } from '#app/platform/http/guards/guards.server.ts';
import { asStaff } from '#app/platform/http/guards/staff.server.ts';
import { aMember, login, type Member, sendForm } from '#tests/support/people/accounts.ts';
import { order, signedIn } from '#tests/support/people/buyers.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { messageOf } from '#tests/support/app/admin-pages.ts';
import { outsideTransactions } from '#tests/support/app/one-connection.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => closeInOrder(app));

const OPEN_TO_STAFF = ['/admin', '/admin/ticket-verification', '/admin/users', '/admin/payments', '/api/admin/tickets/ORD-1-0001-T1'];

async function statuses(cookie: string): Promise<number[]> {
  return Promise.all(OPEN_TO_STAFF.map(async (path) => (await app.ask(path, { headers: { Cookie: cookie } })).status));
}

async function page(path: string, cookie: string): Promise<string> {
  return (await (await app.ask(path, { headers: { Cookie: cookie } })).text()).replaceAll('<!-- -->', '');
}

async function change({ id }: Pick<Member, 'id'>, fields: { from?: string[]; right?: string[] }, cookie = admin): Promise<Response> {
  const body = new URLSearchParams([['intent', 'rights'], ...(fields.from ?? []).map((one) => ['from', one]), ...(fields.right ?? []).map((one) => ['right', one])]);
  return app.ask(`/admin/users/${id}`, { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: cookie }, body });
}

async function rightsOfAccount(id: string): Promise<GrantableRight[]> {
  return (await app.db.query.selectFrom('userRights').select('staffRight').where('userId', '=', id).orderBy('staffRight').execute()).map(({ staffRight }) => staffRight);
}

async function lastAction(id: string): Promise<unknown> {
  return app.db.query.selectFrom('audit').select(['action', 'detail']).where('subjectId', '=', id).orderBy('id', 'desc').limit(1).executeTakeFirst();
}

describe('a right', () => {
  test('opens what it is for and nothing else, and changes no price', async () => {
    const event = await anEvent(app);
    const cookies = { ofDoor: await login(app, await aMember(app, { role: 'comision', rights: ['door'] })), ofEditor: await login(app, await aMember(app, { role: 'comision', rights: ['editor'] })) };
    expect(await statuses(cookies.ofDoor)).toEqual([200, 200, 403, 403, 403]);
    expect(await statuses(cookies.ofEditor)).toEqual([200, 403, 403, 403, 403]);
    expect(await order(app, { event, cookie: cookies.ofDoor })).toMatchObject({ status: 201, body: { status: 'pending_payment', total: 1000 } });
  });

  test('shows on the panel and in the menu only what it opens', async () => {
    const seen = async (rights: GrantableRight[]): Promise<Record<string, boolean>> => {
      const html = await page('/admin', await login(app, await aMember(app, { role: 'socio', rights })));
      return { verification: html.includes('/admin/ticket-verification'), users: html.includes('/admin/users'), payments: html.includes('/admin/payments') };
    };
    expect(await seen(['door'])).toEqual({ verification: true, users: false, payments: false });
    expect(await seen(['till', 'editor'])).toEqual({ verification: false, users: false, payments: false });
    expect(await page('/tickets', await login(app, await aMember(app, { role: 'comision' })))).not.toContain('href="/admin');
    expect(await page('/admin', admin)).toContain('/admin/ticket-verification');
  });

  test('given or taken is true on the very next request, audited, and kept in the history', async () => {
    const member = await aMember(app, { role: 'comision' });
    const cookie = await login(app, member);
    expect(await statuses(cookie)).toEqual([403, 403, 403, 403, 403]);
    const changed = await change(member, { right: ['door', 'till'] });
    expect(changed.headers.get('Location')).toBe(`/admin/users/${member.id}`);
    expect(messageOf(changed)).toBe('Permisos canviats.');
    expect(await lastAction(member.id)).toEqual({ action: 'user.rights_changed', detail: { before: '', after: 'door till' } });
    expect(await statuses(cookie)).toEqual([200, 200, 403, 403, 403]);
    expect((await change(member, { from: ['door', 'till'], right: ['till'] })).status).toBe(303);
    expect(await statuses(cookie)).toEqual([200, 403, 403, 403, 403]);
    const sheet = await page(`/admin/users/${member.id}`, admin);
    expect(sheet).toContain('Permisos canviats: cap → Porta, Taquilla');
    expect(sheet).toContain('Permisos canviats: Porta, Taquilla → Taquilla');
    expect(await page(`/admin/users?q=${member.email}`, admin)).toContain('>Taquilla<');
  });

  test('is changed by admins alone, from what was on their screen, and is one of those that can be given', async () => {
    const member = await aMember(app, { role: 'comision', rights: ['door'] });
    const cookie = await login(app, member);
    expect((await change(member, { from: ['door'], right: ['door', 'till'] }, cookie)).status).toBe(403);
    expect((await change(member, { from: [], right: ['till'] })).status).toBe(409);
    for (const right of ['admin', 'constructor']) expect((await change(member, { from: ['door'], right: [right] })).status).toBe(400);
    expect(await rightsOfAccount(member.id)).toEqual(['door']);
    await expect(app.db.query.insertInto('userRights').values({ userId: member.id, staffRight: 'admin' as 'door' }).execute()).rejects.toThrow('check');
  });

  test('goes when its account becomes an admin, and another role later does not bring it back', async () => {
    const member = await aMember(app, { role: 'comision', rights: ['door', 'till'] });
    const cookie = await login(app, member);
    await sendForm(app, `/admin/users/${member.id}`, { intent: 'role', from: 'comision', role: 'admin' }, { cookie: admin });
    expect(await statuses(cookie)).toEqual([200, 200, 200, 200, 404]);
    expect(await page(`/admin/users/${member.id}`, admin)).toContain('té tots els permisos');
    expect((await change(member, { from: [], right: ['door'] })).status).toBe(409);
    await sendForm(app, `/admin/users/${member.id}`, { intent: 'role', from: 'admin', role: 'comision' }, { cookie: admin });
    expect(await rightsOfAccount(member.id)).toEqual([]);
    expect(await statuses(cookie)).toEqual([403, 403, 403, 403, 403]);
  });
});

test('work as staff begins only with the right still there, and keeps it until its end', async () => {
  const member = await aMember(app, { role: 'comision', rights: ['door'] });
  const door = requireRight({ kind: 'user', userId: member.id, role: 'comision', rights: ['door'], name: '', email: '' }, 'door');
  const steps: string[] = [];
  let taken: Promise<unknown> = Promise.resolve();
  await asStaff(app.deps, { staff: door, right: 'door' }, async () => {
    taken = outsideTransactions(() => change(member, { from: ['door'] })).then(() => steps.push('taken'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    steps.push('worked');
  });
  await taken;
  expect(steps).toEqual(['worked', 'taken']);
  expect(await asStaff(app.deps, { staff: door, right: 'door' }, async () => 'worked')).toEqual({ outcome: 'refused', reason: 'right_lost' });
  await app.db.query.updateTable('users').set({ role: 'admin' }).where('id', '=', member.id).execute();
  expect(await asStaff(app.deps, { staff: door, right: 'door' }, async () => 'worked')).toBe('worked');
  await app.db.query.updateTable('users').set({ banned: true }).where('id', '=', member.id).execute();
  expect(await asStaff(app.deps, { staff: door, right: 'door' }, async () => 'worked')).toMatchObject({ reason: 'right_lost' });
});
