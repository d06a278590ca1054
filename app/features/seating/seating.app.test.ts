import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { give, take } from '#tests/support/people/transfers.ts';
import { aPaidOrder, ownAddress, refreshOrder, signedIn } from '#tests/support/people/buyers.ts';

import type { SeatingAnswer } from './schema.ts';

let app: TestApp;
let admin: string;
let door: string;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
  door = await signedIn(app, 'porta@comboi.test');
});
afterAll(() => closeInOrder(app));

type Answered = SeatingAnswer & { code?: string; notes?: string[]; fields?: Record<string, string>; current?: SeatingAnswer };

async function call(eventId: number, { path = '', method = 'GET', body, cookie = admin }: { path?: string; method?: string; body?: unknown; cookie?: string } = {}): Promise<{ status: number; body: Answered }> {
  const response = await app.ask(`/api/admin/events/${eventId}/seating${path}`, { method, headers: { Cookie: cookie, 'Content-Type': 'application/json' }, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return { status: response.status, body: (await response.json()) as Answered };
}

function post(path: string, fields: Record<string, string>, cookie = admin): Promise<Response> {
  return app.ask(path, { method: 'POST', headers: { Cookie: cookie }, body: new URLSearchParams(fields) });
}

async function html(path: string, cookie = admin): Promise<string> {
  return (await (await app.ask(path, { headers: { Cookie: cookie } })).text()).replaceAll('<!-- -->', '');
}

async function aDinner(text = '2 files de 20', input: Parameters<typeof anEvent>[1] = {}): Promise<EventDetail> {
  const event = await anEvent(app, { groups: true, ...input });
  expect((await post(`/admin/taules/${event.id}/sala`, { intent: 'generate', version: '0', room: 'Carpa', text })).status).toBe(303);
  return event;
}

async function anOrder(event: EventDetail, quantity: number, name?: string, group: Record<string, string> | undefined = name === undefined ? undefined : { name }) {
  const placed = await aPaidOrder(app, { event, quantity, body: { email: 'empar@example.com', ...(group && { group }) } });
  return { ...placed, tickets: (await refreshOrder(app, placed.orderId)).tickets };
}

const tablesIn = ({ rooms }: SeatingAnswer) => rooms.flatMap(({ tables }) => tables);
const tableOf = (plan: SeatingAnswer, ticketId: string): number | null => tablesIn(plan).find(({ id }) => id === plan.seated.find((seat) => seat.ticketId === ticketId)?.tableId)?.number ?? null;

async function mailsOf(orderId: string): Promise<string[]> {
  return (await app.db.query.selectFrom('mails').select('kind').where('orderId', '=', orderId).where('kind', '=', 'tables').execute()).map(({ kind }) => kind);
}

describe('the hall', () => {
  test('is made from words, in stretches that are neighbours, and copied to another event', async () => {
    const event = await aDinner('1 fila de 20, 2 taules de 8');
    const { body } = await call(event.id);
    expect(tablesIn(body).map(({ number, seats, row, place, shape }) => [number, seats, row, place, shape])).toEqual([
      [1, 10, 'A', 0, 'long'],
      [2, 10, 'A', 1, 'long'],
      [3, 8, 'B', 0, 'round'],
      [4, 8, 'B', 1, 'round'],
    ]);
    const next = await anEvent(app, { groups: true });
    expect((await post(`/admin/taules/${next.id}/sala`, { intent: 'copy', version: '0', from: String(event.id) })).status).toBe(303);
    expect(tablesIn((await call(next.id)).body).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  test('of a program is made over the version that it read of none', async () => {
    const event = await anEvent(app, { groups: true });
    const { body: none } = await call(event.id);
    const rooms = [{ id: app.deps.ids.uuid(), name: 'Carpa', tables: [{ id: app.deps.ids.uuid(), number: 1, seats: 10, label: null, accessible: false }] }];
    const { status, body } = await call(event.id, { method: 'PUT', body: { version: none.version, rooms } });
    expect([status, tablesIn(body).map(({ number }) => number)]).toEqual([200, [1]]);
    expect((await call(event.id, { method: 'PUT', body: { version: none.version, rooms: [] } })).status).toBe(409);
  });

  test('what is wrong stands beside its field, and what was typed stays', async () => {
    const event = await anEvent(app, { groups: true });
    const answer = await post(`/admin/taules/${event.id}/sala`, { intent: 'generate', version: '0', room: 'Carpa', text: 'moltes taules' });
    expect(answer.status).toBe(409);
    const page = await answer.text();
    expect(page).toContain('«moltes taules» no s');
    expect(page).toContain('value="moltes taules"');
  });

  test('a table with people is renumbered only when that was meant, keeps its seats, and taken away leaves them without a table', async () => {
    const event = await aDinner();
    const order = await anOrder(event, 3);
    const { body: plan } = await call(event.id);
    const table = tablesIn(plan)[0]!;
    await call(event.id, { method: 'PUT', body: { version: plan.version, seated: order.tickets.map(({ id }) => ({ ticketId: id, tableId: table.id, pinned: false })) } });
    const edit = (fields: Record<string, string>) => post(`/admin/taules/${event.id}/sala?taula=${table.id}`, { intent: 'table', version: '', table: table.id, number: '1', seats: '10', label: '', ...fields });
    expect(await (await edit({ number: '31' })).text()).toContain('Sí, canvia-li el número');
    expect((await edit({ seats: '2' })).status).toBe(409);
    expect((await edit({ number: '2' })).status).toBe(409);
    expect((await edit({ number: '31', renumber: 'on', label: 'Presidència', accessible: 'on' })).status).toBe(303);
    expect(tablesIn((await call(event.id)).body)[0]).toMatchObject({ number: 31, label: 'Presidència', accessible: true });
    expect((await post(`/admin/taules/${event.id}/sala`, { intent: 'removeTable', version: '', table: table.id })).status).toBe(303);
    expect((await call(event.id)).body).toMatchObject({ seated: [], unseated: order.tickets.map(({ id }) => id) });
  });
});

describe('arranging', () => {
  test('seats colles together, keeps what is pinned, and says what it could not do', async () => {
    const event = await aDinner('1 fila de 20');
    const [one, other, alone] = [await anOrder(event, 6, 'Els de sempre'), await anOrder(event, 4, 'Quintos'), await anOrder(event, 4)];
    const more = await anOrder(event, 8, 'La Replegà');
    const { body: before } = await call(event.id);
    const second = tablesIn(before)[1]!;
    await call(event.id, { method: 'PUT', body: { version: before.version, seated: [{ ticketId: alone.tickets[0]!.id, tableId: second.id, pinned: true }] } });

    const { status, body: plan } = await call(event.id, { path: '/arrange', method: 'POST' });
    expect(status).toBe(200);
    expect(plan.seated).toHaveLength(20);
    expect(plan.unseated).toHaveLength(2);
    expect(new Set(alone.tickets.map(({ id }) => tableOf(plan, id)))).toEqual(new Set([2]));
    expect(plan.seated.find(({ ticketId }) => ticketId === alone.tickets[0]!.id)).toMatchObject({ pinned: true });
    const whole = [one, other, more].filter(({ tickets }) => new Set(tickets.map(({ id }) => tableOf(plan, id))).size === 1);
    expect(whole).toHaveLength(2);
    expect(plan.notes).toEqual(expect.arrayContaining(['Falten 2 cadires: hi ha 22 tiquets i 20 cadires.']));
    expect(plan.notes!.join(' ')).toContain('; 2 sense taula.');
    expect((await call(event.id, { path: '/arrange', method: 'POST' })).body.seated).toEqual(plan.seated);
  });

  test('an arranging that dies leaves the plan as it was, and the next one works', async () => {
    const event = await aDinner();
    const order = await anOrder(event, 2);
    const { body: before } = await call(event.id);
    app.onCheckpoint('after-seats-arranged', () => {
      throw new Error('the process was killed');
    });
    expect((await app.ask(`/api/admin/events/${event.id}/seating/arrange`, { method: 'POST', headers: { Cookie: admin } })).status).toBe(500);
    app.onCheckpoint('after-seats-arranged', null);
    expect((await call(event.id)).body).toEqual(before);
    expect((await call(event.id, { path: '/arrange', method: 'POST' })).body.seated).toHaveLength(order.tickets.length);
  });

  test('without a table there is nothing to arrange, and whoever has no right is refused', async () => {
    const event = await anEvent(app, { groups: true });
    expect(await call(event.id, { path: '/arrange', method: 'POST' })).toMatchObject({ status: 422 });
    expect((await call(event.id, { cookie: door })).status).toBe(403);
    expect((await call(event.id, { cookie: '' })).status).toBe(401);
  });

  test('the plan never changes by itself: a sale waits without a table, a refund leaves its seat', async () => {
    const event = await aDinner();
    const order = await anOrder(event, 4);
    await call(event.id, { path: '/arrange', method: 'POST' });
    const late = await anOrder(event, 2);
    const refunded = await app.ask(`/api/admin/orders/${order.orderId}/refund`, { method: 'POST', headers: { Cookie: admin, 'Content-Type': 'application/json' }, body: JSON.stringify({ ticketIds: [order.tickets[0]!.id], reason: 'No pot vindre' }) });
    expect(refunded.status).toBeLessThan(300);
    const { body } = await call(event.id);
    expect(body.unseated).toEqual(late.tickets.map(({ id }) => id));
    expect(body.seated.map(({ ticketId }) => ticketId).toSorted()).toEqual(order.tickets.slice(1).map(({ id }) => id).toSorted());
    expect(await html(`/admin/taules/${event.id}`)).toContain('<b>3</b> asseguts · <b>2</b> sense taula · <b>37</b> cadires lliures');
  });
});

describe('by hand', () => {
  test('a colla, an order and one ticket move by a form, and the last change is taken back', async () => {
    const event = await aDinner();
    const [colla, alone] = [await anOrder(event, 4, 'Quintos'), await anOrder(event, 2)];
    const { body: empty } = await call(event.id);
    const [first, second] = tablesIn(empty);
    const groupId = (await app.db.query.selectFrom('eventGroups').select('id').where('eventId', '=', event.id).executeTakeFirstOrThrow()).id;
    const move = async (what: string, to: string): Promise<number> => (await post(`/admin/taules/${event.id}`, { intent: 'move', version: String((await call(event.id)).body.version), what, to })).status;
    expect(await move(`group:${groupId}`, first!.id)).toBe(303);
    expect(await move(`order:${alone.orderId}`, second!.id)).toBe(303);
    expect(await move(`ticket:${alone.tickets[0]!.ticketNumber}`, first!.id)).toBe(303);
    const { body: plan } = await call(event.id);
    expect(colla.tickets.map(({ id }) => tableOf(plan, id))).toEqual([1, 1, 1, 1]);
    expect(alone.tickets.map(({ id }) => tableOf(plan, id))).toEqual([1, 2]);
    expect((await post(`/admin/taules/${event.id}`, { intent: 'undo', version: String(plan.version) })).status).toBe(303);
    const undone = (await call(event.id)).body;
    expect(alone.tickets.map(({ id }) => tableOf(undone, id))).toEqual([2, 2]);
  });

  test('of a colla at several tables those move who are shown there, and who waits sits down without the others', async () => {
    const event = await aDinner();
    const colla = await anOrder(event, 4, 'Els de sempre');
    const [first, second, third] = tablesIn((await call(event.id)).body);
    const move = async (what: string, to: string): Promise<number> => (await post(`/admin/taules/${event.id}`, { intent: 'move', version: String((await call(event.id)).body.version), what, to })).status;
    await move(`order:${colla.orderId}`, first!.id);
    expect([await move(`ticket:${colla.tickets[0]!.ticketNumber}`, ''), await move(`ticket:${colla.tickets[0]!.ticketNumber}`, 'cap')]).toEqual([409, 303]);
    const [, waiting] = /name="what" value="(group:[^"]*@)"/.exec(await html(`/admin/taules/${event.id}`)) ?? [];
    expect(await move(waiting!, second!.id)).toBe(303);
    const tables = async (): Promise<(number | null)[]> => {
      const { body } = await call(event.id);
      return colla.tickets.map(({ id }) => tableOf(body, id) ?? null);
    };
    expect(await tables()).toEqual([2, 1, 1, 1]);
    expect(await move(`${waiting!}${first!.id}`, third!.id)).toBe(303);
    expect(await tables()).toEqual([2, 3, 3, 3]);
    expect(await move(`${waiting!}${first!.id}`, second!.id)).toBe(409);
  });

  test('of many only the first come with a choice of tables, and the others are found by their name', async () => {
    const event = await aDinner();
    const order = await anOrder(event, 2, 'Els de sempre');
    for (let others = 0; others < 41; others += 1) await aPaidOrder(app, { event, quantity: 1 });
    const choices = async (query: string): Promise<number> => (await html(`/admin/taules/${event.id}${query}`)).split('aria-label="Taula per a').length - 1;
    expect(await choices('')).toBe(80);
    expect(await html(`/admin/taules/${event.id}`)).toContain('I 2 més');
    expect(await choices('?q=els+DE+sempre')).toBe(41);
    const [table] = tablesIn((await call(event.id)).body);
    const moved = await post(`/admin/taules/${event.id}?q=sempre`, { intent: 'move', version: '', what: `order:${order.orderId}`, to: table!.id });
    expect([moved.status, moved.headers.get('Location')]).toEqual([303, expect.stringContaining('?q=sempre')]);
    expect(await html(`/admin/taules/${event.id}?q=ningú`)).toContain('hi ha cap amb eixe nom');
  });

  test('of two admins the second is told and changes nothing; a full table takes nobody', async () => {
    const event = await aDinner('1 fila de 20');
    const [large, small] = [await anOrder(event, 9), await anOrder(event, 3)];
    const { body: seen } = await call(event.id);
    const [first, second] = tablesIn(seen);
    const move = (orderId: string, to: string, version: string): Promise<Response> => post(`/admin/taules/${event.id}`, { intent: 'move', version, what: `order:${orderId}`, to });
    expect((await move(large.orderId, first!.id, String(seen.version))).status).toBe(303);
    const refused = await move(small.orderId, second!.id, String(seen.version));
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('Algú altre ha canviat el repartiment');
    expect(await (await move(small.orderId, first!.id, '')).text()).toContain('no queden prou cadires');
    const stale = await call(event.id, { method: 'PUT', body: { version: seen.version, seated: [] } });
    expect([stale.status, stale.body.code, stale.body.current?.seated.length]).toEqual([409, 'VERSION_CONFLICT', 9]);
  });

  test('a program is told which seat is wrong', async () => {
    const event = await aDinner('1 taula de 1');
    const order = await anOrder(event, 2);
    const { body } = await call(event.id);
    const [table] = tablesIn(body);
    const seat = (ticketId: string) => ({ ticketId, tableId: table!.id, pinned: false });
    const [one, other] = order.tickets.map(({ id }) => id);
    const wrong = await call(event.id, { method: 'PUT', body: { version: body.version, seated: [seat(one!), seat(other!), seat(one!), seat('NOBODY')] } });
    expect([wrong.status, wrong.body.fields]).toEqual([422, { 'seated.1.tableId': 'En esta taula no queden cadires', 'seated.2.ticketId': 'Este tiquet ja té taula en la llista', 'seated.3.ticketId': 'Este tiquet no val en este acte' }]);
    expect((await call(event.id)).body.seated).toEqual([]);
  });
});

describe('published', () => {
  test('the table stands on the ticket, the colla, at the door and in its list, and each holder is told once', async () => {
    const event = await aDinner();
    const order = await anOrder(event, 4, 'Els de sempre');
    await call(event.id, { path: '/arrange', method: 'POST' });
    const [ticket] = order.tickets;
    const ask = async () => {
      const verified = await app.ask('/api/tickets/verify', { method: 'POST', headers: { Cookie: door, 'Content-Type': 'application/json' }, body: JSON.stringify({ qrData: ticket!.id, eventId: event.id }) });
      const list = (await (await app.ask(`/api/door/${event.id}/list`, { headers: { Cookie: door } })).json()) as { tickets: { table: string | null }[] };
      const colla = (await (await app.ask(`/api/groups/${order.group!.code}`, { address: ownAddress() })).json()) as { table: string | null };
      return [((await verified.json()) as { ticket: { table: string | null } }).ticket.table, list.tickets[0]!.table, colla.table, (await html(`/payment-success?order_id=${order.orderId}`, '')).includes('Taula 1')];
    };
    expect(await ask()).toEqual([null, null, null, false]);
    expect((await call(event.id, { path: '/publish', method: 'POST' })).body.published).toBe(true);
    expect(await ask()).toEqual(['Taula 1', 'Taula 1', 'Taula 1', true]);
    expect(await mailsOf(order.orderId)).toHaveLength(1);
    await call(event.id, { path: '/unpublish', method: 'POST' });
    expect(await ask()).toEqual([null, null, null, false]);
    expect(await mailsOf(order.orderId)).toEqual([]);
    await call(event.id, { path: '/publish', method: 'POST' });
    expect(await mailsOf(order.orderId)).toHaveLength(1);
    await app.db.query.updateTable('mails').set({ status: 'sent', sentAt: app.clock.now() }).where('orderId', '=', order.orderId).execute();
    await call(event.id, { path: '/unpublish', method: 'POST' });
    await call(event.id, { path: '/publish', method: 'POST' });
    expect(await mailsOf(order.orderId)).toHaveLength(1);
    await app.db.query.updateTable('mails').set({ status: 'failed', failure: 'nothing_to_say' }).where('orderId', '=', order.orderId).execute();
    await call(event.id, { path: '/unpublish', method: 'POST' });
    await call(event.id, { path: '/publish', method: 'POST' });
    expect(await mailsOf(order.orderId)).toHaveLength(2);
  });

  test('changes are told by a button, once, and by themselves only on the day, a quarter of an hour after the last', async () => {
    const event = await aDinner();
    const order = await anOrder(event, 2);
    await call(event.id, { path: '/arrange', method: 'POST' });
    await call(event.id, { path: '/publish', method: 'POST' });
    // At any hour it is sold no more on its day; and a quarter of an hour from now it is still that day.
    await app.db.query.updateTable('events').set({ eventDate: dayInMadrid(new Date(app.clock.now().getTime() + 15 * 60_000)) }).where('id', '=', event.id).execute();
    const { body } = await call(event.id);
    const move = (to: number): Promise<Response> => post(`/admin/taules/${event.id}`, { intent: 'move', version: '', what: `order:${order.orderId}`, to: tablesIn(body)[to]!.id });
    await move(2);
    expect(await html(`/admin/taules/${event.id}`)).toContain('Avisa els canvis');
    expect((await post(`/admin/taules/${event.id}`, { intent: 'notify' })).status).toBe(303);
    expect((await post(`/admin/taules/${event.id}`, { intent: 'notify' })).status).toBe(409);
    expect(await mailsOf(order.orderId)).toHaveLength(2);
    await move(3);
    await app.round('table notices');
    expect(await mailsOf(order.orderId)).toHaveLength(2);
    app.clock.advance(15 * 60_000);
    await app.round('table notices');
    await app.round('table notices');
    expect(await mailsOf(order.orderId)).toHaveLength(3);
  });

  test('a ticket given away stays at its table', async () => {
    const event = await aDinner();
    const order = await anOrder(event, 2, 'Quintos');
    await call(event.id, { path: '/arrange', method: 'POST' });
    await call(event.id, { path: '/publish', method: 'POST' });
    const { page } = await take(app, await give(app, { orderId: order.orderId, ticketNumber: order.tickets[0]!.ticketNumber }), { name: 'Empar' });
    expect(await html(page!, '')).toContain('Taula 1');
    expect((await call(event.id)).body.seated).toHaveLength(2);
  });
});

describe('on the night', () => {
  test('door and till seat whoever has no table, and nobody is moved for it', async () => {
    const event = await aDinner('1 fila de 20');
    const order = await anOrder(event, 9, 'Quintos');
    await call(event.id, { path: '/arrange', method: 'POST' });
    await call(event.id, { path: '/publish', method: 'POST' });
    const late = await anOrder(event, 2, undefined, { code: order.group!.code! });
    const verified = (await (await app.ask('/api/tickets/verify', { method: 'POST', headers: { Cookie: door, 'Content-Type': 'application/json' }, body: JSON.stringify({ qrData: late.tickets[0]!.id, eventId: event.id }) })).json()) as { ticket: { table: string } };
    expect(verified.ticket.table).toBe('Sense taula');
    const till = await signedIn(app, 'taquilla@comboi.test');
    const page = await html(`/admin/seure?tiquet=${late.tickets[0]!.ticketNumber}`, door);
    expect(page).toContain('Taula 2 · 10 lliures · al costat de la colla');
    expect(page).not.toContain('Taula 1 ·');
    expect(await html(`/admin/seure/${event.id}`, door)).toContain('Queden 11 cadires');
    expect(await html(`/admin/till-seure/${event.id}`, till)).toContain('Queden 11 cadires');
    const tables = tablesIn((await call(event.id)).body);
    expect((await post(`/admin/seure/${event.id}`, { intent: 'seat', order: late.orderId, table: tables[0]!.id }, door)).status).toBe(409);
    expect((await post(`/admin/till-seure/${event.id}`, { intent: 'seat', order: late.orderId, table: tables[1]!.id }, till)).status).toBe(303);
    expect((await post(`/admin/seure/${event.id}`, { intent: 'seat', order: late.orderId, table: tables[1]!.id }, door)).status).toBe(409);
    const { body } = await call(event.id);
    expect(late.tickets.map(({ id }) => tableOf(body, id))).toEqual([2, 2]);
    expect(body.seated).toHaveLength(11);
    expect(order.tickets).toHaveLength(9);
  });
});
