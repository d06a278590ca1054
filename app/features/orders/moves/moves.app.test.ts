import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Moves } from '#app/domain/moves.ts';
import { ORDER_MOVES, TICKET_MOVES } from '#app/domain/order/status.ts';
import { WAITLIST_MOVES } from '#app/domain/waiting/status.ts';
import { aPlacedOrder } from '#tests/support/people/buyers.ts';
import { anEntry, offerTo } from '#tests/support/people/waiting.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => app.close());

const TABLES = { orders: ORDER_MOVES, tickets: TICKET_MOVES, waiting_parties: WAITLIST_MOVES } as const satisfies Record<string, Moves<string>>;
const SUBJECTS = ['orders', 'tickets', 'waiting_parties'] as const;
type Subject = (typeof SUBJECTS)[number];

function movesOf(subject: Subject): string[] {
  return Object.entries<readonly string[]>(TABLES[subject]).flatMap(([from, moves]) => moves.map((to) => `${subject}: ${from} -> ${to}`));
}

/** Where they are: an order with its ticket, and an entry that was offered its place. Behind it another one waits. */
async function oneOfEach(): Promise<Record<Subject, RawBuilder<unknown>>> {
  const event = await anEvent(app);
  const { orderId } = await aPlacedOrder(app, { event });
  const [entry] = [await anEntry(app, event, 1), await anEntry(app, event, 1)];
  await offerTo(app, entry);
  return { orders: sql`id = ${orderId}`, tickets: sql`order_id = ${orderId}`, waiting_parties: sql`id = ${entry}` };
}

test('the moves of the domain and those of the database are the same', async () => {
  const { rows } = await sql<{ move: string }>`select format('%s: %s -> %s', subject, from_status, to_status) as move from status_moves`.execute(app.db.query);
  expect(rows.map(({ move }) => move).toSorted()).toEqual(SUBJECTS.flatMap(movesOf).toSorted());
});

test.each(SUBJECTS)('the database lets %s move along the table and no other way', async (subject) => {
  const where = (await oneOfEach())[subject];
  const statuses = Object.keys(TABLES[subject]);
  const letThrough: string[] = [];
  for (const from of statuses) {
    for (const to of statuses.filter((status) => status !== from)) {
      const tx = await app.db.query.startTransaction().execute();
      const statusIs = (status: string) => sql`update ${sql.table(subject)} set status = ${status} where ${where}`.execute(tx);
      await sql`set local session_replication_role = replica`.execute(tx);
      await statusIs(from);
      await sql`set local session_replication_role = origin`.execute(tx);
      await statusIs(to).then(
        () => letThrough.push(`${subject}: ${from} -> ${to}`),
        (error: unknown) => expect(String(error)).toContain(`${subject} do not move from ${from} to ${to}`),
      );
      await tx.rollback().execute();
    }
  }
  expect(letThrough.toSorted()).toEqual(movesOf(subject).toSorted());
});

test('a status that is written again is no move', async () => {
  const { orderId } = await aPlacedOrder(app, { event: await anEvent(app) });
  await expect(app.db.query.updateTable('orders').set({ status: 'pending_payment' }).where('id', '=', orderId).execute()).resolves.toBeDefined();
});
