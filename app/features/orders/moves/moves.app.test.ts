import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { ORDER_MOVES, ORDER_STATUSES, TICKET_MOVES, TICKET_STATUSES } from '#app/domain/order/status.ts';
import { aPlacedOrder } from '#tests/support/people/buyers.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => app.close());

const TABLES = { orders: { statuses: ORDER_STATUSES, moves: ORDER_MOVES }, tickets: { statuses: TICKET_STATUSES, moves: TICKET_MOVES } };

function movesOf(subject: keyof typeof TABLES): string[] {
  return Object.entries(TABLES[subject].moves).flatMap(([from, moves]) => (moves as readonly string[]).map((to) => `${subject}: ${from} -> ${to}`));
}

test('the moves of the domain and those of the database are the same', async () => {
  const { rows } = await sql<{ move: string }>`select format('%s: %s -> %s', subject, from_status, to_status) as move from status_moves`.execute(app.db.query);
  expect(rows.map(({ move }) => move).toSorted()).toEqual([...movesOf('orders'), ...movesOf('tickets')].toSorted());
});

test.each(['orders', 'tickets'] as const)('the database lets %s move along the table and no other way', async (subject) => {
  const { orderId } = await aPlacedOrder(app, { event: await anEvent(app) });
  const column = sql.ref(subject === 'orders' ? 'id' : 'order_id');
  const letThrough: string[] = [];
  for (const from of TABLES[subject].statuses) {
    for (const to of TABLES[subject].statuses.filter((status) => status !== from)) {
      const move = app.db.query.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql`update ${sql.table(subject)} set status = ${from} where ${column} = ${orderId}`.execute(tx);
        await sql`set local session_replication_role = origin`.execute(tx);
        await sql`update ${sql.table(subject)} set status = ${to} where ${column} = ${orderId}`.execute(tx);
      });
      await move.then(
        () => letThrough.push(`${subject}: ${from} -> ${to}`),
        (error: unknown) => expect(String(error)).toContain(`${subject} do not move from ${from} to ${to}`),
      );
    }
  }
  expect(letThrough.toSorted()).toEqual(movesOf(subject).toSorted());
});

test('a status that is written again is no move', async () => {
  const { orderId } = await aPlacedOrder(app, { event: await anEvent(app) });
  await expect(app.db.query.updateTable('orders').set({ status: 'pending_payment' }).where('id', '=', orderId).execute()).resolves.toBeDefined();
});
