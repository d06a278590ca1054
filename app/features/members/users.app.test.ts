import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { aPaidOrder, aPlacedOrder, cookieOf, DEMO_PASSWORD, press, refreshOrder, signedIn } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { messageOf } from '#tests/support/app/admin-pages.ts';
import { memberPages } from '#tests/support/app/member-pages.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => closeInOrder(app));

const { submit, aPerson, whoIs, auditOf, idOf } = memberPages(() => ({ app, admin }));

async function page(path: string, cookie = admin): Promise<string> {
  return (await (await app.ask(path, { headers: { Cookie: cookie } })).text()).replaceAll('<!-- -->', '');
}

async function admins(): Promise<number> {
  return (await app.db.query.selectFrom('users').select('id').where('role', '=', 'admin').where('banned', '=', false).execute()).length;
}

const PATHS = ['/admin/users', '/admin/users/new', '/admin/users/import', '/admin/users/00000000-0000-4000-8000-000000000000'];

describe('nobody but an admin', () => {
  test.each(PATHS)('opens or changes %s', async (path) => {
    for (const who of [null, 'public', 'soci', 'comissio'] as const) {
      const cookie = who === null ? '' : await signedIn(app, `${who}@comboi.test`);
      for (const address of [path, `${path}.data`]) {
        expect([who, address, (await app.ask(address, { headers: { Cookie: cookie } })).status]).toEqual([who, address, 403]);
      }
      const changed = await submit(path, { intent: 'delete', name: 'X', email: 'x@example.com', role: 'admin' }, cookie);
      expect(changed.status).toBe(who === null ? 401 : 403);
    }
    expect(await page(path, '')).toContain('Accés Denegat');
  });

  test.each(['/admin/users', '/admin/ticket-verification'])('whoever is signed in and refused %s may come in with another account', async (path) => {
    const OTHER = 'Iniciar Sessió amb un altre compte';
    expect(await page(path, await signedIn(app, 'soci@comboi.test'))).toContain(OTHER);
    expect(await page(path, '')).not.toContain(OTHER);
  });

  test('an admin who was demoted or signed out meanwhile is stopped at the next request', async () => {
    const person = await aPerson();
    const colleague = await aPerson({ role: 'admin' });
    const { passwordHash } = await app.db.query.selectFrom('users').select('passwordHash').where('email', '=', 'admin@comboi.test').executeTakeFirstOrThrow();
    await app.db.query.updateTable('users').set({ passwordHash }).where('id', '=', colleague.id).execute();
    const signIn = async (): Promise<string> => signedIn(app, colleague.email as 'admin@comboi.test');
    const session = await signIn();
    expect((await submit(person.path, { intent: 'role', from: 'socio', role: 'comision' }, session)).status).toBe(303);
    expect((await submit(colleague.path, { intent: 'role', from: 'admin', role: 'socio' })).status).toBe(303);
    const LATE: Record<string, string>[] = [{ intent: 'role', from: 'comision', role: 'socio' }, { intent: 'invite' }, { intent: 'disable' }, { intent: 'end-sessions' }, { intent: 'delete' }];
    const statuses = await Promise.all(LATE.map(async (form) => (await submit(person.path, form, session)).status));
    figure('F11 calls accepted after a demotion', `${statuses.filter((status) => status !== 403).length} of ${LATE.length}`);
    expect(statuses).toEqual(LATE.map(() => 403));
    expect((await submit(colleague.path, { intent: 'disable' })).status).toBe(303);
    expect((await submit(person.path, { intent: 'disable' }, session)).status).toBe(401);
    const login = await app.ask('/api/session', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email: colleague.email, password: DEMO_PASSWORD }) });
    expect(login.status).toBe(401);
    expect(await whoIs(person.id)).toEqual({ role: 'comision', banned: false });
  });
});

describe('the list', () => {
  test('searches names and addresses, `%` and `_` as they stand, and filters roles', async () => {
    await aPerson({ name: 'Cent per cent 100%_a', role: 'comision' });
    await aPerson({ name: 'Amparo Beltran', role: 'socio' });
    expect(await page('/admin/users?q=AMPARO')).toContain('Amparo Beltran');
    expect(await page('/admin/users?q=100%25_')).toContain('Cent per cent');
    for (const q of ['100__', '%25%25', '_________', '\\']) {
      const html = await page(`/admin/users?q=${q.replaceAll('\\', '%5C')}`);
      expect(html).not.toContain('Amparo Beltran');
    }
    expect(await page('/admin/users?role=comision')).not.toContain('Amparo Beltran');
    expect(await page('/admin/users?role=nonsense')).toContain('Amparo Beltran');
  });

  test('shows one page at most, whatever page is asked for', async () => {
    for (let more = 0; more < 60; more += 1) await aPerson({ name: `Molts ${String(more).padStart(3, '0')}` });
    const rowCounts: number[] = [];
    for (const wanted of ['-1', '0', '1e9', '99999999999999999999', 'x', '2', '1.5']) {
      const response = await app.ask(`/admin/users?q=Molts&page=${wanted}`, { headers: { Cookie: admin } });
      expect([wanted, response.status]).toEqual([wanted, 200]);
      rowCounts.push([...(await response.text()).matchAll(/href="\/admin\/users\/[0-9a-f-]{36}"/g)].length);
    }
    figure('H15 rows of one page at most, whatever page is asked for', Math.max(...rowCounts));
    expect(Math.max(...rowCounts)).toBe(50);
    expect(Math.min(...rowCounts)).toBeGreaterThan(0);
    for (const q of ['%00', 'x'.repeat(5000), "' or 1=1 --"]) expect((await app.ask(`/admin/users?q=${encodeURIComponent(q)}`, { headers: { Cookie: admin } })).status).toBe(200);
    expect((await app.ask('/admin/users?q=%00', { headers: { Cookie: admin } })).status).toBe(200);
  });
});

