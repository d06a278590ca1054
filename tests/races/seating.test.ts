import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { violations } from '#tests/support/app/invariants.ts';
import { changeFunction } from '#tests/support/app/changed-functions.ts';
import { deadlocksOf } from '#tests/support/app/deadlocks.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, order, ownAddress, signedIn } from '#tests/support/people/buyers.ts';
import { give, take } from '#tests/support/people/transfers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';

/** Two server processes on one database. */
let servers: [TestApp, TestApp];
let admin: string;
beforeEach(async () => {
  const first = await aTestApp();
  servers = [first, await first.another()];
  admin = await signedIn(first, 'admin@comboi.test');
});
afterEach(async () => {
  await servers[1].close();
  await servers[0].close();
});

const MOST = 8;
const JOINING = 12;
/** An advisory lock of PostgreSQL. */
const GATE = 2_512;

async function waitingAtGate(tx: Tx): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*)::integer as waiting from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted and database = (select oid from pg_database where datname = current_database())`.execute(tx);
  return rows[0]!.waiting;
}

async function aGroup(event: EventDetail, name: string): Promise<{ id: string; code: string }> {
  const placed = await aPaidOrder(servers[0], { event, body: { group: { name } } });
  const code = placed.group!.code!;
  const { id } = await servers[0].db.query.selectFrom('eventGroups').select('id').where('code', '=', code).executeTakeFirstOrThrow();
  await servers[0].db.query.updateTable('eventGroups').set({ maxPlaces: MOST }).where('id', '=', id).execute();
  return { id, code };
}

async function placesOf(groupId: string): Promise<number> {
  const { rows } = await sql<{ places: number }>`select places_in_group(${groupId}::uuid) as places`.execute(servers[0].db.query);
  return rows[0]!.places;
}

async function joinAfterwards(server: TestApp, orderId: string, code: string): Promise<boolean> {
  return (await server.ask(`/api/orders/${orderId}/group`, { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ code }), address: ownAddress() })).status === 200;
}

test('a colla that somebody is about to join is not forgotten as one in which nobody sits', async () => {
  const [server, neighbour] = servers;
  const event = await anEvent(server, { groups: true });
  const { id, code } = await aGroup(event, 'La penya');
  const [founder] = await server.db.query.selectFrom('tickets').select('orderId').where('groupId', '=', id).execute();
  await server.ask(`/api/orders/${founder!.orderId}/group`, { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: 'null', address: ownAddress() });
  expect(await placesOf(id)).toBe(0);
  server.clock.advance(25 * 60 * 60_000);
  await server.db.inTransaction(async (tx) => {
    await sql`select lock_group(${id}::uuid)`.execute(tx);
    await tx.updateTable('tickets').set({ groupId: id }).where('orderId', '=', founder!.orderId).execute();
    await neighbour.round('retention');
  });
  expect(await placesOf(id)).toBe(1);
  await neighbour.round('retention');
  expect((await server.ask(`/api/groups/${code}`, { address: ownAddress() })).status).toBe(200);
  expect(await violations(server)).toEqual([]);
});

/** Half of them with their order, half afterwards, all at once. */
async function rush(event: EventDetail, code: string): Promise<number> {
  const alone = await Promise.all(Array.from({ length: JOINING / 2 }, async () => aPaidOrder(servers[0], { event, quantity: 1 })));
  const answers = await Promise.all([
    ...Array.from({ length: JOINING / 2 }, async (_, at) => (await order(servers[at % 2]!, { event, body: { group: { code } } })).body.group?.joined === true),
    ...alone.map(async ({ orderId }, at) => joinAfterwards(servers[at % 2]!, orderId, code)),
  ]);
  return answers.filter(Boolean).length;
}

test('the last places of a colla go to as many as there are, and every order is sold', async () => {
  const runs = count({ test: 4, soak: 200 });
  const joined: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const event = await anEvent(servers[0], { groups: true });
    const group = await aGroup(event, 'Els de sempre');
    joined.push(await rush(event, group.code));
    expect(await placesOf(group.id)).toBe(MOST);
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from orders where event_id = ${event.id} and status in ('paid', 'pending_payment')`.execute(servers[0].db.query);
    expect(rows[0]!.count).toBe(1 + JOINING);
  }
  expect(joined).toEqual(joined.map(() => MOST - 1));
  expect(await violations(servers[0])).toEqual([]);
  figure(`U1 joined of ${MOST - 1} places of a colla, ${JOINING} coming, ${runs} runs`, [...new Set(joined)].join(', '));
});

