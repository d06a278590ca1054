import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { readPlanSums } from '#app/features/announcements/plans/service.server.ts';
import { selectOrder } from '#app/features/orders/service.server.ts';
import { readRefundable } from '#app/features/payments/manual-settlement/service.server.ts';
import { carryOutRefunds } from '#app/features/payments/refunds/refunds.server.ts';
import { renderRefundMail } from '#app/features/tickets/service.server.ts';
import { anEvent, PAELLA, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder, violations } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, aTicketWith, post, refreshOrder, signedIn } from '#tests/support/people/buyers.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => closeInOrder(app));

let drawer: string;
let drawers = 0;
beforeEach(async () => {
  drawers += 1;
  const { status, body } = await post(app, '/api/admin/till/sessions', { body: { float: 1_000, name: `Caixa ${drawers}` }, headers: { Cookie: admin } });
  if (status !== 201) throw new Error(`no drawer: ${status}`);
  drawer = (body as unknown as { id: string }).id;
});

const DEARER = 3_000;
const CHEAPER = 1_000;
const PAID = PAELLA[0]!;

async function aSoldPaella({ tickets = 1, atTill = false }: { tickets?: number; atTill?: boolean } = {}) {
  const event = await anEvent(app, { dishes: { Paella: PAELLA, Llamàntol: [DEARER, DEARER, DEARER], Amanida: [CHEAPER, CHEAPER, CHEAPER] }, places: { Llamàntol: 1 } });
  const wanted = Array.from({ length: tickets }, () => aTicketWith(event, 'Paella'));
  const { orderId } = atTill ? await soldAtTill(event.id, wanted) : await aPaidOrder(app, { event, tickets: wanted });
  const numbers = (await app.db.query.selectFrom('tickets').select('ticketNumber').where('orderId', '=', orderId).orderBy('position').execute()).map(({ ticketNumber }) => ticketNumber);
  return { event, orderId, numbers };
}

async function soldAtTill(eventId: number, tickets: readonly unknown[]): Promise<{ orderId: string }> {
  const { body } = await post(app, `/api/admin/till/sessions/${drawer}/sales`, { body: { eventId, category: 'public', means: 'terminal', tickets }, headers: { Cookie: admin } });
  return body as unknown as { orderId: string };
}

type Sold = Awaited<ReturnType<typeof aSoldPaella>>;

async function change({ event, orderId, numbers }: Sold, to: string, how: Record<string, string> & { ticket?: string; displayed?: string } = {}): Promise<Response> {
  const { ticket = numbers[0]!, displayed, ...fields } = how;
  const section = event.sections[0]!;
  const idOf = (name: string): string => section.items.find((item) => item.name === name)!.id;
  const dish = [section.id, idOf('Paella'), idOf(to), ...(displayed === undefined ? [] : [displayed])].join(' ');
  const body = new URLSearchParams({ intent: 'dishes', 'dish[0]': dish, drawer, ...fields });
  return app.ask(`/admin/orders/${orderId}/plats/${ticket}`, { method: 'POST', headers: { Cookie: admin }, body });
}

async function moneyOf({ orderId }: Sold) {
  const { query } = app.db;
  const order = await query.selectFrom('orders').select(['status', 'totalAmount']).where('id', '=', orderId).executeTakeFirstOrThrow();
  const prices = (await query.selectFrom('tickets').select('price').where('orderId', '=', orderId).orderBy('position').execute()).map(({ price }) => price);
  const adjusted = (await query.selectFrom('priceAdjustments').select(['amount', 'means']).where('orderId', '=', orderId).execute()).map(({ amount, means }) => `${means} ${amount}`);
  return { ...order, prices, adjusted };
}

async function htmlAt(path: string): Promise<string> {
  return (await (await app.ask(path, { headers: { Cookie: admin } })).text()).replaceAll('<!-- -->', '');
}

