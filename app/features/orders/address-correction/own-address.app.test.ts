import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import { anAppWithPost, mailsFor } from '#tests/support/people/accounts.ts';
import { aTicket, cookieOf, type Problem, press, signedIn } from '#tests/support/people/buyers.ts';
import { give, linksOf, take } from '#tests/support/people/transfers.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import type { PlacedOrder } from '#app/features/checkout/schema.ts';

let app: TestApp;
let post: OutgoingMail[];
beforeAll(async () => {
  ({ app, post } = await anAppWithPost());
});
afterAll(() => closeInOrder(app));

let made = 0;

interface Sale extends PlacedOrder {
  cookie: string;
  wrong: string;
}

/** Somebody with a browser of their own buys two tickets and types the address wrong. */
async function aSale(who: { cookie?: string } = {}): Promise<Sale> {
  made += 1;
  const wrong = `joana${made}@gmial.example`;
  const event = await anEvent(app);
  const response = await app.ask('/api/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(who.cookie !== undefined && { Cookie: who.cookie }) },
    body: JSON.stringify({ eventId: event.id, email: wrong, tickets: [aTicket(event), aTicket(event)] }),
  });
  const placed = (await response.json()) as PlacedOrder;
  await press(app, placed, 'pay');
  return { ...placed, cookie: who.cookie ?? cookieOf(response.headers), wrong };
}

async function correct(sale: Pick<Sale, 'orderId' | 'cookie'>, email: unknown, cookie: string | null = sale.cookie): Promise<{ status: number; body: Problem & { orderId: string } }> {
  const response = await app.ask(`/api/orders/${sale.orderId}/address`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(cookie !== null && { Cookie: cookie }) },
    body: JSON.stringify({ email }),
  });
  return { status: response.status, body: (await response.json()) as Problem & { orderId: string } };
}

async function stateOf(bearer: string): Promise<{ status: number; body: { orderId: string; email: string; tickets: { id: string; ticketNumber: string }[] } }> {
  const response = await app.ask(`/api/orders/${bearer}`);
  return { status: response.status, body: (await response.json()) as { orderId: string; email: string; tickets: { id: string; ticketNumber: string }[] } };
}

test('the tickets go to the right address, and what the wrong one holds opens nothing any more', async () => {
  const sale = await aSale();
  const [misled] = await mailsFor(app, post, sale.wrong);
  const old = (await stateOf(sale.orderId)).body.tickets.map(({ id }) => id);
  const right = `joana${made}@gmail.example`;

  const { status, body } = await correct(sale, ` ${right.toUpperCase()} `);
  expect([status, body]).toEqual([200, { orderId: expect.any(String), email: right }]);
  const now = await stateOf(body.orderId);
  expect(now.body).toMatchObject({ orderId: body.orderId, email: right });
  const ids = now.body.tickets.map(({ id }) => id);
  expect(ids.filter((id) => old.includes(id))).toEqual([]);

  const [found, ...more] = await mailsFor(app, post, right);
  expect(more).toEqual([]);
  expect(found!.text).toContain(`order_id=${body.orderId}`);
  expect(found!.attachments).toHaveLength(4);

  // The link of the mail that went astray, and everything else that its holder may try.
  expect(misled!.text).toContain(`order_id=${sale.orderId}`);
  expect((await app.ask(`/payment-success?order_id=${sale.orderId}`)).status).toBe(404);
  expect((await stateOf(sale.orderId)).status).toBe(404);
  for (const act of ['resend', 'cancel']) expect((await app.ask(`/api/orders/${sale.orderId}/${act}`, { method: 'POST' })).status).toBe(404);
  expect((await correct(sale, 'lladre@example.com')).status).toBe(404);
  const admin = await signedIn(app, 'admin@comboi.test');
  const verdicts = [...old, ...ids].map(async (qrData) => {
    const response = await app.ask('/api/tickets/verify', { method: 'POST', headers: { 'Content-Type': 'application/json', Cookie: admin }, body: JSON.stringify({ qrData }) });
    return ((await response.json()) as { code: string }).code;
  });
  expect(await Promise.all(verdicts)).toEqual(['REPLACED', 'REPLACED', 'VALID', 'VALID']);
});

test('a mail that has not left yet goes to the right address alone', async () => {
  const sale = await aSale();
  const right = `aviat${made}@example.com`;
  expect((await correct(sale, right)).status).toBe(200);
  expect(await mailsFor(app, post, right)).toHaveLength(1);
  expect(await mailsFor(app, post, sale.wrong)).toEqual([]);
});