test('without the lock of the colla the same rush goes over its limit', async () => {
  // The lock gone, and a gate between looking and writing that opens once all have looked.
  await changeFunction(servers[0], 'dinner/lock_group.sql', [
    [' for update;', ';'],
    ['if v_group.merged_into is null then', `if v_group.merged_into is null then perform pg_advisory_xact_lock_shared(${GATE});`],
  ]);
  const event = await anEvent(servers[0], { groups: true });
  const group = await aGroup(event, 'Els de sempre');
  const alone = await Promise.all(Array.from({ length: JOINING }, async () => aPaidOrder(servers[0], { event, quantity: 1 })));
  const joining = await servers[0].db.inTransaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${GATE})`.execute(tx);
    const requests = alone.map(async ({ orderId }, at) => joinAfterwards(servers[at % 2]!, orderId, group.code));
    await expect.poll(async () => waitingAtGate(tx)).toBe(JOINING);
    return { requests };
  });
  const joined = (await Promise.all(joining.requests)).filter(Boolean).length;
  expect(joined).toBeGreaterThan(MOST - 1);
  expect(await placesOf(group.id)).toBeGreaterThan(MOST);
  figure('U1 joined beyond the places of a colla without its lock', joined - (MOST - 1));
});

test('colles are merged and deleted while people join: nobody loses a ticket, and nobody sits in one that is gone', async () => {
  const before = await deadlocksOf(...servers);
  let lost = 0;
  const runs = count({ test: 4, soak: 200 });
  for (let run = 0; run < runs; run += 1) {
    const event = await anEvent(servers[0], { groups: true });
    const [one, other] = [await aGroup(event, 'Els de sempre'), await aGroup(event, 'Quintos')];
    const edit = (fields: Record<string, string>, at: number): Promise<Response> => servers[at % 2]!.ask(`/admin/colles/${event.id}`, { method: 'POST', headers: { Cookie: admin }, body: new URLSearchParams(fields) });
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, async (_, at) => (await order(servers[at % 2]!, { event, body: { group: { code: at % 2 === 0 ? one.code : other.code } } })).status),
      edit(run % 2 === 0 ? { intent: 'merge', group: one.id, into: other.id } : { intent: 'merge', group: other.id, into: one.id }, run).then(({ status }) => status),
      edit({ intent: 'delete', group: run % 2 === 0 ? other.id : one.id }, run + 1).then(({ status }) => status),
    ]);
    // Sold, or told that the colla is no more: never an error.
    expect(answers.filter((status) => ![201, 303, 404, 409].includes(status))).toEqual([]);
    const { rows } = await sql<{ lost: number }>`
      select count(*)::integer as lost from tickets t left join event_groups g on g.id = t.group_id
      where t.event_id = ${event.id} and t.group_id is not null and (g.id is null or g.merged_into is not null)`.execute(servers[0].db.query);
    lost += rows[0]!.lost;
    const sold = answers.slice(0, 6).filter((status) => status === 201).length;
    const tickets = await sql<{ count: number }>`select count(*)::integer as count from tickets where event_id = ${event.id}`.execute(servers[0].db.query);
    expect(tickets.rows[0]!.count).toBe(2 + sold);
  }
  expect(lost).toBe(0);
  figure(`U3 tickets in a colla that is gone, ${runs} runs of merging and deleting while people join`, lost);
  expect(await violations(servers[0])).toEqual([]);
  expect((await deadlocksOf(...servers)) - before).toBe(0);
});

async function aHall(event: EventDetail): Promise<string[]> {
  const answer = await servers[0].ask(`/admin/taules/${event.id}/sala`, { method: 'POST', headers: { Cookie: admin }, body: new URLSearchParams({ intent: 'generate', version: '0', room: 'Sala', text: '2 taules de 4' }) });
  expect(answer.status).toBe(303);
  return (await servers[0].db.query.selectFrom('hallTables').select('id').where('eventId', '=', event.id).orderBy('number').execute()).map(({ id }) => id);
}

/** Four orders of two for a table of four, by admins and the door in turn. */
async function rushForTable({ event, orders, table, door }: { event: EventDetail; orders: readonly { orderId: string }[]; table: string; door: string }): Promise<number[]> {
  return Promise.all(
    orders.map(async ({ orderId }, at) => {
      const [path, fields, cookie] = at % 2 === 0 ? [`/admin/taules/${event.id}`, { intent: 'move', version: '', what: `order:${orderId}`, to: table }, admin] as const : [`/admin/seure/${event.id}`, { intent: 'seat', order: orderId, table }, door] as const;
      return (await servers[at % 2]!.ask(path, { method: 'POST', headers: { Cookie: cookie }, body: new URLSearchParams(fields) })).status;
    }),
  );
}

/** Who is at the table, and may come. */
async function peopleAt(table: string): Promise<number> {
  const { rows } = await sql<{ people: number }>`select count(*)::integer as people from ticket_seats s join tickets t on t.id = s.ticket_id where s.table_id = ${table}::uuid and t.status in ('active', 'used')`.execute(servers[0].db.query);
  return rows[0]!.people;
}

test('admins, door and refunds at once never put two on one seat, nor more at a table than it has seats', async () => {
  const door = await signedIn(servers[0], 'porta@comboi.test');
  const runs = count({ test: 4, soak: 200 });
  let doubled = 0;
  for (let run = 0; run < runs; run += 1) {
    const event = await anEvent(servers[0], { groups: true });
    const [table, other] = await aHall(event);
    const orders = await Promise.all(Array.from({ length: 4 }, async () => aPaidOrder(servers[0], { event, quantity: 2 })));
    const refunded = await aPaidOrder(servers[0], { event, quantity: 2 });
    expect((await servers[0].ask(`/admin/seure/${event.id}`, { method: 'POST', headers: { Cookie: door }, body: new URLSearchParams({ intent: 'seat', order: refunded.orderId, table: (run % 2 === 0 ? table : other)! }) })).status).toBe(303);
    const [statuses, refund] = await Promise.all([
      rushForTable({ event, orders, table: table!, door }),
      servers[run % 2]!.ask(`/api/admin/orders/${refunded.orderId}/refund`, { method: 'POST', headers: { Cookie: admin, 'Content-Type': 'application/json' }, body: JSON.stringify({ reason: 'No ve' }) }),
    ]);
    expect(refund.status).toBeLessThan(300);
    // Where the refund was for the same table, one or both of the last seats were free in time.
    const seated = statuses.filter((status) => status === 303).length;
    expect(statuses.filter((status) => ![303, 409].includes(status))).toEqual([]);
    expect(run % 2 === 0 ? [1, 2] : [2]).toContain(seated);
    expect(await peopleAt(table!)).toBe(seated * 2);
    doubled += Math.max(0, (await peopleAt(table!)) - 4);
  }
  expect(doubled).toBe(0);
  figure(`U6 seats doubled in ${runs} rushes for one table of four`, doubled);
});

test('without the lock of the hall the same table is given twice', async () => {
  const door = await signedIn(servers[0], 'porta@comboi.test');
  const event = await anEvent(servers[0], { groups: true });
  const [table] = await aHall(event);
  const orders = await Promise.all(Array.from({ length: 4 }, async () => aPaidOrder(servers[0], { event, quantity: 2 })));
  // Rows of a function can't be locked; and a gate between looking and writing opens once all have looked.
  await sql.raw(`
    alter table halls rename to halls_behind;
    create function hall_rows() returns setof halls_behind language sql volatile as 'select * from halls_behind';
    create view halls as select * from hall_rows();
    create function change_hall() returns trigger language plpgsql as 'begin update halls_behind set version = version + 1 where event_id = new.event_id; return new; end';
    create trigger change_hall instead of update on halls for each row execute function change_hall();
    create function wait_at_gate() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock_shared(${GATE}); return null; end';
    create trigger wait_at_gate before insert on ticket_seats for each statement execute function wait_at_gate();
  `).execute(servers[0].db.query);
  const { requests } = await servers[0].db.inTransaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${GATE})`.execute(tx);
    const seating = orders.map(async ({ orderId }, at) => (await servers[at % 2]!.ask(`/admin/seure/${event.id}`, { method: 'POST', headers: { Cookie: door }, body: new URLSearchParams({ intent: 'seat', order: orderId, table: table! }) })).status);
    await expect.poll(async () => waitingAtGate(tx)).toBe(orders.length);
    return { requests: seating };
  });
  expect(await Promise.all(requests)).toEqual([303, 303, 303, 303]);
  expect(await peopleAt(table!)).toBe(8);
  figure('U6 seats doubled at one table of four without its lock', (await peopleAt(table!)) - 4);
});