/** As the panel says, in cents. */
async function takenToday(): Promise<number> {
  return Number((/cobrat ([\d.]+,\d\d)/.exec(await htmlAt('/admin'))?.[1] ?? '').replaceAll(/[.,]/g, ''));
}

async function expectedIn(session: string): Promise<Record<string, number>> {
  const { body } = await post(app, `/api/admin/till/sessions/${session}/close`, { body: { counted: { cash: 0, terminal: 0, bizum: 0 }, again: true, reason: 'Prova' }, headers: { Cookie: admin } });
  return (body as unknown as { expected: Record<string, number> }).expected;
}

async function refund({ orderId }: Sold, ticketIds?: readonly string[]): Promise<number> {
  const { status } = await post(app, `/api/admin/orders/${orderId}/refund`, { body: { reason: 'No ve', ...(ticketIds && { ticketIds }) }, headers: { Cookie: admin } });
  await carryOutRefunds(app.deps);
  return status;
}

async function handBack({ orderId }: Sold, more: Record<string, unknown> = {}) {
  return post(app, `/api/admin/till/sessions/${drawer}/sales/${orderId}/give-back`, { body: { means: 'cash', reason: 'El que falta', ...more }, headers: { Cookie: admin } });
}

async function refundsOf({ orderId }: Sold): Promise<string[]> {
  const rows = await app.db.query.selectFrom('refunds').select(['amount', 'charge', 'status']).where('orderId', '=', orderId).orderBy('createdAt').execute();
  return rows.map(({ amount, charge, status }) => `${charge.startsWith('till:') ? 'hand' : 'card'} ${amount} ${status}`);
}

describe('an admin who changes a dish to a dearer one', () => {
  test('takes the difference in a drawer: ticket, order, kitchen, totals and the drawer follow', async () => {
    const sold = await aSoldPaella();
    const before = await takenToday();
    expect((await change(sold, 'Llamàntol', { settle: 'cash', displayed: String(DEARER) })).status).toBe(303);
    expect((await takenToday()) - before).toBe(DEARER - PAID);
    expect(await htmlAt(`/admin/events/day/${sold.event.id}?phase=after`)).toMatch(/Total<\/th><td>30,00/);
    expect(await moneyOf(sold)).toEqual({ status: 'paid', totalAmount: DEARER, prices: [DEARER], adjusted: [`cash ${DEARER - PAID}`] });
    const kitchen = (await (await app.ask(`/api/admin/events/${sold.event.id}/kitchen`, { headers: { Cookie: admin } })).json()) as { dishes: { name: string; revenue: number }[] };
    expect(kitchen.dishes.map(({ name, revenue }) => [name, revenue])).toEqual([['Llamàntol', DEARER]]);
    const totals = (await (await app.ask(`/admin/totals?event=${sold.event.id}`, { headers: { Cookie: admin } })).text()).replaceAll('<!-- -->', '');
    expect(totals).toContain('30,00');
    expect((await refreshOrder(app, sold.orderId)).total).toBe(DEARER);
    expect(await expectedIn(drawer)).toEqual({ cash: 1_000 + DEARER - PAID, terminal: 0, bizum: 0 });
    expect(await violations(app)).toEqual([]);
  });

  test('may forgive it with a reason, without a drawer: the ticket costs what was paid', async () => {
    const sold = await aSoldPaella();
    const refused = await change(sold, 'Llamàntol', { settle: 'forgiven', drawer: '' });
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('Digues per què es perdona')]);
    expect((await change(sold, 'Llamàntol', { settle: 'forgiven', drawer: '', reason: 'Al·lèrgia al marisc' })).status).toBe(303);
    expect(await moneyOf(sold)).toEqual({ status: 'paid', totalAmount: PAID, prices: [PAID], adjusted: [] });
    const [row] = await app.db.query.selectFrom('menuChanges').innerJoin('tickets', 'tickets.id', 'menuChanges.ticketId').select(['difference', 'forgivenReason']).where('orderId', '=', sold.orderId).execute();
    expect(row).toEqual({ difference: DEARER - PAID, forgivenReason: 'Al·lèrgia al marisc' });
    expect(await violations(app)).toEqual([]);
  });

  test('is told what lacks, and nothing changes: no word of the money, a closed drawer, another price than the one shown', async () => {
    const sold = await aSoldPaella();
    const words = async (answer: Promise<Response>): Promise<[number, string]> => [(await answer).status, await (await answer).text()];
    expect(await words(change(sold, 'Llamàntol'))).toEqual([409, expect.stringContaining('Digues com s&#x27;arregla la diferència')]);
    expect(await words(change(sold, 'Llamàntol', { settle: 'cash', displayed: '2900' }))).toEqual([409, expect.stringContaining('Els preus han canviat mentrestant')]);
    expect(await words(change(sold, 'Amanida', { settle: 'cash', drawer: app.deps.ids.uuid() }))).toEqual([409, expect.stringContaining('Esta caixa ja està tancada')]);
    await expectedIn(drawer);
    expect((await change(sold, 'Llamàntol', { settle: 'cash' })).status).toBe(409);
    expect(await moneyOf(sold)).toEqual({ status: 'paid', totalAmount: PAID, prices: [PAID], adjusted: [] });
  });

  test('finds on the page what can be done without an open drawer: forgive', async () => {
    const sold = await aSoldPaella();
    const { query } = app.db;
    for (const { id } of await query.selectFrom('tillSessions').select('id').where('closedAt', 'is', null).execute()) await expectedIn(id);
    const page = await (await app.ask(`/admin/orders/${sold.orderId}/plats/${sold.numbers[0]}`, { headers: { Cookie: admin } })).text();
    expect([page.includes('value="forgiven"'), page.includes('value="cash"')]).toEqual([true, false]);
  });
});

