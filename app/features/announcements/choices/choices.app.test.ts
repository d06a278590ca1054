import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid, instantInMadrid } from '#app/domain/time/madrid-time.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { cancelTickets } from '#app/features/orders/cancellation/service.server.ts';
import { lockOrderWithStock } from '#app/features/orders/service.server.ts';
import { renderEventChangedMail, renderEventWithdrawnMail } from '#app/features/tickets/service.server.ts';
import { messageOf } from '#tests/support/app/admin-pages.ts';
import { anEvent, changeEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, aPlacedOrder, aTicket, post, press, signedIn } from '#tests/support/people/buyers.ts';
import { admit, aDoorkeeper, ask, undo } from '#tests/support/people/scanners.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

const choose = (orderId: string, intent: 'conservar' | 'tornar') => app.ask(`/canvi-de-plans?order_id=${orderId}`, { method: 'POST', body: new URLSearchParams({ intent }) });

async function pageOf(orderId: string): Promise<string> {
  const answer = await app.ask(`/canvi-de-plans?order_id=${orderId}`);
  return (await answer.text()).replaceAll(/<!-- -->|\u00a0/g, (found) => (found === '\u00a0' ? ' ' : '')).replaceAll('&#x27;', "'").replaceAll('&nbsp;', ' ');
}

async function move(event: EventDetail, change: { date?: string; time?: string; chooseUntil: string }): Promise<void> {
  admin = await signedIn(app, 'admin@comboi.test');
  const { version } = await app.db.query.selectFrom('events').select('version').where('id', '=', event.id).executeTakeFirstOrThrow();
  const form = { intent: 'move', id: app.deps.ids.uuid(), version: String(version), date: event.date, time: event.time, location: 'Casal', words: 'Canvi de lloc.', ...change };
  const { status } = await app.ask(`/admin/events/plans/${event.id}`, { method: 'POST', body: new URLSearchParams(form), headers: { Cookie: admin } });
  if (status !== 303) throw new Error(`not moved: ${status}`);
  app.clock.advance(MINUTE_MS);
}

async function settle(): Promise<void> {
  await app.round('withdrawals');
  for (let round = 0; round < 3; round += 1) {
    app.clock.advance(MINUTE_MS);
    await app.round('refunds');
  }
}

async function ticketsOf(orderId: string) {
  return app.db.query.selectFrom('tickets').select(['id', 'status', 'ticketNumber']).where('orderId', '=', orderId).orderBy('position').execute();
}

async function outcomeOf(orderId: string) {
  const { status } = await app.db.query.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow();
  const refunds = await app.db.query.selectFrom('refunds').select('amount').where('orderId', '=', orderId).execute();
  return { status, tickets: (await ticketsOf(orderId)).map((ticket) => ticket.status), back: refunds.map(({ amount }) => amount) };
}