test('a plan that is arranged while somebody moves people is not written over them', async () => {
  const event = await anEvent(servers[0], { groups: true });
  const [first, second] = await aHall(event);
  const placed = await aPaidOrder(servers[0], { event, quantity: 2 });
  servers[1].onCheckpoint('after-seats-arranged', async () => {
    servers[1].onCheckpoint('after-seats-arranged', null);
    const moved = await servers[0].ask(`/admin/taules/${event.id}`, { method: 'POST', headers: { Cookie: admin }, body: new URLSearchParams({ intent: 'move', version: '', what: `order:${placed.orderId}`, to: second! }) });
    expect(moved.status).toBe(303);
  });
  const arranged = await servers[1].ask(`/api/admin/events/${event.id}/seating/arrange`, { method: 'POST', headers: { Cookie: admin } });
  expect([arranged.status, ((await arranged.json()) as { code: string }).code]).toEqual([409, 'VERSION_CONFLICT']);
  const seats = await servers[0].db.query.selectFrom('ticketSeats').select('tableId').where('eventId', '=', event.id).execute();
  expect(new Set(seats.map(({ tableId }) => tableId))).toEqual(new Set([second]));
  expect(first).not.toBe(second);
});

test('somebody who takes a ticket while the plan is arranged sits where it was fixed, and so does everybody else', async () => {
  const event = await anEvent(servers[0], { groups: true });
  const [, table] = await aHall(event);
  const { orderId } = await aPaidOrder(servers[0], { event, quantity: 3 });
  const tickets = await servers[0].db.query.selectFrom('tickets').select(['id', 'ticketNumber']).where('orderId', '=', orderId).orderBy('position').execute();
  const { ticketNumber, id } = tickets[0]!;
  const edit = (fields: Record<string, string>): Promise<Response> => servers[0].ask(`/admin/taules/${event.id}`, { method: 'POST', headers: { Cookie: admin }, body: new URLSearchParams({ version: '', ...fields }) });
  expect((await edit({ intent: 'move', what: `ticket:${ticketNumber}`, to: table! })).status).toBe(303);
  expect((await edit({ intent: 'pin', what: `ticket:${ticketNumber}` })).status).toBe(303);
  servers[1].onCheckpoint('after-seats-arranged', async () => {
    servers[1].onCheckpoint('after-seats-arranged', null);
    expect((await take(servers[0], await give(servers[0], { orderId, ticketNumber }), { name: 'Empar' })).status).toBe(303);
  });
  const arranged = await servers[1].ask(`/api/admin/events/${event.id}/seating/arrange`, { method: 'POST', headers: { Cookie: admin } });
  expect(arranged.status).toBe(200);
  const seats = await servers[0].db.query.selectFrom('ticketSeats').innerJoin('tickets', 'tickets.id', 'ticketSeats.ticketId').select(['tickets.id', 'ticketNumber', 'tableId', 'pinned']).where('ticketSeats.eventId', '=', event.id).orderBy('position').execute();
  expect(seats.map((seat) => [seat.ticketNumber, seat.tableId, seat.pinned])).toEqual(tickets.map((one) => [one.ticketNumber, table, one.ticketNumber === ticketNumber]));
  expect(seats[0]!.id).not.toBe(id);
  expect((await servers[0].db.query.selectFrom('halls').select('notes').where('eventId', '=', event.id).executeTakeFirstOrThrow()).notes).toEqual([]);
});
