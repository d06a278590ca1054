import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { smtpMailer } from '#app/platform/adapters/mail/smtp-mailer.server.ts';
import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { messageOf } from '#tests/support/app/admin-pages.ts';
import { aPaidOrder, eventNamed, refreshOrder, signedIn } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { aMailApp, type MailApp, UNDRAWN } from '#tests/support/smtp/mail-app.ts';
import type { SmtpManner, TestSmtp } from '#tests/support/smtp/smtp-server.ts';

import { deliverDueMails } from '../service.server.ts';

const NONE_LEFT = 'Ja no en quedava cap per a tornar a enviar';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let app: MailApp;
let smtp: TestSmtp;
let mailDeps: Deps;
let admin: string;

beforeAll(async () => {
  app = await aMailApp();
  ({ smtp, mailDeps } = app);
});
beforeEach(async () => {
  admin = await signedIn(app, 'admin@comboi.test');
});
afterEach(() => app.empty());
afterAll(() => app.close());

async function aBuyer(email: string): Promise<PlacedOrder> {
  return aPaidOrder(app, { event: await eventNamed(app, 'Sopar de Germanor'), body: { email } });
}

async function deliver(): Promise<void> {
  while ((await deliverDueMails(mailDeps, { templates: UNDRAWN, limit: 200 })) > 0);
}

/** A buyer whose mail the mail server has refused in its manner. */
async function aBuyerRefused(manner: SmtpManner, email: string): Promise<PlacedOrder> {
  const order = await aBuyer(email);
  smtp.manner = manner;
  await deliver();
  smtp.manner = 'accept';
  return order;
}

/** A buyer whose mailbox does not exist. */
function aMistypedBuyer(email = 'neus@exmaple.com'): Promise<PlacedOrder> {
  return aBuyerRefused('no_such_box', email);
}

async function page(query = '', cookie: string = admin): Promise<{ status: number; text: string }> {
  const response = await app.ask(`/admin/mails${query}`, { headers: { Cookie: cookie } });
  return { status: response.status, text: await response.text() };
}

async function press(fields: Record<string, string>, { cookie = admin, query = '' } = {}): Promise<Response> {
  return app.ask(`/admin/mails${query}`, { method: 'POST', body: new URLSearchParams(fields), ...(cookie !== '' && { headers: { Cookie: cookie } }) });
}

function correct(order: PlacedOrder, from: string, to: string): Promise<Response> {
  return press({ intent: 'address', mail: '', comanda: order.orderNumber, from, to });
}

async function mailOf(order: PlacedOrder): Promise<string> {
  const mail = await app.db.query.selectFrom('mails').select('id').where('orderId', '=', order.orderId).executeTakeFirstOrThrow();
  return mail.id;
}

async function auditOf(action: string): Promise<{ subjectId: string; actor: string; detail: unknown }[]> {
  return app.db.query.selectFrom('audit').select(['subjectId', 'actor', 'detail']).where('action', '=', action).orderBy('id').execute();
}

function recipients(): string[] {
  return smtp.received.flatMap((mail) => mail.recipients);
}

test('only admins see mails, and only they send or redirect them', async () => {
  const order = await aMistypedBuyer();
  const id = await mailOf(order);
  for (const email of ['comissio@comboi.test', 'soci@comboi.test', 'public@comboi.test'] as const) {
    const cookie = await signedIn(app, email);
    const seen = await page('', cookie);
    expect(seen.status).toBe(403);
    expect(seen.text).not.toContain('exmaple');
    expect((await press({ intent: 'again', mail: id }, { cookie })).status).toBe(403);
  }
  expect((await press({ intent: 'address', mail: id, comanda: order.orderNumber, from: 'neus@exmaple.com', to: 'me@example.com' }, { cookie: '' })).status).toBe(401);
  expect(await refreshOrder(app, order.orderId)).toMatchObject({ email: 'neus@exmaple.com', emailStatus: 'failed' });
});