describe('an admin who changes a dish to a cheaper one', () => {
  test('gives the difference back out of a drawer, which gives no more cash than it holds', async () => {
    const sold = await aSoldPaella({ tickets: 3 });
    const low = (await post(app, '/api/admin/till/sessions', { body: { float: PAID - CHEAPER, name: `Justa ${drawers}` }, headers: { Cookie: admin } })).body as unknown as { id: string };
    expect((await change(sold, 'Amanida', { settle: 'cash', drawer: low.id })).status).toBe(303);
    const refused = await change(sold, 'Amanida', { settle: 'cash', drawer: low.id, ticket: sold.numbers[1]! });
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('A la caixa no hi ha tant efectiu')]);
    expect((await change(sold, 'Amanida', { settle: 'bizum', drawer: low.id, ticket: sold.numbers[1]! })).status).toBe(303);
    const back = PAID - CHEAPER;
    expect(await moneyOf(sold)).toMatchObject({ totalAmount: 3 * PAID - 2 * back, prices: [CHEAPER, CHEAPER, PAID], adjusted: [`cash ${-back}`, `bizum ${-back}`] });
    expect(await expectedIn(low.id)).toEqual({ cash: 0, terminal: 0, bizum: -back });
    expect(await violations(app)).toEqual([]);
  });
});

