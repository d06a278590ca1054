import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { sealAudit, selectAuditHead, writeAudits } from '#app/platform/adapters/db/audit.server.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { aPaidOrder, aPlacedOrder, sessionOf, signedIn } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { violations } from '#tests/support/app/invariants.ts';
import { chargeAgain } from '#tests/support/app/sandbox-ledger.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { deliver, eventBody } from '#tests/support/app/webhooks.ts';

import { examineAudit, examineRecords } from './doctor.server.ts';

let app: TestApp;
beforeEach(async () => {
  app = await aTestApp();
});
afterEach(() => app.close());

/** As somebody with all rights over the database can, past its triggers. */
async function asSuperuser(change: (tx: Tx) => Promise<unknown>): Promise<void> {
  await app.db.inTransaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await change(tx);
  });
}

async function aSealedAudit(): Promise<void> {
  const event = await anEvent(app);
  for (let sale = 0; sale < 3; sale += 1) await aPaidOrder(app, { event });
  expect(await violations(app)).toEqual([]);
}

async function writeRows(query: Query | Tx, howMany: number): Promise<void> {
  const row = { at: app.clock.now(), actor: 'test', action: 'user.invited', subject: 'user', subjectId: 'nobody' } as const;
  await writeAudits(query, Array.from({ length: howMany }, () => row));
}

async function chainLength(): Promise<number> {
  return (await selectAuditHead(app.db.query))?.position ?? 0;
}

describe('the audit', () => {
  test.each(['audit', 'audit_chain'])('refuses every change of %s', async (table) => {
    await aSealedAudit();
    for (const change of [`update ${table} set ${table === 'audit' ? `actor = 'nobody'` : `hash = ''`}`, `delete from ${table}`, `truncate ${table} cascade`]) {
      await expect(sql.raw(change).execute(app.db.query)).rejects.toThrow('only ever added to');
    }
    expect(await violations(app)).toEqual([]);
  });

  test.each(['actor', 'action', 'subject', 'subject_id', 'detail', 'at'])('tells when the %s of one row was changed behind its back', async (column) => {
    await aSealedAudit();
    const other = { at: sql`at + interval '1 microsecond'`, detail: sql`'{"amount": 1}'::jsonb` }[column] ?? sql`'other'`;
    await asSuperuser((tx) => sql`update audit set ${sql.ref(column)} = ${other} where id = (select audit_id from audit_chain where position = 3)`.execute(tx));
    expect(await violations(app)).toContainEqual(expect.stringMatching(/the chain of the audit is whole: .*position 3 \(it says something else now\)/));
  });

  test('tells when a row in its middle was taken away, with or without its link', async () => {
    await aSealedAudit();
    await asSuperuser((tx) => sql`delete from audit where id = (select audit_id from audit_chain where position = 3)`.execute(tx));
    expect(await violations(app)).toContainEqual(expect.stringMatching(/position 3 \(the row is gone\)/));
    await asSuperuser((tx) => tx.deleteFrom('auditChain').where('position', '=', '3').execute());
    expect(await violations(app)).toContainEqual(expect.stringMatching(/position 4 \(a part before it is gone\)/));
    await asSuperuser((tx) => sql`update audit_chain set position = position - 1 where position > 3`.execute(tx));
    expect(await violations(app)).toContainEqual(expect.stringMatching(/position 3 \(it says something else now\)/));
  });

  test('shows a head that tells, kept elsewhere, when its end was cut off or it was all written anew', async () => {
    await aSealedAudit();
    const head = (await selectAuditHead(app.db.query))!;
    await writeRows(app.db.query, 5);
    await sealAudit(app.db.query);
    expect(await examineAudit(app.db.query, head)).toEqual([]);

    await asSuperuser((tx) => tx.deleteFrom('auditChain').where('position', '>=', String(head.position)).execute());
    expect(await examineAudit(app.db.query, head)).toMatchObject([{ how: 'it ends before' }]);

    await asSuperuser(async (tx) => {
      await tx.deleteFrom('auditChain').execute();
      await sql`update audit set actor = 'somebody else' where id = (select min(id) from audit)`.execute(tx);
    });
    await sealAudit(app.db.query);
    expect(await violations(app)).toEqual([]);
    expect(await examineAudit(app.db.query, head)).toMatchObject([{ how: 'its hash is another' }]);
  });

  test('is sealed into one chain by any number of processes at once, while others write', async () => {
    const rows = count({ test: 5_000, soak: 100_000 });
    const doors = [app, await app.another(), await app.another()];
    let isWritten = false;
    const writing = (async () => {
      for (let written = 0; written < rows; written += 500) await Promise.all([writeRows(doors[0]!.db.query, 250), writeRows(doors[1]!.db.query, 250)]);
      isWritten = true;
    })();
    const sealing = doors.map(async ({ db }) => {
      while (!isWritten) await sealAudit(db.query);
    });
    await Promise.all([writing, ...sealing]);
    const broken = await violations(app);
    expect(broken).toEqual([]);
    const { total } = await app.db.query.selectFrom('audit').select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
    expect(await chainLength()).toBe(Number(total));
    figure(`I9 breaks in a chain of ${total} rows sealed by three processes`, broken.length);
    await doors[1]!.close();
    await doors[2]!.close();
  });

  test('gives a row whose transaction came late the next place, not the one of its number', async () => {
    await sealAudit(app.db.query);
    const before = await chainLength();
    await app.db.inTransaction(async (tx) => {
      await writeRows(tx, 1);
      await writeRows(app.db.query, 3);
      await sealAudit(app.db.query);
      expect(await chainLength()).toBe(before + 3);
    });
    await sealAudit(app.db.query);
    expect(await chainLength()).toBe(before + 4);
    expect(await violations(app)).toEqual([]);
  });

  test('that nobody seals is noticed after ten minutes', async () => {
    await writeRows(app.db.query, 2);
    await sealAudit(app.db.query);
    app.clock.advance(-11 * 60_000);
    await writeRows(app.db.query, 2);
    expect(await examineRecords(app.db.query, app.clock.now())).toMatchObject([{ rule: 'I9 the audit is sealed within minutes', what: '2 rows' }]);
  });
});