describe('the list', () => {
  test('says first what was refused and why, then what has waited for long, and nothing of mails that left', async () => {
    await aMistypedBuyer();
    const waiting = await aBuyer('waits@example.com');
    smtp.manner = 'busy';
    await deliver();
    app.clock.advance(11 * MINUTE_MS);
    await aBuyer('fresh@example.com');
    const { text } = await page();
    expect(text).toContain('La bústia no existix');
    expect(text).toContain('que es torne a provar més tard');
    expect(text).toContain(waiting.orderNumber);
    expect(text.indexOf('neus@exmaple.com')).toBeLessThan(text.indexOf('waits@example.com'));
    expect(text).not.toContain('fresh@example.com');
  });

  test('says so when everything has left', async () => {
    await aBuyer('left@example.com');
    await deliver();
    expect((await page()).text).toContain('Tots els correus han eixit');
    expect((await page('?estat=sent')).text).toContain('left@example.com');
  });

  test.each([
    ['a part of an address', () => 'eft@exam', 1],
    ['an order in small letters', (order: PlacedOrder) => order.orderNumber.toLowerCase(), 1],
    ['a joker, which is none', () => '%', 0],
    ['what the database cannot keep', () => '\0', 0],
  ])('finds mails of any state by %s', async (_, search, found) => {
    const order = await aBuyer('left@example.com');
    await deliver();
    const { status, text } = await page(`?q=${encodeURIComponent(search(order))}`);
    expect(status).toBe(200);
    expect(text.includes('left@example.com')).toBe(found === 1);
  });

  test('comes in pages of fifty', async () => {
    const order = await aBuyer('many@example.com');
    const { id: _, ...mail } = await app.db.query.selectFrom('mails').selectAll().where('orderId', '=', order.orderId).executeTakeFirstOrThrow();
    const rows = Array.from({ length: 60 }, () => ({ ...mail, id: crypto.randomUUID(), kind: 'refund' as const, cause: 'refund' as const, status: 'failed' as const, detail: null }));
    await app.db.query.insertInto('mails').values(rows).execute();
    const { text } = await page();
    expect(text).toContain('60 correus');
    expect(text.match(/<article/g)).toHaveLength(50);
    expect((await page('?page=2')).text.match(/<article/g)).toHaveLength(10);
    expect((await page('?page=99')).text.match(/<article/g)).toHaveLength(10);
  });
});

test('an admin has a mail sent to themself, sees how it went, and is held back after five', async () => {
  smtp.manner = 'no_such_box';
  const pressed = await press({ intent: 'test' });
  expect([pressed.status, pressed.headers.get('location'), messageOf(pressed)]).toEqual([303, '/admin/mails?q=admin%40comboi.test&estat=all', expect.stringContaining('admin@comboi.test')]);
  await deliver();
  const { text } = await page('?q=admin%40comboi.test&estat=all');
  for (const words of ['Prova de correu', 'No enviat', 'no such mailbox']) expect(text).toContain(words);

  smtp.manner = 'accept';
  expect((await press({ intent: 'test' })).status).toBe(303);
  await deliver();
  expect(smtp.received.map(({ recipients: to, email }) => [to, email.subject])).toEqual([[['admin@comboi.test'], 'Prova de correu']]);
  for (let n = 0; n < 3; n += 1) await press({ intent: 'test' });
  const sixth = await press({ intent: 'test' });
  expect([sixth.status, (await sixth.text()).includes("en l&#x27;última hora")]).toEqual([409, true]);
});

