import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addDays } from '#app/domain/time/dates.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { renderEventChangedMail } from '#app/features/tickets/service.server.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { statementsThatWait } from '#tests/support/app/waiting-statements.ts';
import { sendForm } from '#tests/support/people/accounts.ts';
import { aPaidOrder, aPlacedOrder, press, signedIn } from '#tests/support/people/buyers.ts';

let app: TestApp;
let admin: string;
let event: EventDetail;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
  event = await anEvent(app, { title: 'Sopar mogut', date: '2099-03-15', location: 'El casal' });
  await aPaidOrder(app, { event });
  await aPaidOrder(app, { event });
});
afterAll(() => closeInOrder(app));

interface Preview {
  recipients: number;
  subject: string;
  text: string;
}

async function previewOf(query: string): Promise<Preview | null> {
  const answer = await app.ask(`/api/admin/events/${event.id}/changed-mail?${query}`, { headers: { Cookie: admin } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { preview: Preview | null }).preview;
}

test('the mail about a new day and place says both, to whom it goes, and nothing is sent', async () => {
  const preview = await previewOf(new URLSearchParams({ date: '16 de març, 2099', time: '2130', location: 'La plaça' }).toString());
  expect(preview).toMatchObject({ recipients: 2, subject: expect.stringContaining('La data i el lloc de «Sopar mogut» han canviat') as string });
  expect(preview!.text).toContain('16 de març, 2099');
  expect(preview!.text).toContain('La plaça');
  expect(preview!.text).toContain('Abans era: 15 de març, 2099');
  expect(await app.db.query.selectFrom('mails').select('id').where('kind', '=', 'event_changed').execute()).toEqual([]);
});

test('nothing is written where nothing that tickets say differs, or what is typed cannot be read', async () => {
  expect(await previewOf('location=El+casal')).toBeNull();
  expect(await previewOf('date=demà&location=El+casal')).toBeNull();
});

describe('whoever is on the payment page while the editor puts the event on another day', () => {
  async function edit(of: EventDetail, fields: Record<string, string>): Promise<void> {
    app.clock.advance(1_000);
    const { version } = await app.db.query.selectFrom('events').select('version').where('id', '=', of.id).executeTakeFirstOrThrow();
    const form = { intent: 'event', version: String(version), title: of.title, image: of.image, time: of.time, description: 'Sopar.', price: '14', visibility: 'public', location: 'El casal', sure: 'on', ...fields };
    expect((await sendForm(app, `/admin/events/edit/${of.id}`, form, { cookie: admin })).status).toBe(303);
    app.clock.advance(1_000);
  }

  async function noticesOf(orderId: string): Promise<string[]> {
    const mails = await app.db.query.selectFrom('mails').select(['id', 'kind', 'orderId', 'announcementId', 'recipient', 'detail', 'createdAt']).where('orderId', '=', orderId).where('kind', '=', 'event_changed').execute();
    return Promise.all(mails.map(async (mail) => (await renderEventChangedMail(app.deps, mail))!.text));
  }

  test('is told it once they have paid, and once for two edits; whoever orders afterwards is not', async () => {
    const moved = await anEvent(app, { title: 'Sopar editat', date: '2099-03-15', location: 'El casal' });
    const paying = await aPlacedOrder(app, { event: moved });
    await edit(moved, { date: '2099-03-16', notifyHolders: 'on' });
    await edit(moved, { date: '2099-03-17', notifyHolders: 'on' });
    const late = await aPlacedOrder(app, { event: moved });
    await press(app, paying, 'pay');
    await press(app, late, 'pay');
    expect(await noticesOf(paying.orderId)).toEqual([expect.stringMatching(/17 de març, 2099[^]*Abans era: 15 de març, 2099/)]);
    expect(await noticesOf(late.orderId)).toEqual([]);
  });

  test('is told nothing where nobody was to be, or where day and place are again as they were', async () => {
    const silent = await anEvent(app, { title: 'Sopar callat', date: '2099-03-15', location: 'El casal' });
    const paying = await aPlacedOrder(app, { event: silent });
    await edit(silent, { date: '2099-03-16' });
    await press(app, paying, 'pay');
    expect(await noticesOf(paying.orderId)).toEqual([]);

    const back = await anEvent(app, { title: 'Sopar que torna', date: '2099-03-15', location: 'El casal' });
    const waiting = await aPlacedOrder(app, { event: back });
    for (const date of [addDays(back.date, 1), back.date]) await edit(back, { date, notifyHolders: 'on' });
    await press(app, waiting, 'pay');
    expect(await noticesOf(waiting.orderId)).toEqual([]);
  });

  test('is told it too by an edit that is saved while their payment is about to be', async () => {
    const event = await anEvent(app, { title: 'Sopar d’un instant', date: '2099-03-15', location: 'El casal' });
    const paying = await aPlacedOrder(app, { event });
    app.clock.advance(1_000);
    await sql`create function wait_here() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(27); return new; end $$`.execute(app.db.query);
    await sql`create constraint trigger waits after update on orders deferrable initially deferred for each row execute function wait_here()`.execute(app.db.query);
    const { payment, edited } = await app.db.inTransaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(27)`.execute(tx);
      const payment = press(app, paying, 'pay');
      await expect.poll(() => statementsThatWait(app)).toBe(1);
      let isSaved = false;
      const edited = edit(event, { date: '2099-03-16', notifyHolders: 'on' }).then(() => (isSaved = true));
      await expect.poll(async () => isSaved || (await statementsThatWait(app)) === 2).toBe(true);
      return { payment, edited };
    });
    await Promise.all([payment, edited]);
    await sql`drop function wait_here cascade`.execute(app.db.query);
    expect(await noticesOf(paying.orderId)).toEqual([expect.stringContaining('Abans era: 15 de març, 2099')]);
  });
});
