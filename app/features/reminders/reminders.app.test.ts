import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid, instantInMadrid } from '#app/domain/time/madrid-time.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { deliverDueMails } from '#app/features/mail/service.server.ts';
import { MAIL_TEMPLATES } from '#app/features.server.ts';
import { anEvent, withdraw } from '#tests/support/app/events.ts';
import { aPaidOrder, aPlacedOrder, signedIn } from '#tests/support/people/buyers.ts';
import { give, take, revokeTransfer } from '#tests/support/people/transfers.ts';
import { aMailApp, type MailApp } from '#tests/support/smtp/mail-app.ts';
import type { ReceivedMail } from '#tests/support/smtp/smtp-server.ts';

import { enqueueDueReminders } from './service.server.ts';

const DATE = '2031-03-15';

let app: MailApp;
beforeAll(async () => {
  app = await aMailApp();
});
afterAll(() => app.close());
afterEach(async () => {
  await app.empty();
  await app.db.query.deleteFrom('reminders').execute();
  await app.db.query.updateTable('events').set({ reminderAt: null }).execute();
});

const atMadrid = (date: string, time: string): Date => new Date(instantInMadrid(date, time));

/** On sale since two days before it, at noon; the mails of its sales are out of the way. */
async function aDinner(buyers: readonly string[], { date = DATE, reminderAt = '10:00' as string | null } = {}): Promise<{ event: EventDetail; orders: string[] }> {
  app.clock.set(atMadrid(addDays(date, -2), '12:00'));
  const event = await anEvent(app, { title: 'Sopar <b>del Port</b>', date, time: '21:30', location: 'Carpa del Port', dishes: { Paella: [1400, 1200, 1000] } });
  await app.db.query.updateTable('events').set({ reminderAt }).where('id', '=', event.id).execute();
  const orders: string[] = [];
  for (const email of buyers) orders.push((await aPaidOrder(app, { event, quantity: 2, body: { email } })).orderId);
  await app.db.query.deleteFrom('mails').execute();
  return { event, orders };
}

async function remindedAt(instant: Date): Promise<ReceivedMail[]> {
  app.clock.set(instant);
  await enqueueDueReminders(app.mailDeps);
  await deliverDueMails(app.mailDeps, { templates: MAIL_TEMPLATES });
  return app.smtp.received;
}

const recipients = (mails: readonly ReceivedMail[]): string[] => mails.flatMap((mail) => mail.recipients).toSorted();

