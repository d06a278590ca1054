import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import { aMember, login, type Member, MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';
import { aPaidOrder, aTicket, cookieOf } from '#tests/support/people/buyers.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

/* What was sent after the session had ended is not done, and stands on its page again after signing in. */

type Fields = [name: string, value: string][];

const LIST = 'email,full_name,role\npilar@example.com,Pilar Roca,socio';

let app: TestApp;
let placed: PlacedOrder;
let ticketIds: string[];
let mailId: string;
let sessionUser: Member;
let admin: Member;

beforeAll(async () => {
  app = await aTestApp();
  const event = await anEvent(app);
  placed = await aPaidOrder(app, { event, tickets: [aTicket(event), aTicket(event)], body: { email: 'neus@exmaple.com' } });
  ticketIds = (await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', placed.orderId).orderBy('position').execute()).map(({ id }) => id);
  mailId = (await app.db.query.selectFrom('mails').select('id').where('orderId', '=', placed.orderId).executeTakeFirstOrThrow()).id;
  sessionUser = await aMember(app, { role: 'socio' });
});
beforeEach(async () => {
  admin = await aMember(app, { role: 'admin' });
});
afterAll(() => app.close());

async function send(path: string, fields: Fields, cookie = ''): Promise<Response> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', ...(cookie !== '' && { Cookie: cookie }) };
  return app.ask(path, { method: 'POST', headers, body: new URLSearchParams(fields) });
}

/** Sends an admin form whose session was ended; gives what the browser keeps of the answer. */
async function sendTooLate(path: string, fields: Fields): Promise<{ html: string; draft: string }> {
  const cookie = await login(app, admin);
  await app.db.query.deleteFrom('sessions').where('userId', '=', admin.id).execute();
  const answer = await send(path, fields, cookie);
  expect(answer.status).toBe(401);
  return { html: await answer.text(), draft: cookieOf(answer.headers) };
}

/** Signs in by the link of the refusal; gives the page that one ends up on. */
async function signInAgain({ html, draft }: { html: string; draft: string }, as: Member = admin): Promise<{ address: string; page: Response; cookie: string }> {
  const next = decodeURIComponent(/href="\/login\?next=([^"]+)"/.exec(html)?.[1] ?? '');
  const answer = await send('/login', [['email', as.email], ['password', MEMBER_PASSWORD], ['next', next]], draft);
  expect(answer.status).toBe(303);
  const address = answer.headers.get('location') ?? '';
  const cookie = [cookieOf(answer.headers), draft].filter(Boolean).join('; ');
  return { address, cookie, page: await app.ask(address, { headers: { Cookie: cookie } }) };
}

const FORMS: Record<string, () => { path: string; fields: Fields; expected: RegExp[]; address?: string }> = {
  'a new user': () => ({
    path: '/admin/users/new',
    fields: [['intent', 'create'], ['name', 'Amparo <Gil>'], ['email', 'amparo.nova@example.com'], ['role', 'comision']],
    expected: [/name="name"[^>]*value="Amparo &lt;Gil&gt;"/, /name="email"[^>]*value="amparo.nova@example.com"/, /<option value="comision" selected/, /<input(?![^>]*checked)[^>]*name="invite"/],
  }),
  'a role': () => ({
    path: `/admin/users/${sessionUser.id}`,
    fields: [['from', 'socio'], ['role', 'admin'], ['intent', 'role']],
    expected: [/<option value="admin" selected/, /name="from" value="socio"/],
  }),
  'a list of members': () => ({ path: '/admin/users/import', fields: [['text', LIST], ['intent', 'preview']], expected: [/<textarea[^>]*name="text"[^>]*>email,full_name,role\npilar@example\.com/] }),
  "an order's address": () => ({
    path: `/admin/mails?q=${placed.orderNumber}`,
    fields: [['row', mailId], ['comanda', placed.orderNumber], ['from', 'neus@exmaple.com'], ['to', 'neus@example.com'], ['intent', 'address']],
    expected: [/<details[^>]*open=""/, /name="to"[^>]*value="neus@example.com"/],
  }),
  'a refund': () => ({
    path: `/admin/orders/${placed.orderId}`,
    fields: [['ticket', ticketIds[1]!], ['intent', 'refund-some']],
    expected: [new RegExp(`<input(?=[^>]*checked)[^>]*value="${ticketIds[1]}"`)],
  }),
};