describe('a refund after the dish has changed', () => {
  test.each([
    ['dearer', 'Llamàntol', false, { byCard: PAID, byHand: DEARER - PAID }, '14,00'],
    ['cheaper', 'Amanida', false, { byCard: CHEAPER, byHand: 0 }, '10,00'],
    ['dearer, of what the till sold,', 'Llamàntol', true, { byCard: 0, byHand: DEARER }, '30,00'],
  ])('to a %s one is the same for the order, for its event and for whoever may give the tickets back', async (_, dish, atTill, left, displayed) => {
    const sold = await aSoldPaella({ atTill });
    await change(sold, dish, { settle: 'bizum' });
    expect(await readRefundable(app.db.query, (await selectOrder(app.db.query, { id: sold.orderId }))!)).toMatchObject(left);
    expect(await readPlanSums(app.deps, sold.event.id)).toMatchObject(left);
    const words = { kind: 'move', subject: 'Canvi', body: 'Canvi', chooseUntil: '2099-12-31', createdBy: null } as const;
    await app.db.query.insertInto('announcements').values({ ...words, id: app.deps.ids.uuid(), eventId: sold.event.id, createdAt: app.clock.now() }).execute();
    expect((await (await app.ask(`/canvi-de-plans?order_id=${sold.orderId}`)).text()).replaceAll('<!-- -->', '')).toContain(`Els torne: ${displayed}`);
  });

  test('gives by card what came by card; the rest waits at the till, once', async () => {
    const sold = await aSoldPaella();
    await change(sold, 'Llamàntol', { settle: 'cash' });
    expect((await handBack(sold)).status).toBe(409);
    expect(await refund(sold)).toBe(202);
    expect(await refundsOf(sold)).toEqual([`card ${PAID} succeeded`]);
    expect(await moneyOf(sold)).toMatchObject({ status: 'paid' });
    expect(await (await app.ask(`/admin/orders/${sold.orderId}`, { headers: { Cookie: admin } })).text()).toContain('16,00');
    expect(await violations(app)).toEqual([]);
    const { orderNumber } = await app.db.query.selectFrom('orders').select('orderNumber').where('id', '=', sold.orderId).executeTakeFirstOrThrow();
    const isListed = async (): Promise<boolean> => (await (await app.ask('/admin/owed', { headers: { Cookie: admin } })).text()).includes(orderNumber);
    expect(await isListed()).toBe(true);
    const mail = await app.db.query.selectFrom('mails').select(['id', 'kind', 'orderId', 'recipient', 'detail', 'createdAt']).where('orderId', '=', sold.orderId).where('kind', '=', 'refund').executeTakeFirstOrThrow();
    expect((await renderRefundMail(app.deps, mail))?.text).toContain(`16,00\u00a0€ que vas pagar en persona te'ls tornem a la taquilla: porta el número ${orderNumber}`);
    expect(await handBack(sold)).toMatchObject({ status: 200, body: { amount: DEARER - PAID } });
    expect((await handBack(sold)).status).toBe(409);
    expect(await isListed()).toBe(false);
    expect(await refundsOf(sold)).toEqual([`card ${PAID} succeeded`, `hand ${DEARER - PAID} succeeded`]);
    expect(await moneyOf(sold)).toMatchObject({ status: 'refunded', totalAmount: DEARER });
    expect(await violations(app)).toEqual([]);
  });

  test('is paid out of a withdrawn event as the list of who is owed says, before the card and with a ticket that is used', async () => {
    const sold = await aSoldPaella({ tickets: 2 });
    await change(sold, 'Llamàntol', { settle: 'cash' });
    const [, { id: ticketId }] = (await refreshOrder(app, sold.orderId)).tickets as [unknown, { id: string }];
    expect((await post(app, '/api/tickets/use', { body: { ticketId, nonce: ticketId, eventId: sold.event.id, device: 'Porta' }, headers: { Cookie: admin } })).body).toMatchObject({ success: true });
    const withdrawn = new URLSearchParams({ intent: 'withdraw', id: app.deps.ids.uuid(), words: 'Ens ha caigut el sopar.' });
    expect((await app.ask(`/admin/events/plans/${sold.event.id}?canvi=retirar`, { method: 'POST', headers: { Cookie: admin }, body: withdrawn })).status).toBe(303);
    const tickOff = (): Promise<Response> => app.ask('/admin/owed', { method: 'POST', headers: { Cookie: admin }, body: new URLSearchParams({ intent: 'give-back', order: sold.orderId, means: 'cash', drawer }) });
    expect([(await tickOff()).status, (await tickOff()).status]).toEqual([303, 303]);
    expect(await refundsOf(sold)).toEqual([`hand ${DEARER - PAID} succeeded`]);
    await app.round('withdrawals');
    await carryOutRefunds(app.deps);
    expect((await refundsOf(sold)).toSorted()).toEqual([`card ${2 * PAID} succeeded`, `hand ${DEARER - PAID} succeeded`]);
    expect(await moneyOf(sold)).toMatchObject({ status: 'refunded' });
    expect(await violations(app)).toEqual([]);
  });

  test('is by card no more than what is left where the cheaper dish was given back by hand', async () => {
    const sold = await aSoldPaella();
    await change(sold, 'Amanida', { settle: 'cash' });
    expect(await refund(sold)).toBe(202);
    expect(await refundsOf(sold)).toEqual([`card ${CHEAPER} succeeded`]);
    expect(await moneyOf(sold)).toMatchObject({ status: 'refunded' });
    expect(await violations(app)).toEqual([]);
  });

  test('of some tickets goes by card as long as the card can take it', async () => {
    const sold = await aSoldPaella({ tickets: 2 });
    await change(sold, 'Llamàntol', { settle: 'cash' });
    const ids = (await refreshOrder(app, sold.orderId)).tickets.map(({ id }) => id);
    expect(await refund(sold, [ids[0]!])).toBe(202);
    expect(await refundsOf(sold)).toEqual(['card 2800 succeeded']);
    expect(await handBack(sold)).toMatchObject({ status: 200, body: { amount: DEARER - 2 * PAID } });
    expect(await refund(sold, [ids[1]!])).toBe(202);
    expect(await handBack(sold)).toMatchObject({ status: 200, body: { amount: PAID } });
    expect(await moneyOf(sold)).toMatchObject({ status: 'refunded' });
    expect(await violations(app)).toEqual([]);
  });

  test('of what the till sold is all of it, by hand', async () => {
    const sold = await aSoldPaella({ atTill: true });
    await change(sold, 'Llamàntol', { settle: 'bizum' });
    const desk = async (): Promise<string> => (await app.ask(`/admin/till/${drawer}`, { headers: { Cookie: admin } })).text();
    expect(await desk()).toContain('1 tiquet · 30,00');
    expect(await handBack(sold, { means: 'terminal' })).toMatchObject({ status: 200, body: { amount: DEARER } });
    expect(await desk()).toContain('1 tiquet · 0,00');
    expect(await moneyOf(sold)).toMatchObject({ status: 'refunded' });
    expect(await violations(app)).toEqual([]);
  });
});

