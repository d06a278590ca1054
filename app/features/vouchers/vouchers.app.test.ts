import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { anEvent, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aVoucher } from '#tests/support/app/vouchers.ts';
import { aPaidOrder, aPlacedOrder, type OrderInput, order, ownAddress, signedIn } from '#tests/support/people/buyers.ts';
import { countGuessing } from '#app/features/door/code-guessing/service.server.ts';
import type { EventDetail } from '#app/features/events/schema.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => closeInOrder(app));

async function refusalOf(input: OrderInput): Promise<[number, string, string]> {
  const { status, body } = await order(app, input);
  return [status, body.code, body.message];
}

async function pricesOf(orderId: string): Promise<number[][]> {
  const rows = await app.db.query.selectFrom('tickets').select(['price', 'discount']).where('orderId', '=', orderId).orderBy('position').execute();
  return rows.map(({ price, discount }) => [price, discount]);
}

async function report(id: string): Promise<{ made: number; used: number; worth: number; endedAt: string | null }> {
  return (await (await app.ask(`/api/admin/vouchers/${id}`, { headers: { Cookie: admin } })).json()) as never;
}

function askAsAdmin(path: string, init: { method?: string; body?: unknown; headers?: Record<string, string> } = {}): Promise<Response> {
  return app.ask(path, { method: init.method ?? 'GET', headers: { Cookie: admin, ...(init.body !== undefined && { 'Content-Type': 'application/json' }), ...init.headers }, body: init.body === undefined ? null : JSON.stringify(init.body) });
}

const WITH_TWO = { Paella: [1400, 1200, 1000], Entrepà: [705, 600, 500] } as const;