describe('giving back on the day itself', () => {
  /** At another hour of the same day, with a choice until that day: two hours before it begins. */
  async function aMovedDinner(): Promise<EventDetail> {
    const event = await anEvent(app, { date: addDays(dayInMadrid(app.clock.now()), 1), description: 'Sopar.' });
    await changeEvent(app, event.id, { kitchenService: true });
    return event;
  }
  async function onItsDay(event: EventDetail): Promise<void> {
    app.clock.advance(MINUTE_MS);
    await move(event, { time: '22:00', chooseUntil: event.date });
    app.clock.advance(instantInMadrid(event.date, '20:00') - app.clock.now().getTime());
    admin = await signedIn(app, 'admin@comboi.test');
  }

  test('brings back what tickets cost that nobody has used, and an admission undone afterwards ends none', async () => {
    const event = await aMovedDinner();
    const { orderId } = await aPaidOrder(app, { event, quantity: 2 });
    await onItsDay(event);
    const door = await aDoorkeeper(app);
    const [used] = await ticketsOf(orderId);
    expect((await admit(app, door, { ticketId: used!.id })).code).toBe('ADMITTED');

    const page = await pageOf(orderId);
    expect(page).toContain('Els torne: 14,00 € a la targeta');
    expect(page).toContain("els tiquets que encara no s'han usat");
    expect((await choose(orderId, 'tornar')).status).toBe(303);
    expect((await undo(app, door, { ticketId: used!.id })).success).toBe(true);
    await settle();
    expect(await outcomeOf(orderId)).toEqual({ status: 'paid', tickets: ['active', 'refunded'], back: [1400] });
    expect((await admit(app, door, { ticketId: used!.id })).code).toBe('ADMITTED');
  });

  test('says of no ticket that it is kept to whoever was given their money back otherwise', async () => {
    const event = await aMovedDinner();
    const { orderId } = await aPaidOrder(app, { event });
    await onItsDay(event);
    expect((await post(app, `/api/admin/orders/${orderId}/refund`, { body: { reason: 'malalt' }, headers: { Cookie: admin } })).status).toBe(202);
    for (const hours of [0, 3]) {
      app.clock.advance(hours * 60 * MINUTE_MS);
      const page = await pageOf(orderId);
      expect([page.includes('Ja no es pot triar'), page.includes('Conserves els tiquets')]).toEqual([true, false]);
    }
  });

  test('owes in person what those tickets cost, and the list pays out no more', async () => {
    const event = await aMovedDinner();
    admin = await signedIn(app, 'admin@comboi.test');
    const drawer = ((await post(app, '/api/admin/till/sessions', { body: { float: 50_000, name: 'Casal' }, headers: { Cookie: admin } })).body as unknown as { id: string }).id;
    const sale = { eventId: event.id, category: 'public', means: 'cash', email: 'neus@example.com', tickets: [aTicket(event), aTicket(event), aTicket(event)] };
    const { orderId } = (await post(app, `/api/admin/till/sessions/${drawer}/sales`, { body: sale, headers: { Cookie: admin } })).body as unknown as { orderId: string };
    await onItsDay(event);
    await admit(app, await aDoorkeeper(app), { ticketId: (await ticketsOf(orderId))[0]!.id });
    expect(await pageOf(orderId)).toContain('Els torne: 28,00 € en mà');
    expect((await choose(orderId, 'tornar')).status).toBe(303);
    await settle();
    expect(await outcomeOf(orderId)).toEqual({ status: 'paid', tickets: ['used', 'refunded', 'refunded'], back: [] });
    const mail = await app.db.query.selectFrom('mails').select(['id', 'kind', 'orderId', 'recipient', 'detail', 'createdAt']).where('orderId', '=', orderId).where('kind', '=', 'event_withdrawn').executeTakeFirstOrThrow();
    expect((await renderEventWithdrawnMail(app.deps, mail))!.text).toContain('Els 28,00');

    const refundOwed = () => app.ask('/admin/owed', { method: 'POST', body: new URLSearchParams({ intent: 'give-back', order: orderId, means: 'cash', drawer }), headers: { Cookie: admin } });
    const answers = await Promise.all([refundOwed(), refundOwed()]);
    expect(answers.map(messageOf).filter((message) => message?.includes('28,00'))).toHaveLength(1);
    expect(await outcomeOf(orderId)).toEqual({ status: 'paid', tickets: ['used', 'refunded', 'refunded'], back: [2800] });
  });

  test('that a process of the release before carried out, by cancelling the tickets, is owed all the same', async () => {
    const event = await aMovedDinner();
    admin = await signedIn(app, 'admin@comboi.test');
    const drawer = ((await post(app, '/api/admin/till/sessions', { body: { float: 50_000, name: 'Carpa' }, headers: { Cookie: admin } })).body as unknown as { id: string }).id;
    const sale = { eventId: event.id, category: 'public', means: 'cash', tickets: [aTicket(event), aTicket(event)] };
    const { orderId } = (await post(app, `/api/admin/till/sessions/${drawer}/sales`, { body: sale, headers: { Cookie: admin } })).body as unknown as { orderId: string };
    await onItsDay(event);
    expect((await choose(orderId, 'tornar')).status).toBe(303);
    await app.db.inTransaction(async (tx) => cancelTickets(tx, (await lockOrderWithStock(tx, orderId))!, { reason: 'Canvi de plans', actor: 'order bearer', now: app.clock.now() }));
    await settle();
    const refundOwed = await app.ask('/admin/owed', { method: 'POST', body: new URLSearchParams({ intent: 'give-back', order: orderId, means: 'cash', drawer }), headers: { Cookie: admin } });
    expect(messageOf(refundOwed)).toContain('28,00');
    expect((await outcomeOf(orderId)).back).toEqual([2800]);
  });

  test('leaves the price of a ticket of which a dish was served, and where nothing else is left it is refused in words', async () => {
    const event = await aMovedDinner();
    const [half, eaten] = [await aPaidOrder(app, { event, quantity: 2 }), await aPaidOrder(app, { event })];
    await onItsDay(event);
    const cook = await aDoorkeeper(app, { device: 'Cuina · c1' });
    for (const { orderId } of [half, eaten]) {
      const served = await ask<{ code: string }>(app, cook, { path: '/api/tickets/serve', body: { ticketId: (await ticketsOf(orderId))[0]!.id, nonce: app.deps.ids.uuid(), eventId: event.id, device: cook.device } });
      expect(served.body.code).toBe('SERVED');
    }
    expect((await choose(half.orderId, 'tornar')).status).toBe(303);
    expect((await choose(eaten.orderId, 'tornar')).status).toBe(409);
    expect(await pageOf(eaten.orderId)).toContain('No queda cap tiquet sense usar');
    await settle();
    await settle();
    expect(await outcomeOf(half.orderId)).toEqual({ status: 'paid', tickets: ['active', 'refunded'], back: [1400] });
    expect(await outcomeOf(eaten.orderId)).toEqual({ status: 'paid', tickets: ['active'], back: [] });
  });

  test('keeps what was kept for a ticket that was cancelled before', async () => {
    const event = await aMovedDinner();
    const { orderId } = await aPaidOrder(app, { event, quantity: 2 });
    const [cancelled] = await ticketsOf(orderId);
    admin = await signedIn(app, 'admin@comboi.test');
    const ended = await post(app, `/api/admin/orders/${orderId}/cancel`, { body: { ticketIds: [cancelled!.id], reason: 'No ve' }, headers: { Cookie: admin } });
    expect(ended.status).toBe(204);
    await onItsDay(event);
    expect((await choose(orderId, 'tornar')).status).toBe(303);
    await settle();
    expect(await outcomeOf(orderId)).toEqual({ status: 'paid', tickets: ['cancelled', 'refunded'], back: [1400] });
  });

  test('ends when the dinner begins', async () => {
    const event = await aMovedDinner();
    const { orderId } = await aPaidOrder(app, { event });
    await onItsDay(event);
    app.clock.advance(120 * MINUTE_MS);
    expect((await choose(orderId, 'tornar')).status).toBe(409);
    expect(await pageOf(orderId)).toContain("L'acte ja ha començat");
    await settle();
    expect(await outcomeOf(orderId)).toEqual({ status: 'paid', tickets: ['active'], back: [] });
  });
});