describe('sending again', () => {
  test('sends a mail that was given up once, however often the button is pressed, and notes who did', async () => {
    const order = await aMistypedBuyer();
    const id = await mailOf(order);
    const answers = await Promise.all(Array.from({ length: 5 }, () => press({ intent: 'again', mail: id })));
    expect(answers.map((answer) => [answer.status, answer.headers.get('location'), messageOf(answer)])).toEqual(Array.from({ length: 5 }, () => [303, '/admin/mails', 'El correu torna a eixir ara mateix']));
    await deliver();
    expect((await press({ intent: 'again', mail: id })).status).toBe(303);
    await deliver();
    expect(recipients()).toEqual(['neus@exmaple.com']);
    expect(await auditOf('mail.sent_again')).toMatchObject([{ subjectId: id, actor: expect.stringMatching(/^user:/) }]);
  });

  test('does not wait for the next try, and gives the mail another day', async () => {
    const order = await aBuyer('slow@example.com');
    smtp.manner = 'busy';
    for (let hour = 0; hour <= 24; hour += 1) {
      await deliver();
      app.clock.advance(HOUR_MS);
    }
    expect((await refreshOrder(app, order.orderId)).emailStatus).toBe('failed');
    admin = await signedIn(app, 'admin@comboi.test');
    await press({ intent: 'again', mail: await mailOf(order) });
    await deliver();
    expect((await refreshOrder(app, order.orderId)).emailStatus).toBe('pending');
    smtp.manner = 'accept';
    await press({ intent: 'again', mail: await mailOf(order) });
    await deliver();
    expect(recipients()).toEqual(['slow@example.com']);
  });

  test.each(['', 'no-id', crypto.randomUUID()])('of no mail (%j) is refused in words', async (mail) => {
    const answer = await press({ intent: 'again', mail });
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('ja no hi és');
  });
});

describe('sending all again that one failure of ours stopped', () => {
  test('sends each once, however often it is asked for, leaves those alone whose address is wrong, and notes who did', async () => {
    const wronged = count({ test: 8, soak: 300 });
    await aMistypedBuyer();
    const emails = Array.from({ length: wronged }, (_, index) => `pere${index}@example.com`);
    for (const email of emails) await aBuyer(email);
    smtp.manner = 'bad_login';
    // A mailer of its own: connections that are logged in already would not ask for the password again.
    const mailer = smtpMailer({ url: `${smtp.url}?rateLimit=10000`, mailFrom: 'Comboi <hola@comboi.example>' });
    await app.db.query.updateTable('mails').set({ createdAt: new Date(app.clock.now().getTime() - 25 * HOUR_MS) }).where('status', '=', 'pending').execute();
    await deliverDueMails({ ...mailDeps, mailer }, { templates: UNDRAWN, limit: 1_000 });
    await mailer.close();
    smtp.manner = 'accept';

    const { text } = await page();
    expect(text).toContain(`${wronged} correus no han eixit pel mateix motiu`);
    expect(text).toContain('no accepta la contrasenya');
    const answers = await Promise.all(Array.from({ length: 3 }, () => press({ intent: 'all-again', failure: 'login' })));
    expect(answers.map(messageOf).toSorted()).toEqual([NONE_LEFT, NONE_LEFT, `${wronged} correus tornen a eixir, un darrere de l'altre`].toSorted());
    await deliver();
    expect(recipients().toSorted()).toEqual(emails.toSorted());
    const noted = (await auditOf('mail.sent_again')).filter(({ detail }) => (detail as { failure?: string }).failure === 'login');
    expect(new Set(noted.map(({ subjectId }) => subjectId)).size).toBe(wronged);
    expect((await page()).text).not.toContain('pel mateix motiu');
    figure('C8 mails stopped by a wrong password of ours, sent by one button', `${recipients().length} of ${wronged}`);
  });

  test.each(['no_mailbox', 'full_mailbox', 'nothing_to_say', 'no_failure', ''])('is not done for %j, which one button can’t mend', async (failure) => {
    for (const email of ['neus@exmaple.com', 'pere@exmaple.com']) await aMistypedBuyer(email);
    for (const email of ['carme@example.com', 'vicent@example.com']) await aBuyerRefused('full_box', email);
    expect((await page()).text).not.toContain('pel mateix motiu');
    expect(messageOf(await press({ intent: 'all-again', failure }))).toBe(NONE_LEFT);
    await deliver();
    expect(recipients()).toEqual([]);
  });
});