const STEPS = 'I9 an order has gone';
const COPIED = 'insert into audit (at, actor, action, subject, subject_id) select at, actor';

/** Changes that break the books, or that the audit doesn't know of; and the rule that notices. */
const WRONG: [what: string, rule: string, change: string][] = [
  ['a counter that drifted', 'I1 the counter', `update event_stock set sold = sold + 1`],
  ['an event sold beyond its limit', 'I1 no event', `update event_stock set max_tickets = sold - 1 where sold > 0`],
  ['a ticket that its order lost', 'I2 an order', `update orders set ticket_quantity = ticket_quantity + 1 where status = 'pending_payment'`],
  ['a total that is not the sum of its tickets', 'I2 an order', `update orders set total_amount = total_amount + 1`],
  ['a paid order without its payment', 'I4 a paid order', `update payments set status = 'expired' where status = 'paid'`],
  ['a paid order with two payments that nobody gives back', 'I4 a paid order', `update payments set status = 'paid', provider_payment = id::text where status <> 'paid'; update payments set order_id = (select id from orders where status = 'paid')`],
  ['a charge given back twice', 'I4 no more', `update refunds set amount = amount * 2`],
  ['a ticket used at no time', 'I5 a ticket', `update tickets set status = 'used' where status = 'active'`],
  ['somebody in who never came in', 'I5 who is in', `update tickets set status = 'used', used_at = now() where status = 'active'`],
  ['an admission taken back without a trace', 'I9 an admission', `${COPIED}, 'ticket.admission_undone', 'ticket', tickets.id from audit, tickets where action = 'order.paid' and status = 'active'`],
  ['two orders of one number', 'I6 numbers', `alter table orders drop constraint orders_order_number_key; update orders set order_number = 'ORD-1'`],
  ['two payments of one key', 'I6 numbers', `alter table payments drop constraint payments_idempotency_key_key; update payments set idempotency_key = 'one'`],
  ['a paid order without its mail', 'I7 an order', `delete from mails where cause = 'sale'`],
  ['a valid ticket of an order that is not paid', 'I8 tickets', `update tickets set status = 'active' where status = 'pending_payment'`],
  ['a refunded order whose own payment was kept', 'I8 a refunded order', `update orders set status = 'refunded' where status = 'paid'`],
  ['a price that no dish has', 'I10 a ticket', `update tickets set menu_selection = jsonb_set(menu_selection, '{0,items,0,price}', '1') where menu_selection <> '[]'`],
  ['somebody disabled who is signed in', 'I12 nobody', `update users set banned = true where id in (select user_id from sessions)`],
  ['money that we know nothing of', 'I3, I4, I13 charge_unknown', `update payments set provider_payment = null, status = 'expired' where status = 'paid'`],
  ['an order paid by hand', STEPS, `update orders set status = 'paid', paid_at = now() where status = 'pending_payment'`],
  ['an order cancelled by hand', STEPS, `update orders set status = 'cancelled' where status = 'pending_payment'`],
  ['an order that nobody saw begin', STEPS, `insert into orders select copy.* from orders, jsonb_populate_record(orders, '{"id": "00000000-0000-4000-8000-000000000000", "order_number": "ORD-1"}') as copy limit 1`],
  ['a payment told twice', STEPS, `${COPIED}, action, subject, subject_id from audit where action = 'order.paid'`],
  ['a step that no order takes', STEPS, `${COPIED}, 'order.completed', subject, subject_id from audit where action = 'order.paid'`],
  ['a ticket given back by hand', 'I9 a ticket given back', `update tickets set status = 'refunded' where status = 'active'`],
  ['a ticket valid again after it was given back', 'I9 a ticket given back', `${COPIED}, 'ticket.refunded', 'ticket', tickets.id from audit, tickets where action = 'order.paid' and status = 'active'`],
  ['a refund moved by hand', 'I9 a refund has one row', `update refunds set status = 'succeeded', provider_refund = id::text`],
  ['a refund told twice', 'I9 a refund has one row', `${COPIED}, action, subject, subject_id from audit where action = 'refund.due'`],
  ['a dispute told without a case', 'I9 a dispute has one row', `${COPIED}, 'payment.disputed', 'payment', payments.id from audit, payments where action = 'order.paid'`],
  ['a ticket suspended by hand', 'I9 a ticket is suspended', `update tickets set suspended_at = now() where status = 'active'`],
];