describe('an order with a code', () => {
  test('costs less, and so says its payment, its page, its mail, the export and the order in the office', async () => {
    const event = await anEvent(app);
    const { id, code } = await aVoucher(app, admin, { code: 'MUSICS-2027', note: 'La xaranga' });
    expect(code).toBe('MUSICS-2027');
    const placed = await aPaidOrder(app, { event, quantity: 2, body: { voucher: ' muslcs 2O27', expectedTotal: 2240 } });
    expect(placed).toMatchObject({ total: 2240, discount: 560 });
    expect(await pricesOf(placed.orderId)).toEqual([[1120, 280], [1120, 280]]);
    expect(await app.db.query.selectFrom('payments').select(['amount', 'status']).where('orderId', '=', placed.orderId).execute()).toEqual([{ amount: 2240, status: 'paid' }]);
    expect(await (await app.ask(`/api/orders/${placed.orderId}`)).json()).toMatchObject({ total: 2240, discount: { code: 'MUSICS-2027', amount: 560 } });
    expect(await (await app.ask(`/payment-success?order_id=${placed.orderId}`)).text()).toContain('MUSICS-2027');
    expect(await (await askAsAdmin(`/admin/orders/${placed.orderId}`)).text()).toContain('MUSICS-2027');
    const csv = await (await askAsAdmin(`/api/admin/events/${event.id}/export.csv?kind=orders`)).text();
    expect(csv).toContain('"22,40"'.replaceAll('"', ''));
    expect(csv).toContain('MUSICS-2027;5,60');
    expect(await report(id)).toMatchObject({ made: 1, used: 1, worth: 560 });
  });

  test('asked for again is the same order at the same price, and one use', async () => {
    const event = await anEvent(app);
    const { id, code } = await aVoucher(app, admin);
    const input = { event, key: `key-${code}`, body: { voucher: code }, address: ownAddress() };
    const [first, second] = [await aPlacedOrder(app, input), await aPlacedOrder(app, input)];
    expect(second).toEqual(first);
    expect(await report(id)).toMatchObject({ used: 1, worth: 280 });
    expect((await order(app, { ...input, body: {} })).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('is not placed at a total that its buyer did not see', async () => {
    const event = await anEvent(app);
    const { code } = await aVoucher(app, admin);
    const refused = await order(app, { event, body: { voucher: code, expectedTotal: 1400 } });
    expect([refused.status, refused.body.code, refused.body.total]).toEqual([409, 'PRICE_CHANGED', 1120]);
  });

  test('that is free is completed at once, and nothing is paid', async () => {
    const event = await anEvent(app);
    const { code } = await aVoucher(app, admin, { kind: 'free', ticketLimit: 1 });
    const placed = await aPlacedOrder(app, { event, body: { voucher: code } });
    expect(placed).toMatchObject({ status: 'completed', total: 0, discount: 1400, paymentUrl: null });
    const two = await aVoucher(app, admin, { kind: 'free', ticketLimit: 1 });
    expect(await aPlacedOrder(app, { event, quantity: 2, body: { voucher: two.code } })).toMatchObject({ status: 'pending_payment', total: 1400, discount: 1400 });
  });

  test('left at some cents is told what the card takes at least', async () => {
    const event = await anEvent(app);
    const { code } = await aVoucher(app, admin, { kind: 'amount', value: 1380, per: 'ticket' });
    expect((await refusalOf({ event, body: { voucher: code } })).slice(0, 2)).toEqual([422, 'TOTAL_TOO_SMALL']);
  });

  test('at the price of members, or off the whole order, costs that; single refunds give back what each ticket cost', async () => {
    const event = await anEvent(app, { dishes: WITH_TWO });
    const [paella, sandwich] = event.sections[0]!.items.map(({ id }) => ({ sections: { [event.sections[0]!.id]: [id] }, options: [] }));
    const member = await aVoucher(app, admin, { kind: 'category', category: 'socio' });
    expect(await aPlacedOrder(app, { event, tickets: [paella, sandwich], body: { voucher: member.code } })).toMatchObject({ total: 1800, discount: 305 });
    const whole = await aVoucher(app, admin, { kind: 'amount', value: 1000, per: 'order' });
    const placed = await aPaidOrder(app, { event, tickets: [paella, sandwich], body: { voucher: whole.code } });
    expect(placed).toMatchObject({ total: 1105, discount: 1000 });
    const tickets = await app.db.query.selectFrom('tickets').select(['id', 'price', 'discount']).where('orderId', '=', placed.orderId).orderBy('position').execute();
    expect(tickets.map(({ price, discount }) => [price, discount])).toEqual([[735, 665], [370, 335]]);
    for (const ticket of tickets) {
      const refund = await askAsAdmin(`/api/admin/orders/${placed.orderId}/refund`, { method: 'POST', body: { ticketIds: [ticket.id], reason: 'Prova' } });
      expect(refund.status).toBe(202);
    }
    const refunds = await app.db.query.selectFrom('refunds').select('amount').where('orderId', '=', placed.orderId).orderBy('amount').execute();
    expect(refunds.map(({ amount }) => amount)).toEqual([370, 735]);
    expect(await report(whole.id)).toMatchObject({ used: 0, worth: 0 });
  });

  test('of a member is the better of both prices, or both where the code says so', async () => {
    const event = await anEvent(app);
    const cookie = await signedIn(app, 'soci@comboi.test');
    const ten = await aVoucher(app, admin, { value: 10 });
    expect((await refusalOf({ event, cookie, body: { voucher: ten.code } })).slice(0, 2)).toEqual([409, 'VOUCHER_NOT_APPLICABLE']);
    const half = await aVoucher(app, admin, { value: 50 });
    expect(await aPlacedOrder(app, { event, cookie, body: { voucher: half.code } })).toMatchObject({ total: 700, discount: 500 });
    const both = await aVoucher(app, admin, { value: 50, combines: true });
    expect(await aPlacedOrder(app, { event, cookie, body: { voucher: both.code } })).toMatchObject({ total: 600, discount: 600 });
  });
});

describe('a code is refused in words', () => {
  test('that nobody made, that is for another event, over, not begun, ended or used up', async () => {
    const [event, other] = [await anEvent(app), await anEvent(app)];
    expect(await refusalOf({ event, body: { voucher: 'ZZZZ-ZZZZ-ZZ' } })).toEqual([404, 'VOUCHER_NOT_FOUND', 'No hi ha cap codi així. Mira que estiga sencer']);
    expect((await refusalOf({ event, body: { voucher: 'x' } }))[1]).toBe('VOUCHER_NOT_FOUND');
    const elsewhere = await aVoucher(app, admin, { eventIds: [other.id] });
    expect(await refusalOf({ event, body: { voucher: elsewhere.code } })).toEqual([409, 'VOUCHER_NOT_APPLICABLE', 'Este codi no és per a este acte']);
    const over = await aVoucher(app, admin, { until: '2020-01-01' });
    expect((await refusalOf({ event, body: { voucher: over.code } }))[2]).toBe('Este codi ja no val');
    const later = await aVoucher(app, admin, { from: '2099-01-01' });
    expect((await refusalOf({ event, body: { voucher: later.code } }))[2]).toBe('Este codi encara no val');
    const ended = await aVoucher(app, admin);
    expect((await askAsAdmin(`/api/admin/vouchers/${ended.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await refusalOf({ event, body: { voucher: ended.code } }))[2]).toBe('Este codi ja no val');
    const used = await aVoucher(app, admin);
    await aPlacedOrder(app, { event, body: { voucher: used.code } });
    expect(await refusalOf({ event, body: { voucher: used.code } })).toEqual([409, 'VOUCHER_USED_UP', "Este codi ja s'ha gastat"]);
  });

  test('once more than an address may use it', async () => {
    const event = await anEvent(app);
    const { code } = await aVoucher(app, admin, { uses: 10, perMailbox: 1 });
    await aPlacedOrder(app, { event, body: { voucher: code, email: 'Neus@example.com' } });
    expect((await refusalOf({ event, body: { voucher: code, email: 'neus@example.com' } }))[1]).toBe('VOUCHER_USED_UP');
    expect(await aPlacedOrder(app, { event, body: { voucher: code, email: 'pau@example.com' } })).toMatchObject({ discount: 280 });
  });

  test("with an admin's free tickets", async () => {
    const event = await anEvent(app);
    const { code } = await aVoucher(app, admin);
    expect(await refusalOf({ event, cookie: admin, body: { voucher: code } })).toEqual([409, 'VOUCHER_NOT_APPLICABLE', 'Els tiquets gratuïts no porten codi']);
  });

  test('a hidden event is missed before its code is judged', async () => {
    const event = await anEvent(app, { visibility: 'socio' });
    const { code } = await aVoucher(app, admin);
    expect((await refusalOf({ event, body: { voucher: code } })).slice(0, 2)).toEqual([404, 'EVENT_NOT_FOUND']);
    expect((await refusalOf({ event, body: { voucher: 'ZZZZZZZZZZ' } })).slice(0, 2)).toEqual([404, 'EVENT_NOT_FOUND']);
  });

  test('a network that guesses is told to wait, and an admin hears of it', async () => {
    const event = await anEvent(app);
    const address = '203.0.113.77';
    const { code } = await aVoucher(app, admin);
    const strict = await app.another({ COMBOI_RATE_LIMITS: '1' });
    try {
      const codes: string[] = [];
      for (let guess = 0; guess < 41; guess += 1) codes.push((await order(strict, { event, address, body: { voucher: `GUESS-${String(guess).padStart(5, '0')}` } })).body.code);
      expect(codes.slice(0, 40)).toEqual(Array.from({ length: 40 }, () => 'VOUCHER_NOT_FOUND'));
      expect(codes.at(-1)).toBe('RATE_LIMITED');
      expect((await strict.ask(`/order/${event.id}?codi=ZZZZZZZZZZ`, { address, redirect: 'manual' })).status).toBe(429);
      expect((await strict.ask(`/checkout/${event.id}`, { method: 'POST', body: new URLSearchParams({ intent: 'enter', voucher: code }), address })).status).toBe(429);
      expect(countGuessing(strict.deps)).toBe(1);
      // Whoever knows a code is not counted.
      for (let visit = 0; visit < 45; visit += 1) expect((await strict.ask(`/order/${event.id}?codi=${code}`, { address: '203.0.113.99', redirect: 'manual' })).status).toBe(302);
      // Nor is the key of a hidden event guessed with orders.
      const hidden = await anEvent(app, { visibility: 'comision' });
      const keys: string[] = [];
      for (let guess = 0; guess < 41; guess += 1) keys.push((await order(strict, { event: hidden, address: '203.0.113.78', body: { voucher: `GUESS-${String(guess).padStart(5, '0')}` } })).body.code);
      expect(keys).toEqual([...Array.from({ length: 40 }, () => 'EVENT_NOT_FOUND'), 'RATE_LIMITED']);
    } finally {
      await strict.close();
    }
  });
});

describe('a use is given back', () => {
  test('by a hold that is given up, a refund of all of it and an event that is withdrawn, not by a refund of one ticket', async () => {
    const event = await anEvent(app);
    const { id, code } = await aVoucher(app, admin);
    const held = await aPlacedOrder(app, { event, body: { voucher: code } });
    await app.ask(`/api/orders/${held.orderId}/cancel`, { method: 'POST' });
    expect(await report(id)).toMatchObject({ used: 0, worth: 0 });
    const paid = await aPaidOrder(app, { event, quantity: 2, body: { voucher: code } });
    const [ticket] = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', paid.orderId).orderBy('position').execute();
    await askAsAdmin(`/api/admin/orders/${paid.orderId}/refund`, { method: 'POST', body: { ticketIds: [ticket!.id], reason: 'Prova' } });
    expect(await report(id)).toMatchObject({ used: 1, worth: 280 });
    expect((await order(app, { event, body: { voucher: code } })).body.code).toBe('VOUCHER_USED_UP');
    await askAsAdmin(`/api/admin/orders/${paid.orderId}/refund`, { method: 'POST', body: { reason: 'Prova' } });
    expect(await report(id)).toMatchObject({ used: 0 });
    expect(await aPaidOrder(app, { event, body: { voucher: code } })).toMatchObject({ discount: 280 });
    await withdraw(app, event.id);
    expect((await app.db.query.selectFrom('voucherUses').select('orderId').where('code', '=', code.replace('-', '')).execute()).length).toBe(3);
  });
});

describe('the office', () => {
  test('makes a thousand codes at once, each another, as a sheet and as cards; the same request again makes none', async () => {
    const event = await anEvent(app);
    const body = { kind: 'free', uses: 1, count: 1000, ticketLimit: 1, eventIds: [event.id], note: 'Col·laboradors' };
    const make = (): Promise<Response> => askAsAdmin('/api/admin/vouchers', { method: 'POST', body, headers: { 'Idempotency-Key': `thousand-${event.id}` } });
    const [first, again] = [await make(), await make()];
    expect([first.status, again.status]).toEqual([201, 201]);
    const made = (await first.json()) as { id: string; codes: string[] };
    expect(await again.json()).toEqual(made);
    expect(new Set(made.codes).size).toBe(1000);
    expect(made.codes[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const csv = await (await askAsAdmin(`/api/admin/vouchers/${made.id}/codes.csv`)).text();
    expect(csv.trim().split('\n')).toHaveLength(1001);
    expect(csv).toContain(`/order/${event.id}?codi=${made.codes[999]}`);
    const cards = await (await askAsAdmin(`/admin/codis/${made.id}/imprimir?full=5`)).text();
    expect(cards).toContain(made.codes[999]);
    expect(/<article.*?<\/article>/s.exec(cards)?.[0]).toContain(event.title);
    expect(cards).not.toContain(made.codes[0]);
    expect(await report(made.id)).toMatchObject({ made: 1000, used: 0, worth: 0, endedAt: null });
  });

  test('has one link for all the events of a code, on its page, in the sheet and in the square of its card', async () => {
    const [first, second] = [await anEvent(app, { title: 'Sopar' }), await anEvent(app, { title: 'Dinar' })];
    for (const eventIds of [[], [first.id, second.id]]) {
      const { id, code } = await aVoucher(app, admin, { eventIds });
      const page = await (await askAsAdmin(`/admin/codis/${id}`)).text();
      const csv = await (await askAsAdmin(`/api/admin/vouchers/${id}/codes.csv`)).text();
      expect([page, csv].map((text) => text.includes(`/codi?codi=${code}`))).toEqual([true, true]);
      for (const eventId of eventIds) expect(page).toContain(`/order/${eventId}?codi=${code}`);
      const cards = await (await askAsAdmin(`/admin/codis/${id}/imprimir`)).text();
      expect(cards).toContain(`aria-label="Enllaç del codi ${code}"`);
      for (const title of eventIds.length === 0 ? ['Per a tots els actes'] : ['Dinar', 'Sopar']) expect(cards).toContain(title);
    }
  });

  test('is told beside the field what a code lacks, and whose it is already', async () => {
    await aVoucher(app, admin, { code: 'GUANYADORS-27' });
    const fieldsOf = async (body: unknown): Promise<unknown> => ((await (await askAsAdmin('/api/admin/vouchers', { method: 'POST', body })).json()) as { fields?: unknown }).fields;
    expect(await fieldsOf({ kind: 'percent', uses: 1, value: 120 })).toEqual({ value: 'Escriu quant es descompta, entre 1 i 100' });
    expect(await fieldsOf({ kind: 'unlock', uses: 1 })).toEqual({ eventIds: 'Tria quins actes obri' });
    expect(await fieldsOf({ kind: 'free', uses: 1, eventIds: [2_000_000_000] })).toEqual({ eventIds: 'Algun acte ja no hi és: torna a triar' });
    expect(await fieldsOf({ kind: 'free', uses: 1, code: 'guanyad0rs 27' })).toHaveProperty('code');
    expect(await fieldsOf({ kind: 'free', uses: 0 })).toHaveProperty('uses');
    for (const cookie of ['', await signedIn(app, 'taquilla@comboi.test')]) expect((await app.ask('/api/admin/vouchers', { method: 'POST', headers: { Cookie: cookie, 'Content-Type': 'application/json' }, body: '{}' })).status).toBeGreaterThanOrEqual(401);
  });

  test('lists the codes before the form, which is folded until it is wanted or refused', async () => {
    await aVoucher(app, admin);
    const listed = await (await askAsAdmin('/admin/codis')).text();
    expect(listed.indexOf('aria-label="Codis creats"')).toBeGreaterThan(-1);
    expect(listed.indexOf('aria-label="Codis creats"')).toBeLessThan(listed.indexOf('>Nou codi</summary>'));
    const isOpen = (html: string): boolean => /<details[^>]* open=""[^>]*><summary[^>]*>Nou codi/.test(html);
    const refused = await (await app.ask('/admin/codis', { method: 'POST', headers: { Cookie: admin }, body: new URLSearchParams({ intent: 'make', kind: 'percent', percent: '300', count: '1', uses: '1' }) })).text();
    expect([isOpen(listed), isOpen(refused)]).toEqual([false, true]);
  });

  test('makes and ends them on its page', async () => {
    const post = (path: string, fields: Record<string, string>): Promise<Response> => app.ask(path, { method: 'POST', headers: { Cookie: admin }, body: new URLSearchParams(fields), redirect: 'manual' });
    const wrong = await post('/admin/codis', { intent: 'make', kind: 'percent', percent: '', per: 'ticket', category: 'socio', count: '1', uses: '1' });
    const refused = await wrong.text();
    expect([wrong.status, /id="make-percent-error"[^>]*>.*?entre 1 i 100/s.test(refused)]).toEqual([400, true]);
    expect(refused).not.toMatch(/(Per cent|Euros) de descompte<span[^>]*> \(opcional\)/);
    const made = await post('/admin/codis', { intent: 'make', kind: 'amount', amount: '5', percent: 'res', per: 'order', category: 'socio', count: '3', uses: '2', note: 'Veïns' });
    expect(made.status).toBe(303);
    const path = new URL(made.headers.get('location')!, 'http://x').pathname;
    const page = await (await askAsAdmin(path)).text();
    for (const text of ['3 codis', 'per comanda', 'Veïns', '2 usos de cada codi', 'tots els actes']) expect(page).toContain(text);
    expect((await (await askAsAdmin('/admin/codis')).text()).replaceAll('<!-- -->', '')).toContain('0 comandes de 6 ·');
    expect((await post(path, { intent: 'end' })).status).toBe(303);
    expect(await (await askAsAdmin(path)).text()).toContain('Ja no valen.');
  });

  test('forgets who codes were for a month after their last use, and not while they can be used', async () => {
    const event: EventDetail = await anEvent(app);
    const [used, open] = [await aVoucher(app, admin, { note: 'Pepa la del forn' }), await aVoucher(app, admin, { note: 'Encara per gastar' })];
    await aPaidOrder(app, { event, body: { voucher: used.code } });
    const { eraseVoucherNotesBefore } = await import('./store.server.ts');
    const noteOf = async (id: string): Promise<string | null> => (await app.db.query.selectFrom('vouchers').select('note').where('id', '=', id).executeTakeFirstOrThrow()).note;
    const now = app.clock.now().getTime();
    await eraseVoucherNotesBefore(app.db.query, new Date(now - 60_000));
    expect(await noteOf(used.id)).toBe('Pepa la del forn');
    await eraseVoucherNotesBefore(app.db.query, new Date(now + 60_000));
    expect([await noteOf(used.id), await noteOf(open.id)]).toEqual([null, 'Encara per gastar']);
  });
});
