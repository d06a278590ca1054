import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { aDoorkeeper, admit, aSoldTicket, handIn, undo } from '#tests/support/people/scanners.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder, violations } from '#tests/support/app/invariants.ts';
import { requestRefund } from '#tests/support/app/refunds.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { statementsThatWait } from '#tests/support/app/waiting-statements.ts';

const ACTOR = 'user:00000000-0000-4000-8000-00000000ad31';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

async function statusOf(ticketId: string): Promise<string> {
  return (await app.db.query.selectFrom('tickets').select('status').where('id', '=', ticketId).executeTakeFirstOrThrow()).status;
}

test('an admission stays where its order was given back meanwhile, for an admin too: nobody gets a valid ticket of it', async () => {
  const admin = await aDoorkeeper(app, { admin: true });
  const { id, orderId } = await aSoldTicket(app, await anEvent(app));
  await admit(app, admin, { ticketId: id });
  await requestRefund(app.deps, { orderId, what: { kind: 'order' }, actor: ACTOR });
  expect(await undo(app, admin, { ticketId: id })).toMatchObject({ success: false, code: 'REFUNDED', message: "No es pot desfer: s'ha tornat la comanda, i el tiquet ja no pot tornar a ser vàlid", ticket: { id } });
  expect(await statusOf(id)).toBe('used');
  expect(await app.db.query.selectFrom('audit').select('action').where('subjectId', '=', id).where('action', '=', 'ticket.admission_undone').execute()).toEqual([]);
  expect(await violations(app)).toEqual([]);
});

test('a refund that comes in the middle of an undo waits for it, and gives the ticket back', async () => {
  const admin = await aDoorkeeper(app, { admin: true });
  const { id, orderId } = await aSoldTicket(app, await anEvent(app));
  await admit(app, admin, { ticketId: id });
  const both = await app.db.inTransaction(async (tx) => {
    await sql`lock table scans in share mode`.execute(tx);
    const undoing = undo(app, admin, { ticketId: id });
    await expect.poll(() => statementsThatWait(app)).toBe(1);
    const refunding = requestRefund(app.deps, { orderId, what: { kind: 'order' }, actor: ACTOR });
    await expect.poll(() => statementsThatWait(app)).toBe(2);
    return { undoing, refunding };
  });
  expect(await both.undoing).toMatchObject({ success: true });
  expect(await both.refunding).toBe('due');
  expect(await statusOf(id)).toBe('refunded');
  expect(await violations(app)).toEqual([]);
});

test('what another phone let in meanwhile, whose refusal was lost, counts as the entry', async () => {
  const [keeper, event] = [await aDoorkeeper(app), await anEvent(app)];
  const ticket = await aSoldTicket(app, event);
  await admit(app, keeper, { ticketId: ticket.id });
  const nonce = app.deps.ids.uuid();
  expect((await admit(app, keeper, { ticketId: ticket.id, nonce })).success).toBe(false);
  await undo(app, keeper, { ticketId: ticket.id });
  for (let time = 0; time < 2; time += 1) expect((await handIn(app, keeper, { event, scans: [{ ticket, nonce }] })).body.results[0]).toMatchObject({ success: true, conflict: false, code: 'ADMITTED' });
  expect((await admit(app, keeper, { ticketId: ticket.id })).code).toBe('ALREADY_USED');
  expect(await violations(app)).toEqual([]);
});