describe('the doctor', () => {
  test.each(WRONG)('finds %s', async (_what, rule, change) => {
    const event = await anEvent(app);
    const paid = await aPaidOrder(app, { event });
    await aPlacedOrder(app, { event });
    await chargeAgain(app, paid);
    await deliver(app, eventBody({ session: sessionOf(paid) }));
    await signedIn(app, 'soci@comboi.test');
    expect(await violations(app)).toEqual([]);
    await sql.raw(change).execute(app.db.query);
    expect(await violations(app)).toContainEqual(expect.stringContaining(rule));
  });

  test('finds a file that a row names and that is not there', async () => {
    const id = app.deps.ids.uuid();
    const now = app.clock.now();
    await app.db.query.insertInto('files').values({ id, bucket: 'booklets', state: 'ready', bytes: 3, createdAt: now, changedAt: now }).execute();
    await app.db.query.insertInto('fileVariants').values({ fileId: id, variant: 'original', name: `${id}.pdf`, mediaType: 'application/pdf', bytes: 3 }).execute();
    expect(await violations(app)).toEqual([`I11 every file that a row names is there: booklets/${id}.pdf (missing)`]);
    await app.deps.storage.put({ name: `booklets/${id}.pdf`, body: Buffer.from('PDF'), size: 3, mediaType: 'application/pdf' });
    expect(await violations(app)).toEqual([]);
  });

  test('finds a file without a row, once nobody can be at work on it any more', async () => {
    await app.deps.storage.put({ name: 'booklets/forgotten.pdf', body: Buffer.from('PDF'), size: 3, mediaType: 'application/pdf' });
    app.clock.set(new Date());
    expect(await violations(app)).toEqual([]);
    app.clock.advance(61 * 60_000);
    expect(await violations(app)).toEqual([expect.stringContaining('I11 every file of more than an hour has a row: booklets/forgotten.pdf')]);
  });
});