test('ten admins change ten tickets for the last lobster at once: one is charged', async () => {
  const sold = await aSoldPaella({ tickets: 10 });
  const statuses = await Promise.all(sold.numbers.map(async (ticket) => (await change(sold, 'Llamàntol', { settle: 'cash', ticket })).status));
  expect(statuses.toSorted()).toEqual([303, ...Array.from({ length: 9 }, () => 409)]);
  expect(await moneyOf(sold)).toMatchObject({ totalAmount: 9 * PAID + DEARER, adjusted: [`cash ${DEARER - PAID}`] });
  expect(await violations(app)).toEqual([]);
});

describe('whoever paid by card, and for a dearer dish in cash, is told of both sums', () => {
  async function mailOf({ orderId }: Sold, kind = 'refund') {
    const mail = await app.db.query.selectFrom('mails').select(['id', 'kind', 'orderId', 'recipient', 'detail', 'createdAt']).where('orderId', '=', orderId).where('kind', '=', kind).executeTakeFirstOrThrow();
    return (await renderRefundMail(app.deps, mail))!;
  }
  const choicePage = async ({ orderId }: Sold): Promise<string> => (await htmlAt(`/canvi-de-plans?order_id=${orderId}`)).replaceAll('&#x27;', "'");
  const AT_THE_TILL = "16,00\u00a0€ que vas pagar en persona te'ls tornem a la taquilla: porta el número ORD-";

  test('of an event that is withdrawn', async () => {
    const sold = await aSoldPaella();
    await change(sold, 'Llamàntol', { settle: 'cash' });
    await withdraw(app, sold.event.id);
    await app.round('withdrawals');
    const { subject, text } = await mailOf(sold);
    expect(subject).toContain('et tornem 14,00\u00a0€ a la targeta i 16,00\u00a0€ en mà');
    expect(text).toContain(AT_THE_TILL);
    expect(text).not.toContain('tot el que vas pagar');
    expect((await htmlAt(`/payment-success?order_id=${sold.orderId}`)).replaceAll('&#x27;', "'")).toMatch(/El que vas pagar en línia va de camí.*Els 16,00.*a la taquilla/);
    await carryOutRefunds(app.deps);
    expect(await handBack(sold)).toMatchObject({ status: 200, body: { amount: DEARER - PAID } });
    expect((await mailOf(sold)).text).toContain('et tornem els diners');
    expect((await htmlAt(`/payment-success?order_id=${sold.orderId}`)).replaceAll('&#x27;', "'")).toMatch(/L'acte s'ha cancel·lat. Ho sentim. El que vas pagar en línia va de camí.* El que vas pagar en persona ja t'ho hem tornat\./);
    expect((await mailOf(sold)).text).not.toContain('a la taquilla');
  });

  test('of an event that is withdrawn, whose money by card was given back at the provider', async () => {
    const sold = await aSoldPaella();
    await change(sold, 'Llamàntol', { settle: 'cash' });
    await withdraw(app, sold.event.id);
    await app.round('withdrawals');
    await app.db.query.updateTable('refunds').set({ reason: 'provider' }).where('orderId', '=', sold.orderId).where('charge', 'not like', 'till:%').execute();
    expect((await mailOf(sold)).text).toContain(AT_THE_TILL);
    await carryOutRefunds(app.deps);
  });

  test('of one that is withdrawn, where all went by card: everything comes back', async () => {
    const sold = await aSoldPaella();
    await withdraw(app, sold.event.id);
    await app.round('withdrawals');
    expect((await mailOf(sold)).text).toContain('et tornem tot el que vas pagar');
    await carryOutRefunds(app.deps);
  });

  test('who gives the tickets back after a move: before choosing, afterwards and by mail', async () => {
    const sold = await aSoldPaella();
    await change(sold, 'Llamàntol', { settle: 'cash' });
    app.clock.advance(1_000);
    const words = { kind: 'move', subject: 'Canvi', body: 'Canvi', chooseUntil: sold.event.date, createdBy: null } as const;
    await app.db.query.insertInto('announcements').values({ ...words, id: app.deps.ids.uuid(), eventId: sold.event.id, createdAt: app.clock.now() }).execute();
    expect(await choicePage(sold)).toContain('Els torne: 14,00\u00a0€ a la targeta i 16,00\u00a0€ en mà');
    expect((await app.ask(`/canvi-de-plans?order_id=${sold.orderId}`, { method: 'POST', body: new URLSearchParams({ intent: 'tornar' }) })).status).toBe(303);
    const gaveBack = "Els 16,00\u00a0€ que vas pagar en persona te'ls tornem a la taquilla";
    expect(await choicePage(sold)).toContain(gaveBack);
    await app.round('withdrawals');
    expect(await choicePage(sold)).toContain(gaveBack);
    expect((await mailOf(sold)).text).toContain(AT_THE_TILL);
    await carryOutRefunds(app.deps);
    expect(await handBack(sold)).toMatchObject({ status: 200, body: { amount: DEARER - PAID } });
    expect(await choicePage(sold)).not.toContain('a la taquilla: porta');
    expect(await violations(app)).toEqual([]);
  });
});
