import type { EventDetail } from '#app/features/events/schema.ts';

import { aMember } from '../people/accounts.ts';
import { aPaidOrder, aPlacedOrder, aTicket, eventNamed, order, post, refreshOrder } from '../people/buyers.ts';
import { give, take } from '../people/transfers.ts';
import { type SoldTicket, soldTickets } from '../people/scanners.ts';
import { aBookletOf } from './booklets.ts';
import { aDataRequest } from './data-requests.ts';
import { anEvent } from './events.ts';
import { aNewsItem } from './news.ts';
import { aShift } from './shifts.ts';
import { aBlockAndAnAward } from './site-things.ts';
import type { TestApp } from './test-app.ts';
import { aVoucher } from './vouchers.ts';

/** The address of a page by its path in the routes: one of each thing that has a page is made, with the cookie of an admin where that takes one. */
export async function addressesOfPages(app: TestApp, admin: string): Promise<(page: string) => string> {
  const event = await anEvent(app, { asksNeeds: true });
  const { orderId, paymentUrl } = await aPaidOrder(app, { event });
  const { ticketNumber } = (await refreshOrder(app, orderId)).tickets[0]!;
  const transfer = await aTransfer(app, event);
  const colla = await aColla(app);
  const drawer = await aDrawer(app, admin, 'Casal');
  const whole: Readonly<Record<string, string>> = {
    '/payment-success': `/payment-success?order_id=${orderId}`,
    '/canviar-plats/:ticketNumber': `/canviar-plats/${ticketNumber}?order_id=${orderId}`,
    '/necessitats/:ticketNumber': `/necessitats/${ticketNumber}?order_id=${orderId}`,
    '/donar-tiquet': `/donar-tiquet?order_id=${orderId}`,
    '/avisam/lloc': await anEntrysLink(app),
    '/codi': `/codi?codi=${(await aVoucher(app, admin)).code}`,
    '/colla/:code': `/colla/${colla.code}`,
    '/admin/till/:sessionId/correct': `/admin/till/${await aClosedDrawer(app, admin)}/correct`,
    '/regal': transfer.link,
    '/regal/tiquet': transfer.taken,
    '/dev/pay/:paymentId': new URL(paymentUrl!).pathname,
  };
  const names: Readonly<Record<string, string>> = {
    eventId: String(event.id),
    orderId,
    ticketNumber,
    newsId: String(await aNewsItem(app)),
    bookletId: await aBookletOf(app, { year: 1999 }),
    ...(await aBlockAndAnAward(app)),
    userId: (await aMember(app)).id,
    voucherId: (await aVoucher(app, admin)).id,
    webhookId: await made(app, '/api/admin/webhooks', { admin, body: { url: 'http://127.0.0.1:9/avisos', events: ['order.paid'] } }),
    requestId: await aDataRequest(app),
    sessionId: drawer,
    shiftId: await aShift(app, event),
  };
  const saleId = await aSale(app, { admin, drawer, event });

  function namesFor(page: string): Readonly<Record<string, string>> {
    if (page.startsWith('/admin/till/')) return { ...names, orderId: saleId };
    if (/^\/admin\/(taules|seure|till-seure)\//.test(page)) return { ...names, eventId: String(colla.eventId), paper: 'targetes' };
    return names;
  }

  return (page) => whole[page] ?? page.replaceAll(/:(\w+)\??/g, (unnamed, name: string) => namesFor(page)[name] ?? unnamed).replace('*', 'no/such/page');
}

/** Links by which a ticket is taken, and was. */
async function aTransfer(app: TestApp, event: EventDetail): Promise<{ link: string; taken: string }> {
  const [one, other] = (await soldTickets(app, { event, quantity: 2 })) as [SoldTicket, SoldTicket];
  const { page } = await take(app, await give(app, one), { name: 'Marta' });
  return { taken: page!, link: await give(app, other) };
}

/** Of a dinner with a hall. */
async function aColla(app: TestApp): Promise<{ eventId: number; code: string }> {
  const dinner = await eventNamed(app, 'Sopar de Germanor');
  const { body } = await order(app, { event: dinner, body: { group: { name: 'Els de sempre' } } });
  return { eventId: dinner.id, code: (body as unknown as { group: { code: string } }).group.code };
}

/** The page of a party on the waiting list, by its mailed link. */
async function anEntrysLink(app: TestApp): Promise<string> {
  const event = await anEvent(app, { maxTickets: 1 });
  await aPlacedOrder(app, { event });
  const response = await app.ask(`/avisam/${event.id}`, { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams({ places: '1', email: 'espera@example.com' }) });
  if (response.status !== 303) throw new Error(`not on the waiting list: ${response.status}`);
  await app.round('outbox');
  const mails = (await (await app.ask('/dev/mail.json')).json()) as { to: string; text: string }[];
  return /\/avisam\/lloc\?codi=[^\s#]+/.exec(mails.find(({ to }) => to === 'espera@example.com')!.text)![0];
}

async function aDrawer(app: TestApp, admin: string, name: string): Promise<string> {
  return made(app, '/api/admin/till/sessions', { admin, body: { float: 0, name } });
}

async function aClosedDrawer(app: TestApp, admin: string): Promise<string> {
  const id = await aDrawer(app, admin, 'Tancada');
  await post(app, `/api/admin/till/sessions/${id}/close`, { body: { counted: { cash: 0, terminal: 0, bizum: 0 } }, headers: { Cookie: admin } });
  return id;
}

async function aSale(app: TestApp, { admin, drawer, event }: { admin: string; drawer: string; event: EventDetail }): Promise<string> {
  const body = { eventId: event.id, category: 'public', means: 'cash', tickets: [aTicket(event)] };
  const { body: sale } = await post(app, `/api/admin/till/sessions/${drawer}/sales`, { body, headers: { Cookie: admin } });
  return (sale as unknown as { orderId: string }).orderId;
}

async function made(app: TestApp, path: string, { admin, body }: { admin: string; body: unknown }): Promise<string> {
  const answer = await post(app, path, { body, headers: { Cookie: admin } });
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return (answer.body as unknown as { id: string }).id;
}