describe('a reminder', () => {
  test('tells each holder on the day before, once, what there is to know', async () => {
    const { event, orders } = await aDinner(['neus@example.com', 'ramon@example.com']);
    expect(await remindedAt(atMadrid('2031-03-14', '09:59'))).toEqual([]);
    const mails = await remindedAt(atMadrid('2031-03-14', '10:00'));
    expect(recipients(mails)).toEqual(['neus@example.com', 'ramon@example.com']);
    const { email } = mails.find(({ recipients: [to] }) => to === 'neus@example.com')!;
    expect(email.subject).toMatch(/^Demà a les 21:30: Sopar <b>del Port<\/b> \(ORD-/);
    for (const words of ['Data: 15 de març, 2031', 'Hora: 21:30', 'Lloc: Carpa del Port', 'https://www.openstreetmap.org/search?query=Carpa', '-T1\n  Paella', '-T2\n  Paella', `/payment-success?order_id=${orders[0]}`, 'Si no pots vindre', `/donar-tiquet?order_id=${orders[0]}`, 'Per a una devolució', '/condicions']) expect(email.text).toContain(words);
    expect(email.html).not.toContain('<b>del');
    expect(email.attachments.map(({ mimeType }) => mimeType)).toEqual(['application/pdf']);

    expect(await remindedAt(atMadrid('2031-03-14', '10:05'))).toHaveLength(2);
    expect(await remindedAt(atMadrid('2031-03-15', '12:00'))).toHaveLength(2);
    const admin = await signedIn(app, 'admin@comboi.test');
    const page = await (await app.ask(`/admin/events/messages/${event.id}`, { headers: { Cookie: admin } })).text();
    expect(page.replaceAll('<!-- -->', '')).toContain('2 de 2 recordatoris enviats.');
  });

  test('is not for who bought at its hour or later, nor for who never paid', async () => {
    const { event } = await aDinner(['neus@example.com']);
    await aPlacedOrder(app, { event, body: { email: 'unpaid@example.com' } });
    app.clock.set(atMadrid('2031-03-14', '10:00'));
    await aPaidOrder(app, { event, body: { email: 'late@example.com' } });
    await app.db.query.deleteFrom('mails').execute();
    expect(recipients(await remindedAt(atMadrid('2031-03-14', '10:01')))).toEqual(['neus@example.com']);
  });

  test('is for nobody where the event says so, was withdrawn, or is on another day', async () => {
    await aDinner(['neus@example.com'], { reminderAt: null });
    expect(await remindedAt(atMadrid('2031-03-14', '10:00'))).toEqual([]);
    await aDinner(['neus@example.com']);
    expect(await remindedAt(atMadrid('2031-03-13', '10:00'))).toEqual([]);
    const { event } = await aDinner(['ramon@example.com']);
    await withdraw(app, event.id);
    await app.db.query.deleteFrom('mails').execute();
    expect(recipients(await remindedAt(atMadrid('2031-03-14', '10:00')))).toEqual(['neus@example.com']);
  });

  test('that waits in the outbox is dropped with a withdrawal', async () => {
    const { event } = await aDinner(['neus@example.com']);
    app.clock.set(atMadrid('2031-03-14', '10:00'));
    await enqueueDueReminders(app.mailDeps);
    await withdraw(app, event.id);
    await deliverDueMails(app.mailDeps, { templates: MAIL_TEMPLATES });
    expect(app.smtp.received).toEqual([]);
  });

  test('follows an event that is moved: the mail that waits says nothing, and the new day has one of its own', async () => {
    const { event } = await aDinner(['neus@example.com']);
    app.clock.set(atMadrid('2031-03-14', '10:00'));
    await enqueueDueReminders(app.mailDeps);
    await app.db.query.updateTable('events').set({ eventDate: '2031-03-18' }).where('id', '=', event.id).execute();
    expect(await remindedAt(atMadrid('2031-03-14', '10:01'))).toEqual([]);
    expect(await remindedAt(atMadrid('2031-03-17', '10:00'))).toHaveLength(1);
    // Back on the first day: its holders were told of the move, and are not reminded of that day again.
    await app.db.query.updateTable('events').set({ eventDate: DATE }).where('id', '=', event.id).execute();
    expect(await remindedAt(atMadrid('2031-03-14', '11:00'))).toHaveLength(1);
  });

  test('never leaves in the night: neither its round nor what waits in the outbox', async () => {
    await aDinner(['neus@example.com'], { reminderAt: '20:59' });
    expect(await remindedAt(atMadrid('2031-03-14', '21:00'))).toEqual([]);
    expect(await app.db.query.selectFrom('reminders').select('key').execute()).toEqual([]);
    app.clock.set(atMadrid('2031-03-14', '20:59'));
    await enqueueDueReminders(app.mailDeps);
    expect(await remindedAt(atMadrid('2031-03-15', '03:00'))).toEqual([]);
    expect(await remindedAt(atMadrid('2031-03-15', '08:59'))).toEqual([]);
    const [mail] = await remindedAt(atMadrid('2031-03-15', '09:00'));
    expect(mail?.email.subject).toMatch(/^Hui a les 21:30/);
  });

  test.each([
    ['forward', '2031-03-31', '2031-03-30T08:00:00Z'],
    ['back', '2031-10-27', '2031-10-26T09:00:00Z'],
  ])('keeps its hour on the day when the clocks go %s', async (_, date, due) => {
    await aDinner(['neus@example.com'], { date });
    expect(await remindedAt(new Date(Date.parse(due) - 1))).toEqual([]);
    expect(await remindedAt(new Date(due))).toHaveLength(1);
    expect(await remindedAt(new Date(Date.parse(due) + 3_600_000))).toHaveLength(1);
  });

  test('goes to whoever took a ticket and left an address, and to its sender for the others alone', async () => {
    const { orders: [orderId] } = await aDinner(['neus@example.com']);
    const { ticketNumber } = await app.db.query.selectFrom('tickets').select('ticketNumber').where('orderId', '=', orderId!).where('position', '=', 1).executeTakeFirstOrThrow();
    const link = await give(app, { orderId: orderId!, ticketNumber });
    expect((await take(app, link, { name: 'Empar', email: 'no és cap adreça' })).status).toBe(400);
    expect((await take(app, link, { name: 'Empar', email: 'empar@example.com' })).status).toBe(303);
    const mails = await remindedAt(atMadrid('2031-03-14', '10:00'));
    expect(recipients(mails)).toEqual(['empar@example.com', 'neus@example.com']);
    const texts = Object.fromEntries(mails.map(({ recipients: [to], email }) => [to, email.text ?? '']));
    expect(texts['neus@example.com']).not.toContain(ticketNumber);
    expect(texts['empar@example.com']).toContain(ticketNumber);
    // The order is its sender's.
    const taken = mails.find(({ recipients: [to] }) => to === 'empar@example.com')!.email;
    expect(JSON.stringify([taken.text, taken.html, taken.subject])).not.toMatch(new RegExp(`${orderId}|order_id`));
  });

  test('leads its recipient to the ticket on whatever device, until it is taken back; nobody else by a like link', async () => {
    const { orders: [orderId] } = await aDinner(['neus@example.com']);
    const { ticketNumber } = await app.db.query.selectFrom('tickets').select('ticketNumber').where('orderId', '=', orderId!).where('position', '=', 1).executeTakeFirstOrThrow();
    const offer = await give(app, { orderId: orderId!, ticketNumber });
    await take(app, offer, { name: 'Empar', email: 'empar@example.com' });
    const mail = (await remindedAt(atMadrid('2031-03-14', '10:00'))).find(({ recipients: [to] }) => to === 'empar@example.com')!.email;
    const link = /https?:\S+\/regal\/tiquet\?clau=\S+/.exec(mail.text ?? '')![0];
    expect(mail.html).toContain(link.replaceAll('&', '&amp;'));
    const { pathname, search, searchParams } = new URL(link);
    const page = await app.ask(pathname + search);
    expect([page.status, (await page.text()).includes(ticketNumber)]).toEqual([200, true]);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    // Its sender knows the link of the offer, which is signed for something else.
    const offered = new URL(offer, link).searchParams.get('codi')!;
    const forged = `${searchParams.get('clau')!.split('.')[0]}.${'A'.repeat(43)}`;
    for (const key of [offered, forged]) expect((await app.ask(`/regal/tiquet?clau=${key}`)).status).toBe(404);
    expect((await app.ask(`/regal?codi=${searchParams.get('clau')}`)).status).toBe(404);
    await revokeTransfer(app, { orderId: orderId!, ticketNumber });
    expect((await app.ask(pathname + search)).status).toBe(404);
  });

  test('is not for a ticket that was taken back, or taken after its hour', async () => {
    const { orders: [orderId] } = await aDinner(['neus@example.com']);
    const tickets = await app.db.query.selectFrom('tickets').select('ticketNumber').where('orderId', '=', orderId!).orderBy('position').execute();
    const [first, second] = tickets.map(({ ticketNumber }) => ({ orderId: orderId!, ticketNumber }));
    await take(app, await give(app, first!), { name: 'Empar', email: 'empar@example.com' });
    await revokeTransfer(app, first!);
    await app.db.query.deleteFrom('mails').where('kind', '=', 'ticket_taken_back').execute();
    app.clock.set(atMadrid('2031-03-14', '10:00'));
    await take(app, await give(app, second!), { name: 'Pau', email: 'pau@example.com' });
    expect(recipients(await remindedAt(atMadrid('2031-03-14', '10:01')))).toEqual(['neus@example.com']);
  });

  test('that fifty mailboxes put off holds nobody else up', async () => {
    await aDinner(Array.from({ length: 52 }, (_, index) => `ve-${index}@example.com`));
    app.clock.set(atMadrid('2031-03-14', '10:00'));
    await enqueueDueReminders(app.mailDeps);
    const later = atMadrid('2031-03-14', '10:20');
    const first = await app.db.query.updateTable('mails').set({ nextAttemptAt: later, attempts: 1 }).where('kind', '=', 'reminder').returning('recipient').execute();
    expect(first).toHaveLength(50);
    expect(await remindedAt(atMadrid('2031-03-14', '10:01'))).toHaveLength(2);
    expect(await remindedAt(later)).toHaveLength(52);
  });

  test('is once, though two processes look at the same instant', async () => {
    const { event } = await aDinner(['neus@example.com', 'ramon@example.com', 'pau@example.com']);
    app.clock.set(atMadrid('2031-03-14', '10:00'));
    await Promise.all(Array.from({ length: 8 }, () => enqueueDueReminders(app.mailDeps)));
    expect(await app.db.query.selectFrom('mails').select('recipient').where('kind', '=', 'reminder').execute()).toHaveLength(3);
    expect(await app.db.query.selectFrom('reminders').select('key').where('eventId', '=', event.id).execute()).toHaveLength(3);
  });
});

describe('the hour of a reminder', () => {
  test('is 10:00 for a new event, refused in the night, and switched off by an empty field', async () => {
    app.clock.set(new Date());
    const admin = await signedIn(app, 'admin@comboi.test');
    const page = await (await app.ask('/admin/events/new', { headers: { Cookie: admin } })).text();
    expect(page).toMatch(/name="reminderAt"[^>]*value="10:00"|value="10:00"[^>]*name="reminderAt"/);
    const fields = { title: 'Sopar nou', date: addDays(dayInMadrid(app.clock.now()), 9), time: '21:00', description: 'Vine', price: 1000, image: '🥘' };
    const create = async (more: object) => app.ask('/api/admin/events', { method: 'POST', headers: { 'Content-Type': 'application/json', Cookie: admin }, body: JSON.stringify({ ...fields, ...more }) });
    const hourOf = async (response: Response) => {
      const { id } = (await response.json()) as { id: number };
      return ((await (await app.ask(`/api/admin/events/${id}`, { headers: { Cookie: admin } })).json()) as { reminderAt: string | null }).reminderAt;
    };
    expect(await hourOf(await create({}))).toBe('10:00');
    expect(await hourOf(await create({ reminderAt: '18:30' }))).toBe('18:30');
    expect(await hourOf(await create({ reminderAt: null }))).toBeNull();
    const refused = await create({ reminderAt: '22:00' });
    expect([refused.status, await refused.json()]).toMatchObject([422, { fields: { reminderAt: 'Tria una hora entre les 09:00 i les 20:59, o deixa-la buida' } }]);
  });
});