describe('a new account', () => {
  test('keeps a name as it is shown: nothing in it turns the direction of writing, or is none', async () => {
    await submit('/admin/users/new', { name: 'Maria\u202e\u001b[31m Anglés', email: 'girada@example.com', role: 'socio' });
    const { name } = await app.db.query.selectFrom('users').select('name').where('email', '=', 'girada@example.com').executeTakeFirstOrThrow();
    expect(name).toBe('Maria[31m Anglés');
  });

  test('is made with its role and invited to set a password', async () => {
    const answer = await submit('/admin/users/new', { name: '  Neus   Pla ', email: 'Neus.Pla@Example.com', role: 'comision', invite: 'on' });
    expect(answer.status).toBe(303);
    const id = await idOf('neus.pla@example.com');
    expect(answer.headers.get('Location')).toBe(`/admin/users/${id}`);
    expect(messageOf(answer)).toBe('Usuari creat.');
    expect(await whoIs(id)).toEqual({ role: 'comision', banned: false });
    expect(await app.db.query.selectFrom('mails').select(['kind', 'recipient']).where('recipient', '=', 'neus.pla@example.com').execute()).toEqual([{ kind: 'invitation', recipient: 'neus.pla@example.com' }]);
    const boss = `user:${await idOf('admin@comboi.test')}`;
    expect(await auditOf(id)).toEqual([
      { actor: boss, action: 'user.created', detail: { before: null, after: 'comision' } },
      { actor: boss, action: 'user.invited', detail: {} },
    ]);
    const followed = `${admin}; ${cookieOf(answer.headers)}`;
    const next = await app.ask(`/admin/users/${id}`, { headers: { Cookie: followed } });
    expect(await next.text()).toContain('Usuari creat.');
    // Shown once: the browser forgets it.
    expect(next.headers.getSetCookie().join()).toMatch(/comboi_message=; Max-Age=0/);
  });

  test('tells its message to scripts once more, whose first answer may be discarded by a refresh, and to no page after that', async () => {
    const made = await submit('/admin/users/new', { name: 'Empar Roig', email: 'empar@example.com', role: 'socio' });
    const address = made.headers.get('Location')!;
    const read = async (cookie: string, to: 'empty' | 'document'): Promise<{ isNoticeVisible: boolean; cookie: string; isForgotten: boolean }> => {
      const answer = await app.ask(to === 'empty' ? `${address}.data` : address, { headers: { Cookie: `${admin}; ${cookie}`, 'Sec-Fetch-Dest': to } });
      return { isNoticeVisible: (await answer.text()).includes('Usuari creat.'), cookie: cookieOf(answer.headers), isForgotten: answer.headers.getSetCookie().some((one) => one.startsWith('comboi_message=; Max-Age=0')) };
    };
    const discarded = await read(cookieOf(made.headers), 'empty');
    expect(discarded).toMatchObject({ isNoticeVisible: true, isForgotten: false });
    expect(await read(discarded.cookie, 'empty')).toMatchObject({ isNoticeVisible: true, isForgotten: true });
    expect(await read(discarded.cookie, 'document')).toMatchObject({ isNoticeVisible: false, isForgotten: true });
  });

  test('is refused with the reason beside the field, and what was typed stays', async () => {
    const answer = await submit('/admin/users/new', { name: 'Nom i Cognoms Escrits', email: 'no és correu', role: 'comision' });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    for (const text of ['Nom i Cognoms Escrits', 'no és correu', 'Per favor, introdueix un email vàlid']) expect(html).toContain(text);
    const twice = await submit('/admin/users/new', { name: 'Maria', email: 'SOCI@comboi.test', role: 'admin' });
    expect(twice.status).toBe(409);
    expect(await twice.text()).toContain('Ja hi ha un usuari amb este correu.');
    expect((await whoIs(await idOf('soci@comboi.test')))?.role).toBe('socio');
  });

  test('two admins who make the same account at once make one', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => submit('/admin/users/new', { name: 'Bis', email: 'bis@example.com', role: 'socio' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409]);
  });
});