describe('of an order whose tickets were given meanwhile', () => {
  async function aTransfer(recipient: { email?: string } = {}) {
    const sale = await aSale();
    await mailsFor(app, post, sale.wrong);
    const [first, second] = (await stateOf(sale.orderId)).body.tickets.map(({ ticketNumber }) => ({ orderId: sale.orderId, ticketNumber }));
    const { page } = await take(app, await give(app, first!), { name: 'Algú', note: 'Sense gluten', ...recipient });
    const link = await give(app, second!);
    return { sale, page: page!, link, right: `amb-regals${made}@example.com` };
  }

  test('takes back what somebody took and ends the links of what nobody took yet: neither opens anything any more', async () => {
    const { sale, page, link, right } = await aTransfer();
    expect([(await app.ask(page)).status, (await app.ask(link)).status]).toEqual([200, 200]);
    const { body } = await correct(sale, right);
    expect([(await app.ask(page)).status, (await app.ask(link)).status]).toEqual([404, 404]);
    expect((await take(app, link, { name: 'Tard' })).status).toBe(409);
    expect((await stateOf(body.orderId)).body.tickets).toHaveLength(2);
    const tickets = await app.db.query.selectFrom('tickets').select(['givenTo', 'note']).where('orderId', '=', sale.orderId).execute();
    expect(tickets).toEqual([{ givenTo: null, note: null }, { givenTo: null, note: null }]);
    const [found] = await mailsFor(app, post, right);
    expect(found!.attachments).toHaveLength(4);
    expect(await linksOf(app, body.orderId)).toEqual([]);
  });

  test('tells whoever took one and left an address', async () => {
    const { sale } = await aTransfer({ email: 'pau@example.com' });
    expect((await correct(sale, 'pau-regala@example.com')).status).toBe(200);
    const [notice, ...more] = await mailsFor(app, post, 'pau@example.com');
    expect([notice!.subject, more]).toEqual([expect.stringContaining('El teu tiquet ja no val'), []]);
    for (const words of ['ha corregit el seu correu', "que te'l torne a donar"]) expect(notice!.text).toContain(words);
    expect(notice!.text).not.toContain(sale.orderId);
  });

  test('says so beforehand to the buyer alone, also when none of the tickets is left to them', async () => {
    const { sale, link } = await aTransfer();
    const visible = async ({ orderId, cookie }: Pick<Sale, 'orderId' | 'cookie'>): Promise<boolean[]> => {
      const page = await (await app.ask(`/payment-success?order_id=${orderId}`, { headers: { Cookie: cookie } })).text();
      return ['que valen els tenen ara altres persones', 'No és este correu?', 'han donat tornen a tu'].map((text) => page.includes(text));
    };
    expect(await visible(await aSale())).toEqual([false, true, false]);
    expect(await visible(sale)).toEqual([false, true, true]);
    await take(app, link, { name: 'Algú més' });
    expect(await visible(sale)).toEqual([true, true, true]);
    expect(await visible({ ...sale, cookie: '' })).toEqual([true, false, false]);
  });
});

test('an admin who corrects an address leaves link, codes and given tickets as they are', async () => {
  const sale = await aSale();
  const [first] = (await stateOf(sale.orderId)).body.tickets;
  const { page } = await take(app, await give(app, { orderId: sale.orderId, ticketNumber: first!.ticketNumber }), { name: 'Marta' });
  const codes = async (): Promise<string[]> => (await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', sale.orderId).orderBy('position').execute()).map(({ id }) => id);
  const before = await codes();
  const admin = await signedIn(app, 'admin@comboi.test');
  const corrected = await app.ask(`/api/admin/orders/${sale.orderId}/email`, { method: 'POST', headers: { 'Content-Type': 'application/json', Cookie: admin }, body: JSON.stringify({ email: 'per-oficina@example.com' }) });
  expect([corrected.status, (await app.ask(page!)).status, await codes()]).toEqual([204, 200, before]);
  expect((await stateOf(sale.orderId)).body).toMatchObject({ email: 'per-oficina@example.com', tickets: [{}] });
});

describe('is refused', () => {
  test('a second time', async () => {
    const sale = await aSale();
    const { body } = await correct(sale, `primer${made}@example.com`);
    const again = await correct({ orderId: body.orderId, cookie: sale.cookie }, `segon${made}@example.com`);
    expect([again.status, again.body.code]).toEqual([409, 'ADDRESS_NOT_CORRECTABLE']);
  });

  test('a quarter of an hour later', async () => {
    const sale = await aSale();
    app.clock.advance(15 * 60_000);
    expect((await correct(sale, 'tard@example.com')).body.code).toBe('ADDRESS_NOT_CORRECTABLE');
  });

  test('to whoever has the link and not the browser, an account among them', async () => {
    const sale = await aSale();
    const other = await aSale();
    const others = [null, other.cookie, await signedIn(app, 'soci@comboi.test'), await signedIn(app, 'admin@comboi.test')];
    for (const [index, cookie] of others.entries()) expect((await correct(sale, `lladre${index}@example.com`, cookie)).body.code).toBe('ADDRESS_NOT_CORRECTABLE');
    expect((await stateOf(sale.orderId)).body.email).toBe(sale.wrong);
  });

  test('to an account: its address is its own', async () => {
    const cookie = await signedIn(app, 'soci@comboi.test');
    expect((await correct(await aSale({ cookie }), 'altre@example.com')).body.code).toBe('ADDRESS_NOT_CORRECTABLE');
  });

  test.each([['no address', 'joana'], ['nothing', undefined], ['a list', ['a@example.com']], ['two', 'a@example.com,b@example.com']])('with %s', async (_what, email) => {
    const sale = await aSale();
    expect((await correct(sale, email)).body.code).toBe('INVALID_EMAIL');
  });

  test('when an address has been sent three of them within the hour', async () => {
    for (const status of [200, 200, 200, 429]) expect((await correct(await aSale(), 'molt.popular@example.com')).status).toBe(status);
  });
});

test('of two corrections at once one is done', async () => {
  const sale = await aSale();
  const answers = await Promise.all(['un', 'dos'].map((name) => correct(sale, `${name}${made}@example.com`)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)[0]).toBe(200);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('only the browser that bought is offered it, and only while it may', async () => {
  const sale = await aSale();
  const offered = async (cookie?: string): Promise<boolean> =>
    (await (await app.ask(`/payment-success?order_id=${sale.orderId}`, { headers: cookie === undefined ? {} : { Cookie: cookie } })).text()).includes('No és este correu?');
  expect([await offered(sale.cookie), await offered()]).toEqual([true, false]);
  app.clock.advance(16 * 60_000);
  expect(await offered(sale.cookie)).toBe(false);
});