describe('a form that comes when its session has ended', () => {
  test.each(Object.keys(FORMS))('(%s) does nothing, and stands there as it was typed after signing in', async (name) => {
    const { path, fields, expected, address = path } = FORMS[name]!();
    const before = await traces();
    const refused = await sendTooLate(path, fields);
    expect(refused.html).toContain('La sessió ha caducat');
    const back = await signInAgain(refused);
    expect(back.address).toBe(address);
    const html = await back.page.text();
    for (const part of expected) expect(html).toMatch(part);
    expect(await traces()).toEqual(before);
    const sent = await send('/admin/users/import', [['text', '']], back.cookie);
    expect(sent.headers.getSetCookie().join()).toMatch(/comboi_form=; Max-Age=0/);
  });

  test.each([['convidar', { intent: 'invite' }], ['desactivar', { intent: 'disable' }]])('(a button alone: %s) does nothing, and one is back at the button', async (_, fields) => {
    const before = await traces();
    const back = await signInAgain(await sendTooLate(`/admin/users/${sessionUser.id}`, Object.entries(fields)));
    expect(back.address).toBe(`/admin/users/${sessionUser.id}`);
    expect(await back.page.text()).toContain('Enviar invitació');
    expect(await traces()).toEqual(before);
  });

  test('keeps its page and not itself when it is longer than a browser would keep', async () => {
    const refused = await sendTooLate('/admin/users/import', [['text', LIST.padEnd(6_000, ' ')]]);
    expect(refused.draft).toBe('');
    expect((await signInAgain(refused)).address).toBe('/admin/users/import');
  });

  test('is sealed: nobody reads it in the browser, and no other page gets it', async () => {
    const refused = await sendTooLate('/admin/users/new', [['name', 'Amparo Gil'], ['email', 'amparo@example.com']]);
    expect(Buffer.from(refused.draft.split('.')[3] ?? '', 'base64url').toString('latin1')).not.toContain('Amparo');
    const { cookie } = await signInAgain(refused);
    expect(await (await app.ask(`/admin/users/${sessionUser.id}`, { headers: { Cookie: cookie } })).text()).not.toContain('Amparo');
    const forged = cookie.replace(/(comboi_form=[^;]{80})(.)/, (_, before: string, letter: string) => before + (letter === 'A' ? 'B' : 'A'));
    expect(forged).not.toBe(cookie);
    expect(await (await app.ask('/admin/users/new', { headers: { Cookie: forged } })).text()).not.toContain('Amparo');
  });

  test('waits for a quarter of an hour', async () => {
    const refused = await sendTooLate('/admin/users/new', [['name', 'Amparo Gil']]);
    app.clock.advance(15 * 60_000 + 1_000);
    expect(await (await signInAgain(refused)).page.text()).not.toContain('Amparo');
  });

  test('is shown to no one who may not enter', async () => {
    const back = await signInAgain(await sendTooLate('/admin/users/new', [['name', 'Amparo Gil']]), sessionUser);
    expect(back.page.status).toBe(403);
    expect(await back.page.text()).not.toContain('Amparo');
  });

  test('that brought the password again is kept without it', async () => {
    const { path, fields } = FORMS['a role']!();
    const back = await signInAgain(await sendTooLate(path, [...fields, ['passwordAgain', MEMBER_PASSWORD]]));
    const html = await back.page.text();
    expect(html).toContain('<option value="admin" selected');
    expect(html).not.toContain(MEMBER_PASSWORD);
  });

  test('of passwords is not kept', async () => {
    const answer = await send('/change-password', [['current', MEMBER_PASSWORD], ['password', 'Quatre8Peres'], ['repeat', 'Quatre8Peres']]);
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.text()).toContain('/login?next=%2Fchange-password');
  });
});

/** Everything that was done so far. */
async function traces(): Promise<unknown> {
  return app.db.query.selectFrom('audit').where('action', 'not in', ['user.signed_in', 'user.signed_out']).select(({ fn }) => fn.countAll().as('rows')).executeTakeFirstOrThrow();
}