describe('whoever is on the payment page while the dinner is moved', () => {
  async function changesAnnounced(orderId: string) {
    return app.db.query.selectFrom('mails').select(['id', 'kind', 'orderId', 'announcementId', 'recipient', 'detail', 'createdAt']).where('orderId', '=', orderId).where('kind', '=', 'event_changed').execute();
  }

  test('is told once they have paid, and may give the tickets back; whoever orders afterwards is not, and may not', async () => {
    const event = await anEvent(app, { title: 'Sopar mogut', description: 'Sopar.' });
    await aPaidOrder(app, { event });
    const [paying, gone] = [await aPlacedOrder(app, { event }), await aPlacedOrder(app, { event })];
    app.clock.advance(MINUTE_MS);
    const date = addDays(event.date, 7);
    await move(event, { date, chooseUntil: date });
    const late = await aPaidOrder(app, { event });
    expect(await changesAnnounced(paying.orderId)).toEqual([]);
    expect((await choose(paying.orderId, 'tornar')).headers.get('Location')).toContain('/payment-success');
    await press(app, paying, 'pay');
    await press(app, gone, 'cancel');

    const [mail, ...others] = await changesAnnounced(paying.orderId);
    expect(others).toEqual([]);
    const rendered = (await renderEventChangedMail(app.deps, mail!))!;
    expect(rendered.subject).toMatch(/de «Sopar mogut» ha/);
    expect(rendered.text).toContain('Canvi de lloc.');
    expect(rendered.text).toContain(`/canvi-de-plans?order_id=${paying.orderId}`);
    expect(await changesAnnounced(gone.orderId)).toEqual([]);
    expect(await changesAnnounced(late.orderId)).toEqual([]);

    expect(await pageOf(paying.orderId)).toContain('Els torne: 14,00 €');
    expect((await choose(paying.orderId, 'tornar')).status).toBe(303);
    expect((await choose(late.orderId, 'tornar')).headers.get('Location')).toContain('/payment-success');
    await settle();
    expect(await outcomeOf(paying.orderId)).toEqual({ status: 'refunded', tickets: ['refunded'], back: [1400] });
    expect(await outcomeOf(late.orderId)).toEqual({ status: 'paid', tickets: ['active'], back: [] });
  });

  test('is told the words where nobody else had tickets yet', async () => {
    const event = await anEvent(app, { title: 'Sopar matiner', description: 'Sopar.' });
    const paying = await aPlacedOrder(app, { event });
    app.clock.advance(MINUTE_MS);
    await move(event, { date: addDays(event.date, 7), chooseUntil: '' });
    await press(app, paying, 'pay');
    const [mail] = await changesAnnounced(paying.orderId);
    expect((await renderEventChangedMail(app.deps, mail!))!.text).toContain('Canvi de lloc.');
  });
});
