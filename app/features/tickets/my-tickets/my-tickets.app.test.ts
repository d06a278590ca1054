import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { aMember, login } from '#tests/support/people/accounts.ts';
import { aPaidOrder, aPlacedOrder, aTicket, refreshOrder, signedIn } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let member: string;
let admin: string;
beforeAll(async () => {
  app = await aTestApp();
  member = await signedIn(app, 'soci@comboi.test');
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => closeInOrder(app));

async function myTickets(cookie = member): Promise<string> {
  const response = await app.ask('/my-tickets', { headers: { Cookie: cookie } });
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('<!-- -->', '');
}

async function numbersOf(orderId: string): Promise<string[]> {
  return ((await refreshOrder(app, orderId)).tickets ?? []).map((ticket) => ticket.ticketNumber);
}

async function refundByAdmin(ticketNumber: string): Promise<void> {
  const { id, orderId } = await app.db.query.selectFrom('tickets').select(['id', 'orderId']).where('ticketNumber', '=', ticketNumber).executeTakeFirstOrThrow();
  const body = new URLSearchParams({ intent: 'refund-some', ticket: id });
  const answer = await app.ask(`/admin/orders/${orderId}`, { method: 'POST', headers: { Cookie: admin }, body });
  expect(answer.status).toBe(303);
  await app.round('refunds');
}

describe('Els meus tiquets', () => {
  test('sends a visitor to sign in and back', async () => {
    const html = await myTickets('');
    expect(html).toContain('Has d&#x27;iniciar sessió per veure els teus tiquets');
    expect(html).toContain('/login?next=%2Fmy-tickets');
  });

  test('says so when there are none', async () => {
    expect(await myTickets(await signedIn(app, 'public@comboi.test'))).toContain('No tens cap ticket encara');
  });

  test('shows what the account bought, with code, dish, price and number', async () => {
    const event = await anEvent(app, { title: 'Sopar de la Nit' });
    const order = await aPaidOrder(app, { event, cookie: member, body: { email: 'another@example.com' } });
    const html = await myTickets();
    const [number] = await numbersOf(order.orderId);
    expect(html).toContain(`Ticket #${number}`);
    for (const text of ['Sopar de la Nit', 'Paella', 'Actiu', '12,00', 'Ubicació per confirmar', `Codi QR del ticket ${number}`]) expect(html).toContain(text);
  });

  test('keeps the tickets of one order together, even of two that were placed in the same instant', async () => {
    const event = await anEvent(app);
    const cookie = await login(app, await aMember(app));
    const orders = [await aPaidOrder(app, { event, cookie, quantity: 2 }), await aPaidOrder(app, { event, cookie, quantity: 2 })];
    await app.db.query.updateTable('orders').set({ createdAt: new Date() }).where('id', 'in', orders.map(({ orderId }) => orderId)).execute();
    const numbers = (await Promise.all(orders.map(({ orderId }) => numbersOf(orderId)))).flat().toSorted();
    const html = await myTickets(cookie);
    expect([...html.matchAll(/Ticket #(ORD-[\w-]+)/g)].map(([, number]) => number)).toEqual(numbers);
  });

  test('is never kept by a cache between', async () => {
    expect((await app.ask('/my-tickets', { headers: { Cookie: member } })).headers.get('Cache-Control')).toContain('no-store');
  });

  test('shows what was bought for the verified address in any case of letters, and of an unverified one nothing', async () => {
    const event = await anEvent(app, { title: 'Concert del convidat' });
    await aPaidOrder(app, { event, body: { email: 'Soci@Comboi.TEST' } });
    expect(await myTickets()).toContain('Concert del convidat');
    const verify = (emailVerified: boolean): Promise<unknown> => app.db.query.updateTable('users').set({ emailVerified }).where('email', '=', 'soci@comboi.test').execute();
    await verify(false);
    expect(await myTickets()).not.toContain('Concert del convidat');
    await verify(true);
  });

  test('shows an account made with the address of a guest nothing of theirs before the mailbox is proven', async () => {
    const event = await anEvent(app, { title: 'Sopar de Carme' });
    const { orderId } = await aPaidOrder(app, { event, body: { email: 'carme@example.com' } });
    const [number] = await numbersOf(orderId);
    const account = await aMember(app, { email: 'carme@example.com' });
    const cookie = await login(app, account);
    const PATHS = ['/my-tickets', '/my-tickets.data', `/api/my-tickets/${number}/calendar`];
    const visibleAt = async (): Promise<string[]> => {
      const texts = await Promise.all(PATHS.map(async (path) => [path, await (await app.ask(path, { headers: { Cookie: cookie } })).text()] as const));
      return texts.filter(([, text]) => text.includes(event.title)).map(([path]) => path);
    };
    const leaks = await visibleAt();
    figure('H6 answers that show an unproven address the tickets of a guest', `${leaks.length} of ${PATHS.length}`);
    expect(leaks).toEqual([]);
    await app.db.query.updateTable('users').set({ emailVerified: true }).where('id', '=', account.id).execute();
    expect(await visibleAt()).toEqual(PATHS);
  });

  test('shows an unpaid order of the account as waiting, without a code, and never one of the mere address', async () => {
    const event = await anEvent(app, { title: 'Dinar per pagar' });
    await aPlacedOrder(app, { event, cookie: member });
    const html = await myTickets();
    expect(html).toContain('Pendent Pagament');
    expect(html).toContain('Continuar el pagament');
    const guest = await anEvent(app, { title: 'Berenar d’altri' });
    await aPlacedOrder(app, { event: guest, body: { email: 'soci@comboi.test' } });
    expect(await myTickets()).not.toContain('Berenar d’altri');
  });

  test('nobody sees the tickets of another', async () => {
    const event = await anEvent(app, { title: 'Secret de Maria' });
    await aPaidOrder(app, { event, cookie: member });
    expect(await myTickets(await signedIn(app, 'comissio@comboi.test'))).not.toContain('Secret de Maria');
  });

  test('says when a ticket was used, by the clock of Madrid, and calls other states by their names', async () => {
    const event = await anEvent(app, { title: 'Vermut', date: addDays(dayInMadrid(app.clock.now()), 40) });
    const { orderId } = await aPaidOrder(app, { event, cookie: member, quantity: 3 });
    const [used, cancelled, refunded] = await numbersOf(orderId);
    await app.db.query.updateTable('tickets').set({ status: 'used', usedAt: new Date('2027-07-15T20:05:00Z') }).where('ticketNumber', '=', used!).execute();
    await app.db.query.updateTable('tickets').set({ status: 'cancelled' }).where('ticketNumber', '=', cancelled!).execute();
    await refundByAdmin(refunded!);
    const html = await myTickets();
    expect(html).toContain('Utilitzat el 15 de juliol, 2027 · 22:05');
    for (const text of ['Utilitzat', 'Cancel·lat', 'Reemborsat']) expect(html).toContain(text);
    for (const number of [cancelled, refunded]) expect(html).not.toContain(`Codi QR del ticket ${number}`);
    // Back to what the books expect of a paid order.
    await app.db.query.updateTable('tickets').set({ status: 'active', usedAt: null }).where('ticketNumber', 'in', [used!, cancelled!]).execute();
  });

  test('shows no code of a ticket whose payment is disputed', async () => {
    const { orderId } = await aPaidOrder(app, { event: await anEvent(app), cookie: member });
    const [number] = await numbersOf(orderId);
    const suspend = (since: Date | null): Promise<unknown> => app.db.query.updateTable('tickets').set({ suspendedAt: since }).where('orderId', '=', orderId).execute();
    await suspend(app.clock.now());
    const html = await myTickets();
    expect(html).toContain('Suspés');
    expect(html).not.toContain(`Codi QR del ticket ${number}`);
    await suspend(null);
    expect(await myTickets()).toContain(`Codi QR del ticket ${number}`);
  });

  test('reads menus of every age, and says so where it can’t', async () => {
    const event = await anEvent(app);
    const { orderId } = await aPaidOrder(app, { event, cookie: member, quantity: 2 });
    const [old, odd] = await numbersOf(orderId);
    const store = (number: string, menu: unknown): Promise<unknown> =>
      app.db.query.updateTable('tickets').set({ menuSelection: JSON.stringify(menu) as never }).where('ticketNumber', '=', number).execute();
    await store(old!, { menus: { a: { section_name: 'Torrà', items: [{ name: 'Llonganissa' }] } } });
    await store(odd!, 7);
    const html = await myTickets();
    for (const text of ['Torrà', 'Llonganissa', 'Format no reconegut']) expect(html).toContain(text);
  });

  test('puts what is coming first and what is past below', async () => {
    const past = await anEvent(app, { title: 'Sopar d’ahir' });
    await aPaidOrder(app, { event: past, cookie: member });
    await app.db.query.updateTable('events').set({ eventDate: addDays(dayInMadrid(app.clock.now()), -9) }).where('id', '=', past.id).execute();
    const html = await myTickets();
    expect(html.indexOf('Pròxims')).toBeLessThan(html.indexOf('Passats'));
    expect(html.indexOf('Passats')).toBeLessThan(html.indexOf('Sopar d’ahir'));
  });

  test('shares where one goes, never the code', async () => {
    const event = await anEvent(app, { title: 'Revetlla' });
    const { orderId } = await aPaidOrder(app, { event, cookie: member });
    const { id } = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', orderId).executeTakeFirstOrThrow();
    const links = [...(await myTickets()).matchAll(/https:\/\/wa\.me\/\?text=([^"]+)"/g)].map(([, text]) => decodeURIComponent(text!));
    const link = links.find((text) => text.includes('Revetlla'));
    expect(link).toContain(`/order/${event.id}`);
    for (const secret of [id, orderId]) expect(link).not.toContain(secret);
  });
});

/** The day on which Madrid changes its clocks (YYYY-MM-DD); both months have 31 days. */
function lastSundayOf(year: number, month: 'March' | 'October'): string {
  const last = new Date(Date.UTC(year, month === 'March' ? 2 : 9, 31));
  return addDays(last.toISOString().slice(0, 10), -last.getUTCDay());
}

describe('the calendar of one ticket', () => {
  test('tells the instant rightly on both sides of a clock change', async () => {
    const year = app.clock.now().getUTCFullYear() + 1;
    const [spring, autumn] = [lastSundayOf(year, 'March'), lastSundayOf(year, 'October')];
    for (const [date, hour] of [
      [addDays(spring, -1), '20'],
      [spring, '19'],
      [addDays(autumn, -1), '19'],
      [autumn, '20'],
    ] as const) {
      const event = await anEvent(app, { date, title: `Sopar del ${date}`, time: '21:00' });
      const { orderId } = await aPaidOrder(app, { event, cookie: member });
      const [number] = await numbersOf(orderId);
      const response = await app.ask(`/api/my-tickets/${number}/calendar`, { headers: { Cookie: member } });
      expect(response.headers.get('Content-Type')).toContain('text/calendar');
      expect(await response.text()).toContain(`DTSTART:${date.replaceAll('-', '')}T${hour}0000Z`);
    }
  });

  test('is given to its holder alone', async () => {
    const { orderId } = await aPaidOrder(app, { event: await anEvent(app), cookie: member });
    const [number] = await numbersOf(orderId);
    const ask = async (cookie: string): Promise<number> => (await app.ask(`/api/my-tickets/${number}/calendar`, { headers: { Cookie: cookie } })).status;
    expect([await ask(''), await ask(await signedIn(app, 'comissio@comboi.test')), await ask(admin), await ask(member)]).toEqual([401, 404, 404, 200]);
  });
});

describe('the picture of any ticket by its number', () => {
  test('is for admins, and leaves a row', async () => {
    const event = await anEvent(app);
    const { orderId } = await aPaidOrder(app, { event, tickets: [aTicket(event)] });
    const [number] = await numbersOf(orderId);
    const ask = async (cookie: string): Promise<Response> => app.ask(`/api/admin/tickets/${number}`, { headers: { Cookie: cookie } });
    const refused = [];
    for (const cookie of ['', member, await signedIn(app, 'comissio@comboi.test'), await signedIn(app, 'public@comboi.test')]) refused.push(await ask(cookie));
    figure('H9 tickets given by their number to who is no admin', `${refused.filter((answer) => answer.ok).length} of ${refused.length}`);
    expect(refused.map((answer) => answer.status)).toEqual([401, 403, 403, 403]);
    expect(await app.db.query.selectFrom('audit').select('id').where('action', '=', 'ticket.printed').execute()).toEqual([]);
    expect(await (await ask(admin)).json()).toMatchObject({ ticketNumber: number, eventTitle: event.title, menu: [{ sectionName: 'Plat', items: [{ name: 'Paella' }] }] });
    expect(await app.db.query.selectFrom('audit').select('actor').where('action', '=', 'ticket.printed').execute()).toHaveLength(1);
  });

  test('is not given of a ticket that lets nobody in', async () => {
    const { orderId } = await aPaidOrder(app, { event: await anEvent(app) });
    const [number] = await numbersOf(orderId);
    const ask = async (): Promise<unknown> => (await app.ask(`/api/admin/tickets/${number}`, { headers: { Cookie: admin } })).json();
    const suspend = (suspendedAt: Date | null): Promise<unknown> => app.db.query.updateTable('tickets').set({ suspendedAt }).where('orderId', '=', orderId).execute();
    await suspend(app.clock.now());
    expect(await ask()).toEqual({ code: 'TICKET_NOT_VALID', message: 'Este tiquet no val: Suspés' });
    await suspend(null);
    expect(await ask()).toMatchObject({ ticketNumber: number });
    await app.ask(`/api/admin/orders/${orderId}/cancel`, { method: 'POST', headers: { Cookie: admin, 'Content-Type': 'application/json' }, body: JSON.stringify({ reason: 'No vindrà' }) });
    expect(await ask()).toEqual({ code: 'TICKET_NOT_VALID', message: 'Este tiquet no val: Cancel·lat' });
  });

  test.each(['ORD-1-1-T9', '%', "' or 1=1", '\0', 'x'.repeat(300)])('%j is no ticket', async (number) => {
    expect((await app.ask(`/api/admin/tickets/${encodeURIComponent(number)}`, { headers: { Cookie: admin } })).status).toBe(404);
  });
});