describe('changes', () => {
  test('of role, state and sessions each leave a row with who, whom, before and after', async () => {
    const { id, path } = await aPerson();
    for (const fields of [{ intent: 'role', from: 'socio', role: 'comision' }, { intent: 'disable' }, { intent: 'enable' }, { intent: 'end-sessions' }, { intent: 'invite' }]) {
      expect((await submit(path, fields as Record<string, string>)).status).toBe(303);
    }
    const boss = `user:${await idOf('admin@comboi.test')}`;
    expect(await auditOf(id)).toEqual([
      { actor: boss, action: 'user.role_changed', detail: { before: 'socio', after: 'comision' } },
      { actor: boss, action: 'user.disabled', detail: { before: 'enabled', after: 'disabled' } },
      { actor: boss, action: 'user.enabled', detail: { before: 'disabled', after: 'enabled' } },
      { actor: boss, action: 'user.sessions_ended', detail: {} },
      { actor: boss, action: 'user.invited', detail: {} },
    ]);
    expect(await page(path)).toContain('Rol canviat: Soci → Comissió');
  });

  test('end the sessions of whoever is disabled at once', async () => {
    const public_ = await signedIn(app, 'public@comboi.test');
    const id = await idOf('public@comboi.test');
    await submit(`/admin/users/${id}`, { intent: 'disable' });
    expect(await page('/my-tickets', public_)).toContain('Has d&#x27;iniciar sessió');
    expect(await app.db.query.selectFrom('sessions').select('id').where('userId', '=', id).execute()).toEqual([]);
    await submit(`/admin/users/${id}`, { intent: 'enable' });
  });

  test('of a role that another admin changed meanwhile are refused', async () => {
    const { id, path } = await aPerson();
    const answers = await Promise.all(['comision', 'public'].map((role) => submit(path, { intent: 'role', from: 'socio', role })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    expect((await auditOf(id)).length).toBe(1);
  });

  test('nobody knows, or of nobody, change nothing', async () => {
    const { id, path } = await aPerson();
    for (const fields of [{ intent: 'promote' }, { intent: 'role', from: 'socio', role: 'king' }, {}] as Record<string, string>[]) expect((await submit(path, fields)).status).toBe(400);
    for (const stranger of ['x', '1 or 1=1', app.deps.ids.uuid()]) expect((await submit(`/admin/users/${encodeURIComponent(stranger)}`, { intent: 'delete' })).status).toBe(404);
    expect(await whoIs(id)).toEqual({ role: 'socio', banned: false });
  });
});

describe('deleting somebody', () => {
  test('keeps their paid tickets, and lets an order under way be paid', async () => {
    await submit('/admin/users/new', { name: 'Qui se’n va', email: 'sen.va@example.com', role: 'socio' });
    const id = await idOf('sen.va@example.com');
    const event = await anEvent(app);
    const paid = await aPaidOrder(app, { event, body: { email: 'sen.va@example.com' } });
    const open = await aPlacedOrder(app, { event, body: { email: 'sen.va@example.com' } });
    await app.db.query.updateTable('orders').set({ userId: id }).where('id', 'in', [paid.orderId, open.orderId]).execute();
    const deleted = await submit(`/admin/users/${id}`, { intent: 'delete' });
    expect(deleted.headers.get('Location')).toBe('/admin/users');
    expect(messageOf(deleted)).toBe('Usuari esborrat. Els seus tiquets es conserven.');
    expect(await whoIs(id)).toBeNull();
    await press(app, open, 'pay');
    for (const { orderId } of [paid, open]) expect(await refreshOrder(app, orderId)).toMatchObject({ status: 'paid', email: 'sen.va@example.com' });
    expect((await auditOf(id)).at(-1)).toMatchObject({ action: 'user.deleted', detail: { before: 'socio', after: null } });
  });
});

describe('the last admin', () => {
  beforeEach(async () => {
    await app.db.query.updateTable('users').set({ role: 'socio' }).where('role', '=', 'admin').where('email', '<>', 'admin@comboi.test').execute();
  });

  test.each([{ intent: 'role', from: 'admin', role: 'socio' }, { intent: 'disable' }, { intent: 'delete' }])('can’t be taken away: %j', async (fields) => {
    const answer = await submit(`/admin/users/${await idOf('admin@comboi.test')}`, fields as Record<string, string>);
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('És l&#x27;únic administrador');
    expect(await admins()).toBe(1);
  });

  test('stays however many requests take the last two away at once', async () => {
    const rounds = count({ test: 6, soak: 100 });
    let without = 0;
    for (let round = 0; round < rounds; round += 1) {
      const other = await aPerson({ role: 'admin' });
      const mine = `/admin/users/${await idOf('admin@comboi.test')}`;
      const ways: Record<string, string>[] = [{ intent: 'role', from: 'admin', role: 'socio' }, { intent: 'disable' }];
      await Promise.all([submit(mine, ways[round % 2]!), ...[...ways, { intent: 'delete' }].map((way) => submit(other.path, way))]);
      if ((await admins()) === 0) without += 1;
      await app.db.query.updateTable('users').set({ role: 'admin', banned: false }).where('email', '=', 'admin@comboi.test').execute();
      await app.db.query.updateTable('users').set({ role: 'socio' }).where('id', '=', other.id).execute();
      admin = await signedIn(app, 'admin@comboi.test');
    }
    figure('F12 rounds in which the last admin went', `${without} of ${rounds}`);
    expect(without).toBe(0);
  });
});