describe('correcting an address', () => {
  test('brings every buyer with a mistyped one the tickets, and notes who changed what', async () => {
    const buyers = count({ test: 5, soak: 100 });
    const orders: PlacedOrder[] = [];
    for (let index = 0; index < buyers; index += 1) orders.push(await aBuyer(`neus${index}@exmaple.com`));
    smtp.manner = 'no_such_box';
    await deliver();
    smtp.manner = 'accept';
    app.clock.advance(MINUTE_MS);
    for (const order of orders) expect((await refreshOrder(app, order.orderId)).tickets).toHaveLength(1);
    for (const [index, order] of orders.entries()) expect((await correct(order, `neus${index}@exmaple.com`, ` Neus${index}@example.com `)).status).toBe(303);
    await deliver();
    expect(recipients().toSorted()).toEqual(orders.map((_, index) => `neus${index}@example.com`).toSorted());
    for (const [index, order] of orders.entries()) expect(await refreshOrder(app, order.orderId)).toMatchObject({ email: `neus${index}@example.com`, emailStatus: 'sent' });
    expect((await page()).text.includes('Tots els correus han eixit')).toBe(true);
    const trace = (await auditOf('order.address_corrected')).find(({ subjectId }) => subjectId === orders[0]!.orderId);
    expect(trace).toMatchObject({ actor: expect.stringMatching(/^user:/), detail: { before: 'n***@exmaple.com', after: 'n***@example.com' } });
    figure('C8 buyers with a mistyped address who got their tickets', `${smtp.received.length} of ${buyers}`);
  });

  test.each(['', 'ORD-1-0001', '\0'])('of no order (%j) is refused in words', async (orderNumber) => {
    const answer = await press({ intent: 'address', mail: '', comanda: orderNumber, from: 'neus@exmaple.com', to: 'neus@example.com' });
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('ja no hi és');
  });

  test('twice at once sends once', async () => {
    const order = await aMistypedBuyer();
    const answers = await Promise.all(Array.from({ length: 5 }, () => correct(order, 'neus@exmaple.com', 'neus@example.com')));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    await deliver();
    expect(recipients()).toEqual(['neus@example.com']);
  });

  test('by two admins to two addresses keeps the first, and tells the second', async () => {
    const order = await aMistypedBuyer();
    expect((await correct(order, 'neus@exmaple.com', 'neus@example.com')).status).toBe(303);
    const second = await correct(order, 'neus@exmaple.com', 'neus@example.org');
    expect(second.status).toBe(409);
    expect(await second.text()).toContain('Algú altre ha canviat');
    expect((await refreshOrder(app, order.orderId)).email).toBe('neus@example.com');
  });

  test('stops the mail that still tries the old one', async () => {
    const order = await aBuyer('neus@exmaple.com');
    smtp.manner = 'busy';
    await deliver();
    smtp.manner = 'accept';
    await correct(order, 'neus@exmaple.com', 'neus@example.com');
    app.clock.advance(HOUR_MS);
    await deliver();
    expect(recipients()).toEqual(['neus@example.com']);
  });

  test.each(['', 'neus', 'neus@example', 'a@example.com, b@evil.com', 'a@example.com\r\nBcc: b@evil.com', '"a b"@example.com', 'a@x(c)evil.com'])('to %j is refused beside the field, with what was typed', async (to) => {
    const order = await aMistypedBuyer();
    const answer = await press({ intent: 'address', mail: await mailOf(order), comanda: order.orderNumber, from: 'neus@exmaple.com', to });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Per favor, introdueix un email vàlid');
    await deliver();
    expect(recipients()).toEqual([]);
    expect((await refreshOrder(app, order.orderId)).email).toBe('neus@exmaple.com');
  });

  test('gives the tickets to the account that has proven the new address, and takes them from that of the old one', async () => {
    const order = await aMistypedBuyer('public@comboi.test');
    const [loser, winner] = [await signedIn(app, 'public@comboi.test'), await signedIn(app, 'soci@comboi.test')];
    await app.db.query.updateTable('users').set({ emailVerified: true }).where('email', 'in', ['public@comboi.test', 'soci@comboi.test']).execute();
    const seenBy = async (cookie: string): Promise<boolean> => (await (await app.ask('/my-tickets', { headers: { Cookie: cookie } })).text()).includes(order.orderNumber);
    expect([await seenBy(loser), await seenBy(winner)]).toEqual([true, false]);
    await correct(order, 'public@comboi.test', 'soci@comboi.test');
    expect([await seenBy(loser), await seenBy(winner)]).toEqual([false, true]);
  });
});
