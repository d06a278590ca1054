import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { anEvent, PAELLA, soldOf } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { statementsThatWait } from '#tests/support/app/waiting-statements.ts';
import { aPaidOrder, aPlacedOrder, aTicket, aTicketWith, signedIn } from '#tests/support/people/buyers.ts';
import { give, take, revokeTransfer } from '#tests/support/people/transfers.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => closeInOrder(app));

/** What comes back is as `Body` says; the description of the API is held against real answers elsewhere. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
async function ask<Body>(path: string, init: RequestInit = {}): Promise<{ status: number; body: Body }> {
  const answer = await app.ask(path, { ...init, headers: { Cookie: admin, 'Content-Type': 'application/json', ...init.headers } });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as Body };
}

interface Listed {
  orders: { orderId: string; orderNumber: string; email: string; status: string; tickets: { id: string; status: string; note: string | null }[] }[];
  next: string | null;
}

async function letIn(ticketId: string): Promise<void> {
  expect((await ask<{ code: string }>('/api/tickets/use', { method: 'POST', body: JSON.stringify({ ticketId, nonce: app.deps.ids.uuid() }) })).body.code).toBe('ADMITTED');
}

const numbersOf = ({ orders }: Listed): string[] => orders.map(({ orderNumber }) => orderNumber);

describe('the orders of an event', () => {
  test('are found by number, by a part of the address, by state, by notes and by what was used', async () => {
    const event = await anEvent(app);
    const noted = await aPaidOrder(app, { event, tickets: [aTicket(event, { note: 'sense gluten' })], body: { email: 'neus.bosch@example.com' } });
    app.clock.advance(1000);
    const plain = await aPaidOrder(app, { event, tickets: [aTicket(event), aTicket(event)], body: { email: 'pau@example.com' } });
    app.clock.advance(1000);
    const waiting = await aPlacedOrder(app, { event, tickets: [aTicket(event)], body: { email: 'marta@example.com' } });
    const { id } = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', plain.orderId).orderBy('position').limit(1).executeTakeFirstOrThrow();
    await letIn(id);

    const listed = async (query: string): Promise<string[]> => numbersOf((await ask<Listed>(`/api/admin/orders?eventId=${event.id}${query}`)).body);
    expect(await listed('')).toEqual([waiting, plain, noted].map(({ orderNumber }) => orderNumber));
    expect(await listed(`&q=${noted.orderNumber.toLowerCase()}`)).toEqual([noted.orderNumber]);
    expect(await listed('&q=BOSCH')).toEqual([noted.orderNumber]);
    expect(await listed('&q=%25')).toEqual([]);
    expect(await listed('&status=paid')).toEqual([plain.orderNumber, noted.orderNumber]);
    expect(await listed('&status=pending_payment')).toEqual([waiting.orderNumber]);
    expect(await listed('&notes=1')).toEqual([noted.orderNumber]);
    expect(await listed('&unused=1')).toEqual([waiting.orderNumber, noted.orderNumber]);
  });

  test('come page by page, each once, whatever is sold meanwhile', async () => {
    const event = await anEvent(app);
    const placed: string[] = [];
    for (let n = 0; n < 28; n += 1) placed.push((await aPlacedOrder(app, { event, tickets: [aTicket(event)], body: { email: `p${n}@example.com` } })).orderNumber);
    const first = (await ask<Listed>(`/api/admin/orders?eventId=${event.id}`)).body;
    app.clock.advance(1000);
    await aPlacedOrder(app, { event, tickets: [aTicket(event)], body: { email: 'late@example.com' } });
    const second = (await ask<Listed>(`/api/admin/orders?eventId=${event.id}&cursor=${first.next}`)).body;
    expect(second.next).toBeNull();
    expect([...numbersOf(first), ...numbersOf(second)].toSorted()).toEqual(placed.toSorted());
  });

  test.each(['x', '5.x', '999999999999999.00000000-0000-4000-8000-000000000000'])('a cursor nobody gave does no harm: %s', async (cursor) => {
    expect((await ask<Listed>(`/api/admin/orders?cursor=${encodeURIComponent(cursor)}`)).status).toBe(200);
  });
});

describe('what the kitchen has to cook', () => {
  test('counts tickets of paid orders alone, says what was served, and forgets cancelled ones', async () => {
    const event = await anEvent(app);
    const paid = await aPaidOrder(app, { event, tickets: [aTicket(event, { note: 'poc cuit' }), aTicket(event), aTicket(event)] });
    await aPlacedOrder(app, { event, tickets: [aTicket(event)] });
    const tickets = await app.db.query.selectFrom('tickets').select(['id', 'price']).where('orderId', '=', paid.orderId).orderBy('position').execute();
    await letIn(tickets[0]!.id);
    await ask(`/api/admin/orders/${paid.orderId}/cancel`, { method: 'POST', body: JSON.stringify({ ticketIds: [tickets[2]!.id], reason: 'no vindrà' }) });

    const { body } = await ask<{ dishes: { count: number; served: number; revenue: number; average: number; notes: string[] }[]; revenue: number }>(`/api/admin/events/${event.id}/kitchen`);
    expect(body.dishes[0]).toMatchObject({ count: 2, served: 1, notes: ['poc cuit'] });
    expect(body.dishes[0]!.average * 2).toBe(body.dishes[0]!.revenue);
    expect(body.revenue).toBe(body.dishes.reduce((sum, dish) => sum + dish.revenue, 0));
    expect((await ask(`/api/admin/events/${event.id}/stats`)).body).toEqual({ total: 3, active: 1, used: 1, cancelled: 1, refunded: 0, usedPercent: 33 });
  });
});

describe('an order is ended', () => {
  test('ticket by ticket: the seat is free again, the money stays, and it is written down with its reason', async () => {
    const event = await anEvent(app, { maxTickets: 2 });
    const paid = await aPaidOrder(app, { event, tickets: [aTicket(event), aTicket(event)] });
    const [first] = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', paid.orderId).orderBy('position').execute();
    const cancel = (): Promise<{ status: number }> => ask(`/api/admin/orders/${paid.orderId}/cancel`, { method: 'POST', body: JSON.stringify({ ticketIds: [first!.id], reason: 'repetit' }) });
    expect((await cancel()).status).toBe(204);
    expect(await soldOf(app, event.id)).toBe(1);
    expect((await cancel()).status).toBe(409);
    expect(await soldOf(app, event.id)).toBe(1);
    expect((await ask<{ status: string }>(`/api/admin/orders/${paid.orderId}`)).body.status).toBe('paid');
    const row = await app.db.query.selectFrom('audit').select('detail').where('action', '=', 'ticket.cancelled').where('subjectId', '=', first!.id).execute();
    expect(row).toEqual([{ detail: { reason: 'repetit' } }]);
    const { body } = await ask<{ timeline: { what: string; reason: string | null }[] }>(`/api/admin/orders/${paid.orderId}`);
    expect(body.timeline.find(({ what }) => what === 'ticket.cancelled')).toMatchObject({ reason: 'repetit' });
  });

  test('a waiting one can only end whole, and its history says why', async () => {
    const event = await anEvent(app, { maxTickets: 5 });
    const waiting = await aPlacedOrder(app, { event, tickets: [aTicket(event), aTicket(event)] });
    const { id } = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', waiting.orderId).limit(1).executeTakeFirstOrThrow();
    const cancel = (body: object, key?: string) => ask<{ code: string }>(`/api/admin/orders/${waiting.orderId}/cancel`, { method: 'POST', body: JSON.stringify(body), ...(key !== undefined && { headers: { 'Idempotency-Key': key } }) });
    expect(await cancel({ ticketIds: [id], reason: 'un no ve' })).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_CANCEL' } });
    expect(await soldOf(app, event.id)).toBe(2);
    expect((await cancel({ reason: 'ho ha demanat' }, 'cancel-la-reserva')).status).toBe(204);
    expect((await cancel({ reason: 'ho ha demanat' }, 'cancel-la-reserva')).status).toBe(204);
    expect(await cancel({ reason: 'per una altra cosa' }, 'cancel-la-reserva')).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    expect((await cancel({ reason: 'ho ha demanat' })).status).toBe(409);
    const { timeline } = (await ask<{ timeline: { what: string; reason: string | null }[] }>(`/api/admin/orders/${waiting.orderId}`)).body;
    expect(timeline.flatMap(({ reason }) => reason ?? [])).toEqual(['ho ha demanat']);
  });

  test('what is asked twice with one key happens once and is answered alike', async () => {
    const event = await anEvent(app);
    const paid = await aPaidOrder(app, { event, tickets: [aTicket(event), aTicket(event)] });
    const [first] = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', paid.orderId).orderBy('position').execute();
    const twice = async (act: string, body: object) => {
      const key = app.deps.ids.uuid();
      const once = () => ask<unknown>(`/api/admin/orders/${paid.orderId}/${act}`, { method: 'POST', body: JSON.stringify(body), headers: { 'Idempotency-Key': key } });
      return Promise.all([once(), once()]);
    };
    for (const [act, body, status] of [['resend', {}, 202], ['cancel', { ticketIds: [first!.id], reason: 'malalt' }, 204], ['refund', { reason: 'malalts' }, 202]] as const) {
      const [one, other] = await twice(act, body);
      expect([act, one.status]).toEqual([act, status]);
      expect(other).toEqual(one);
    }
    const counted = await app.db.query.selectFrom('mails').select(({ fn }) => fn.countAll<string>().as('mails')).where('orderId', '=', paid.orderId).where('cause', '=', 'resend').executeTakeFirstOrThrow();
    expect(Number(counted.mails)).toBe(1);
    const odd = await ask<{ code: string }>(`/api/admin/orders/${paid.orderId}/resend`, { method: 'POST', headers: { 'Idempotency-Key': 'curta' } });
    expect(odd).toMatchObject({ status: 400, body: { code: 'INVALID_IDEMPOTENCY_KEY' } });
  });

  test('a waiting one is given up: its seats are free', async () => {
    const event = await anEvent(app, { maxTickets: 5 });
    const waiting = await aPlacedOrder(app, { event, tickets: [aTicket(event), aTicket(event)] });
    expect((await ask(`/api/admin/orders/${waiting.orderId}/cancel`, { method: 'POST', body: JSON.stringify({ reason: 'ho ha demanat' }) })).status).toBe(204);
    expect(await soldOf(app, event.id)).toBe(0);
  });

  test.each(['before-hold-release', 'after it'])('a waiting one, by a process that dies %s, is given up by the same request again, with its reason', async (moment) => {
    const event = await anEvent(app);
    const waiting = await aPlacedOrder(app, { event });
    const cancel = (key: string) => ask(`/api/admin/orders/${waiting.orderId}/cancel`, { method: 'POST', body: JSON.stringify({ reason: 'ho ha demanat' }), headers: { 'Idempotency-Key': key } });
    const key = app.deps.ids.uuid();
    const dies = async (): Promise<void> => Promise.reject(new Error('the process is gone'));
    if (moment === 'before-hold-release') app.onCheckpoint(moment, dies);
    else await sql`alter table audit add constraint gone check (action <> 'order.hold_ended') not valid`.execute(app.db.query);
    expect((await cancel(key)).status).toBe(500);
    app.onCheckpoint('before-hold-release', null);
    await sql`alter table audit drop constraint if exists gone`.execute(app.db.query);
    expect(await soldOf(app, event.id)).toBe(moment === 'after it' ? 0 : 1);
    expect([(await cancel(key)).status, (await cancel(key)).status, (await cancel(app.deps.ids.uuid())).status]).toEqual([204, 204, 409]);
    expect(await soldOf(app, event.id)).toBe(0);
    const noted = await app.db.query.selectFrom('audit').select('detail').where('subjectId', '=', waiting.orderId).where('action', '=', 'order.hold_ended').execute();
    expect(noted).toEqual([{ detail: { reason: 'ho ha demanat' } }]);
  });

  test('a free one is over with its last ticket', async () => {
    const event = await anEvent(app, { extras: {} });
    const answer = await app.ask('/api/orders', { method: 'POST', headers: { Cookie: admin, 'Content-Type': 'application/json' }, body: JSON.stringify({ eventId: event.id, email: 'admin@comboi.test', tickets: [aTicket(event)] }) });
    const free = (await answer.json()) as { orderId: string; status: string };
    expect(free.status).toBe('completed');
    expect((await ask(`/api/admin/orders/${free.orderId}/cancel`, { method: 'POST', body: JSON.stringify({ reason: 'no vindrà ningú' }) })).status).toBe(204);
    expect((await ask<{ status: string }>(`/api/admin/orders/${free.orderId}`)).body.status).toBe('cancelled');
    expect(await soldOf(app, event.id)).toBe(0);
  });

  test.each([['refund', 'cancel'], ['cancel', 'refund']] as const)('%s of the ticket that cost something and %s of the free one: nothing is left, and the order is refunded', async (...acts) => {
    const event = await anEvent(app, { dishes: { Paella: PAELLA, Aigua: [0, 0, 0] } });
    const { orderId } = await aPaidOrder(app, { event, tickets: [aTicketWith(event, 'Paella'), aTicketWith(event, 'Aigua')] });
    const tickets = await app.db.query.selectFrom('tickets').select(['id', 'price']).where('orderId', '=', orderId).execute();
    const states: string[] = [];
    for (const act of acts) {
      const ticketIds = tickets.filter(({ price }) => (price > 0) === (act === 'refund')).map(({ id }) => id);
      expect((await ask(`/api/admin/orders/${orderId}/${act}`, { method: 'POST', body: JSON.stringify({ ticketIds, reason: 'no venen' }) })).status).toBeLessThan(300);
      states.push((await ask<{ status: string }>(`/api/admin/orders/${orderId}`)).body.status);
    }
    expect(states).toEqual(['paid', 'refunded']);
    await app.round('refunds');
  });

  test('two of four tickets are given back and their seats are sold again', async () => {
    const event = await anEvent(app, { maxTickets: 4 });
    const paid = await aPaidOrder(app, { event, tickets: Array.from({ length: 4 }, () => aTicket(event)) });
    const ids = (await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', paid.orderId).orderBy('position').execute()).map(({ id }) => id);
    expect((await ask(`/api/admin/orders/${paid.orderId}/refund`, { method: 'POST', body: JSON.stringify({ ticketIds: ids.slice(0, 2), reason: 'malalts' }) })).status).toBe(202);
    await app.round('refunds');
    expect(await soldOf(app, event.id)).toBe(2);
    expect((await aPaidOrder(app, { event, tickets: [aTicket(event), aTicket(event)] })).ticketsCreated).toBe(2);
    const { timeline } = (await ask<{ timeline: { what: string; amount: number | null }[] }>(`/api/admin/orders/${paid.orderId}`)).body;
    expect(timeline.map(({ what }) => what)).toEqual(expect.arrayContaining(['order.paid', 'ticket.refunded', 'refund.requested', 'refund.succeeded']));
  });

  test('whoever asks again for what is all given back hears that nothing is left', async () => {
    const event = await anEvent(app);
    const paid = await aPaidOrder(app, { event, tickets: [aTicket(event)] });
    const refund = () => ask(`/api/admin/orders/${paid.orderId}/refund`, { method: 'POST', body: JSON.stringify({ reason: 'malalts' }) });
    expect((await refund()).status).toBe(202);
    expect(await refund()).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_REFUND' } });
  });

  test.each([['{}', 422], ['{"reason":""}', 422], ['{"reason":"x","ticketIds":[]}', 422], ['[]', 400]])('nothing is ended without a reason or by nonsense: %s', async (body, status) => {
    const event = await anEvent(app);
    const paid = await aPaidOrder(app, { event, tickets: [aTicket(event)] });
    for (const act of ['cancel', 'refund']) expect((await ask(`/api/admin/orders/${paid.orderId}/${act}`, { method: 'POST', body })).status).toBe(status);
  });
});

describe('the page of an order', () => {
  async function page(orderId: string, form?: Record<string, string>): Promise<{ status: number; text: string }> {
    const answer = await app.ask(`/admin/orders/${orderId}`, { headers: { Cookie: admin }, ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }) });
    return { status: answer.status, text: await answer.text() };
  }

  test('names the buyer, and stands under the orders in the rail', async () => {
    const event = await anEvent(app);
    const paid = await aPaidOrder(app, { event, tickets: [aTicket(event)], body: { email: 'neus@example.com', userName: 'Neus Ferrer' } });
    const { text } = await page(paid.orderId);
    expect(text).toContain('Neus Ferrer');
    expect(text).toMatch(/<a(?=[^>]*aria-current="true")[^>]*href="\/admin\/tickets"/);
  });

  test('a wrong address is told beside its field, which keeps what was typed', async () => {
    const event = await anEvent(app);
    const paid = await aPaidOrder(app, { event, tickets: [aTicket(event)], body: { email: 'neus@example.com' } });
    const { status, text } = await page(paid.orderId, { intent: 'address', comanda: paid.orderNumber, from: 'neus@example.com', to: 'neus arrova' });
    expect(status).toBe(400);
    expect(text).toMatch(/<input(?=[^>]*aria-invalid="true")(?=[^>]*name="to")[^>]*value="neus arrova"/);
    expect(text).toContain('Per favor, introdueix un email vàlid');
    expect(text).toMatch(/<details[^>]* open=""[^>]*><summary>Corregir/);
  });

  test('its history tells of tickets that were given away and taken back, whatever code they had', async () => {
    const event = await anEvent(app);
    const paid = await aPaidOrder(app, { event, tickets: [aTicket(event)] });
    const ticketNumber = `${paid.orderNumber}-T1`;
    const { id } = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', paid.orderId).executeTakeFirstOrThrow();
    await letIn(id);
    const undo = await ask<{ code: string }>('/api/tickets/undo', { method: 'POST', body: JSON.stringify({ ticketId: id, nonce: app.deps.ids.uuid() }) });
    expect(undo.status).toBe(200);
    const giving = { orderId: paid.orderId, ticketNumber };
    await take(app, await give(app, giving), { name: 'Pau' });
    await revokeTransfer(app, giving);
    const { text } = await page(paid.orderId);
    for (const words of ['Entrada desfeta', 'Enllaç per a donar el tiquet', 'Tiquet donat: té un codi nou', 'Tiquet recuperat: té un codi nou']) expect(text).toContain(`${words} · ${ticketNumber}`);
  });
});

test('of two programs that correct an address at once the second is told the order as it is now', async () => {
  const { orderId } = await aPaidOrder(app, { event: await anEvent(app) });
  const correct = (email: string) => ask<{ code: string; current: Listed['orders'][number] }>(`/api/admin/orders/${orderId}/email`, { method: 'POST', body: JSON.stringify({ email }) });
  const [first, second] = await app.db.inTransaction(async (tx) => {
    await tx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute();
    const both = [correct('primer@example.com'), correct('segon@example.com')] as const;
    await expect.poll(() => statementsThatWait(app)).toBe(2);
    return both;
  });
  const answers = await Promise.all([first, second]);
  const refused = answers.find(({ status }) => status === 409)!;
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 409]);
  const now = (await ask<Listed['orders'][number]>(`/api/admin/orders/${orderId}`)).body;
  expect([refused.body.code, refused.body.current]).toEqual(['VERSION_CONFLICT', now]);
  expect(now.email).toBe(answers[0]!.status === 204 ? 'primer@example.com' : 'segon@example.com');
});
