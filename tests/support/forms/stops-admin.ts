import type { Page } from 'playwright-core';

import { dayInMadrid } from '#app/domain/time/madrid-time.ts';

import { aBookletOf } from '../app/booklets.ts';
import { anEvent, withdraw } from '../app/events.ts';
import { aNewsItem } from '../app/news.ts';
import { aPicture, aTextPdf } from '../app/pictures.ts';
import { aBlockAndAnAward } from '../app/site-things.ts';
import { aMember } from '../people/accounts.ts';
import { aTicket } from '../people/buyers.ts';
import { boughtOnline } from '../people/online-buyers.ts';
import { hashOfTicket } from '../people/scanners.ts';
import { button, DINNER, press, rivalOrders } from '../people/shopper.ts';
import { asking, type Site } from '../site/site.ts';
import { madeByCall } from './made-by-call.ts';
import { PROGRAM_STOPS } from './stops-programs.ts';
import { PERSONAL_DATA_STOPS } from './stops-personal.ts';
import { SHIFT_ADMIN_STOPS } from './stops-shifts.ts';
import { TABLE_STOPS } from './stops-tables.ts';
import type { Stop } from './walk.ts';

let made = 0;
const aNumber = (): number => (made += 1);
const anAddress = (): string => `oficina${aNumber()}@example.com`;
const HOUR_MS = 3_600_000;

const anOrder = (site: Site) => boughtOnline(site.url, { event: DINNER, email: anAddress() });

async function aPicturesFile(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  return { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await aPicture()) };
}

async function aTill(page: Page): Promise<string> {
  return madeByCall(page, '/api/admin/till/sessions', { name: `Caixa ${aNumber()}`, float: 5_000 });
}

/** By the address of the order: other walkers close theirs. */
const drawersOfOwed = new Map<string, string>();

/** Paid by card, changed to a dearer dish in cash, and given back: what the card can't take is owed. */
async function anOwedOrder(site: Site, page: Page): Promise<string> {
  const title = `Sopar de plats ${aNumber()}`;
  const event = await anEvent(site, { title, dishes: { Paella: [1_400, 1_200, 1_000], Llamàntol: [3_000, 3_000, 3_000] } });
  const { orderId, orderNumber } = await boughtOnline(site.url, { event: title, email: anAddress() });
  const [section] = event.sections;
  const [from, to] = section!.items;
  const drawer = await aTill(page);
  const change = await page.request.post(`/admin/orders/${orderId}/plats/${orderNumber}-T1`, {
    form: { intent: 'dishes', 'dish[0]': `${section!.id} ${from!.id} ${to!.id}`, settle: 'cash', drawer, reason: '' },
    headers: { Origin: site.url },
    maxRedirects: 0,
  });
  if (change.status() !== 303) throw new Error(`the dish was not changed: ${change.status()}`);
  const refund = await page.request.post(`/api/admin/orders/${orderId}/refund`, { data: { reason: 'Prova' } });
  if (!refund.ok()) throw new Error(`not refunded: ${refund.status()}`);
  drawersOfOwed.set(`/admin/orders/${orderId}`, drawer);
  return `/admin/orders/${orderId}`;
}

async function aClosedTill(page: Page): Promise<string> {
  const till = await aTill(page);
  const answer = await page.request.post(`/api/admin/till/sessions/${till}/close`, { data: { counted: { cash: 5_000, terminal: 0, bizum: 0 } } });
  if (!answer.ok()) throw new Error(`not closed: ${answer.status()} ${await answer.text()}`);
  return till;
}

async function aSale(site: Site, page: Page): Promise<string> {
  const till = await aTill(page);
  const event = await anEvent(site);
  const sale = await page.request.post(`/api/admin/till/sessions/${till}/sales`, { data: { eventId: event.id, category: 'public', means: 'cash', tickets: [aTicket(event), aTicket(event)] } });
  return `/admin/till/${till}/sales/${((await sale.json()) as { orderId: string }).orderId}`;
}

async function anOwedSale(site: Site, page: Page): Promise<void> {
  const event = await anEvent(site);
  await page.request.post(`/api/admin/till/sessions/${await aTill(page)}/sales`, { data: { eventId: event.id, category: 'public', means: 'cash', tickets: [aTicket(event)] } });
  await withdraw(site, event.id);
}

/** Two of the four places that the first group needs are free: the second group might have one now. */
async function waitingGroups(site: Site): Promise<number> {
  const event = await anEvent(site, { maxTickets: 4, dishes: {} });
  const [given] = [await rivalOrders(site.url, event, 2), await rivalOrders(site.url, event, 2)];
  for (const [place, places] of [[1, 4], [2, 1]] as const) {
    await site.db.query
      .insertInto('waitingParties')
      .values({ id: site.deps.ids.uuid(), eventId: event.id, email: anAddress(), places, status: 'waiting', queueNumber: String(aNumber() * 10 + place), requestedAt: site.clock.now(), confirmedAt: site.clock.now(), orderId: null } as never)
      .execute();
  }
  await fetch(`${site.url}/api/orders/${given.orderId}/cancel`, { method: 'POST', headers: { Origin: site.url } });
  return event.id;
}

/** A pass was ended by hand, and its phone handed in afterwards what it had let in. */
async function heldScans(site: Site, page: Page): Promise<string> {
  const event = await anEvent(site, { date: dayInMadrid(site.clock.now()), time: '23:59' });
  const made = await page.request.post('/api/admin/evening-passes', { data: { name: `Porta ${aNumber()}`, eventIds: [event.id], expiresAt: new Date(site.clock.now().getTime() + 6 * HOUR_MS).toISOString() } });
  const { id, token } = (await made.json()) as { id: string; token: string };
  await page.request.delete(`/api/admin/evening-passes/${id}`);
  const now = new Date().toISOString();
  const handedIn = await fetch(`${site.url}/api/door/${event.id}/scans`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ sentAt: now, scans: [{ hash: hashOfTicket('SENSE-TIQUET'), nonce: site.deps.ids.uuid(), scannedAt: now, decision: 'ADMITTED', device: 'Porta · d1' }] }),
  });
  if (!handedIn.ok) throw new Error(`not handed in: ${handedIn.status} ${await handedIn.text()}`);
  return '/admin/passes';
}

async function aCase(site: Site, kind: 'second_payment' | 'refund_failed' | 'partial_refund'): Promise<void> {
  const { orderId } = await anOrder(site);
  const payment = await site.db.query.selectFrom('payments').select('id').where('orderId', '=', orderId).executeTakeFirst();
  await site.db.query.insertInto('paymentCases').values({ id: site.deps.ids.uuid(), kind, orderId, paymentId: payment?.id ?? null, reference: null, facts: JSON.stringify({ amount: 100, of: 3_600 }), createdAt: site.clock.now(), settledAt: null, settledBy: null, detail: null }).execute();
}

/** Always as many: a question that names their number is found again. */
async function failedMails(site: Site): Promise<void> {
  await site.db.query.updateTable('mails').set({ failure: 'full_mailbox' }).where('status', '=', 'failed').execute();
  for (let count = 0; count < 2; count += 1) {
    const { orderId } = await anOrder(site);
    await site.db.query.updateTable('mails').set({ status: 'failed', failure: 'login', attempts: 3 }).where('orderId', '=', orderId).execute();
  }
}

let lastYear = 1900;
const aYear = (): number => (lastYear += 1);

function aBookletsId(site: Site): Promise<string> {
  return aBookletOf(asking(site), { year: aYear() });
}

/** One of its own, filled as the demo's. */
async function aPicturedBlock(site: Site): Promise<string> {
  const { items, ...block } = await site.db.query.selectFrom('homeBlocks').selectAll().where('kind', '=', 'sponsors').orderBy('position').limit(1).executeTakeFirstOrThrow();
  const id = site.deps.ids.uuid();
  await site.db.query.insertInto('homeBlocks').values({ ...block, id, items: JSON.stringify(items), position: 100 + aNumber() }).execute();
  return `/admin/home/${id}`;
}

const anAward = async (site: Site): Promise<string> => {
  await aBlockAndAnAward(site);
  const id = site.deps.ids.uuid();
  await site.db.query.insertInto('awards').values({ id, year: 2018, title: 'Segon premi', detail: '', changedAt: site.clock.now() }).execute();
  return `/admin/awards/${id}`;
};

async function sendPicture(page: Page, where: string): Promise<void> {
  await page.locator(`${where} input[type="file"]`).first().setInputFiles(await aPicturesFile());
}

const at = (page: string, open: Stop['open'] = () => page, more: Partial<Stop> = {}): Stop => ({ page, who: 'admin', open, ...more });
const anEventPage = (path: string) => async (site: Site): Promise<string> => path.replace(':eventId', String((await anEvent(site, { kitchenDeadline: new Date(site.clock.now().getTime() + HOUR_MS) })).id));

const events: readonly Stop[] = [
  at('/admin', async (site) => (await anEvent(site), '/admin')),
  at('/admin/search', () => '/admin/search?q=sopar', { fill: { q: 'Maria' } }),
  at('/admin/search', () => '/admin/search?q=sopar', { fill: { q: 'Maria' }, onDesktop: true }),
  at('/admin/events/day/:eventId', anEventPage('/admin/events/day/:eventId')),
  at('/admin/events/new', undefined, { fill: { title: 'Sopar de formulari', date: '15/03/2030', time: '21:00', price: '18', image: '🥘', description: 'Un sopar.' } }),
  at('/admin/events/edit/:eventId', anEventPage('/admin/events/edit/:eventId'), { files: aPicturesFile }),
  at('/admin/events/edit/:eventId', anEventPage('/admin/events/edit/:eventId'), {
    async reach(page) {
      await sendPicture(page, 'form:has([value="picture"])');
      await page.locator('button[value="poster"]').waitFor();
    },
  }),
  at('/admin/events/menus/:eventId', anEventPage('/admin/events/menus/:eventId')),
  at('/admin/closing'),
  at('/admin/events/closing/:eventId', anEventPage('/admin/events/closing/:eventId'), {
    reach: (page) => press(button(page, 'Afegir despesa')),
    fill: { words: 'Arròs', amount: '120' },
  }),
  at('/admin/events/plans/:eventId', anEventPage('/admin/events/plans/:eventId'), { fill: { words: 'Canvia el programa.' }, mayRefuse: true }),
  at('/admin/events/plans/:eventId', anEventPage('/admin/events/plans/:eventId?canvi=reduir'), { fill: { places: '500' }, mayRefuse: true }),
  at('/admin/events/plans/:eventId', anEventPage('/admin/events/plans/:eventId?canvi=retirar'), { fill: { words: 'No es fa.' } }),
  at('/admin/events/messages/:eventId', anEventPage('/admin/events/messages/:eventId'), { fill: { subject: 'Avís', body: 'Porteu cadira.' }, mayRefuse: true }),
  at('/admin/waiting-list/:eventId?', async (site) => `/admin/waiting-list/${await waitingGroups(site)}`),
  at('/admin/waiting-list/:eventId?', async (site) => `/admin/waiting-list/${await waitingGroups(site)}`, {
    async reach(page) {
      await press(button(page, 'Deixar passar els grups que caben'));
      await button(page, "Tornar a l'ordre estricte").waitFor();
    },
  }),
  at('/admin/kitchen/:eventId', anEventPage('/admin/kitchen/:eventId')),
  at('/admin/kitchen/:eventId/cards', anEventPage('/admin/kitchen/:eventId/cards')),
  at('/admin/necessitats/:eventId', anEventPage('/admin/necessitats/:eventId')),
  at('/admin/sales/:eventId', anEventPage('/admin/sales/:eventId')),
  at('/admin/totals'),
];

/** On an order's page they stand in what is still closed. */
async function tickTickets(page: Page): Promise<void> {
  for (const more of await page.locator('main details:not([open]):has(input[type="checkbox"][name="ticket"]) > summary').all()) await more.click();
  for (const box of await page.locator('main form input[type="checkbox"][name="ticket"]').all()) await box.check();
}

const orders: readonly Stop[] = [
  at('/admin/tickets/:eventId?', () => '/admin/tickets'),
  at('/admin/orders/:orderId', async (site) => `/admin/orders/${(await anOrder(site)).orderId}`, { fill: { to: 'corregida@example.com' }, reach: tickTickets }),
  at('/admin/orders/:orderId', async (site) => `/admin/orders/${(await anOrder(site)).orderId}`, {
    fill: { to: 'corregida@example.com' },
    async reach(page) {
      await tickTickets(page);
      await page.getByLabel("No es tornen: només s'anul·la").check();
    },
  }),
  at('/admin/orders/:orderId', anOwedOrder, {
    reach: async (page) => button(page, 'Tornar en mà').waitFor(),
    fill: async (page) => ({ drawer: drawersOfOwed.get(new URL(page.url()).pathname)! }),
  }),
  at('/admin/orders/:orderId/plats/:ticketNumber', async (site) => {
    const { orderId, orderNumber } = await anOrder(site);
    return `/admin/orders/${orderId}/plats/${orderNumber}-T1`;
  }, { reach: async (page) => page.getByLabel('Taronja amb canella').check() }),
  at('/admin/payments', async (site) => {
    for (const kind of ['second_payment', 'refund_failed', 'partial_refund'] as const) await aCase(site, kind);
    return '/admin/payments';
  }, { fill: { comanda: 'ORD-0' }, mayRefuse: true, reach: tickTickets }),
  at('/admin/mails', async (site) => (await failedMails(site), '/admin/mails'), { fill: { to: 'corregida@example.com' } }),
];

const till: readonly Stop[] = [
  at('/admin/till', () => '/admin/till?totes', { fill: async () => ({ name: `Porta ${aNumber()}`, float: '50' }) }),
  at('/admin/owed', async (site, page) => (await anOwedSale(site, page), '/admin/owed'), { reach: async (page) => page.locator('main input[name="order"]').first().check() }),
  at('/admin/till/:sessionId', async (site, page) => { const event = await anEvent(site, { dishes: {} }); return `/admin/till/${await aTill(page)}?event=${event.id}`; }),
  at('/admin/till/:sessionId/cash', async (_site, page) => `/admin/till/${await aTill(page)}/cash`, { fill: { amount: '10', reason: 'Canvi del banc' } }),
  at('/admin/till/:sessionId/close', async (_site, page) => `/admin/till/${await aTill(page)}/close`, { fill: { cash: '50', terminal: '0', bizum: '0' } }),
  at('/admin/till/:sessionId/correct', async (_site, page) => `/admin/till/${await aClosedTill(page)}/correct`, { fill: { cash: '49,50', reason: 'Mal comptat' } }),
  at('/admin/till/:sessionId/sales/:orderId', aSale, { fill: { to: 'taquilla@example.com' } }),
  at('/admin/till/:sessionId/sales/:orderId/print', async (site, page) => `${await aSale(site, page)}/print`),
];

const door: readonly Stop[] = [
  at('/admin/passes', heldScans, { only: /^(take|drop)-scans/ }),
  at('/admin/ticket-verification', undefined, { fill: { qrData: 'ORD-1795303714-0005-T1' } }),
  at('/admin/passes', undefined, { fill: { name: 'Porta lateral', event: 'on' } }),
  at('/admin/passes', undefined, {
    async reach(page) {
      if ((await page.locator('main input[name="pass"]').count()) > 0) return;
      await page.getByLabel('Per a qui').fill('Porta lateral');
      await page.getByRole('checkbox').first().check();
      await press(button(page, 'Crear passe'));
      await page.getByText(/\/porta#/).waitFor();
    },
    fill: { name: 'Porta lateral', event: 'on' },
  }),
];

const codes: readonly Stop[] = [
  at('/admin/codis', undefined, { fill: { percent: '20', code: '', note: 'La xaranga' } }),
  at('/admin/codis/:voucherId', async (_site, page) => `/admin/codis/${await aVoucherOf(page)}`),
  at('/admin/codis/:voucherId/imprimir', async (_site, page) => `/admin/codis/${await aVoucherOf(page)}/imprimir`),
];

async function aVoucherOf(page: Page): Promise<string> {
  return madeByCall(page, '/api/admin/vouchers', { kind: 'free', uses: 1, count: 2 });
}

const words: readonly Stop[] = [
  at('/admin/news', async (site) => (await aNewsItem(site), '/admin/news')),
  at('/admin/news/new', undefined, { fill: { title: 'Notícia de formulari', content: 'Tots a la plaça.' } }),
  at('/admin/news/:newsId', async (site) => `/admin/news/${await aNewsItem(site)}`, { fill: { title: 'Notícia canviada' } }),
  at('/admin/llibrets', async (site) => (await aBookletsId(site), '/admin/llibrets')),
  at('/admin/llibrets/new', undefined, {
    async reach(page) {
      await page.getByLabel('Arxiu PDF').setInputFiles({ name: 'llibret.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await aTextPdf(['Llibret'])) });
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name="fileId"]')?.value);
    },
    fill: async () => ({ year: String(aYear()) }),
  }),
  at('/admin/llibrets/edit/:bookletId', async (site) => `/admin/llibrets/edit/${await aBookletsId(site)}`),
  at('/admin/home'),
  at('/admin/home', undefined, {
    async reach(page) {
      await press(page.getByRole('button', { name: /^Amagar «/ }).first());
      await page.getByRole('button', { name: /^Mostrar «/ }).first().waitFor();
    },
  }),
  at('/admin/home/:blockId', aPicturedBlock, { files: aPicturesFile }),
  at('/admin/home/:blockId', aPicturedBlock, {
    async reach(page) {
      const before = await page.locator('button[value="no-picture"]').count();
      await sendPicture(page, 'li:not(:has([value="no-picture"])) form:has([value="picture"])');
      await page.locator('button[value="no-picture"]').nth(before).waitFor();
    },
  }),
  at('/admin/awards', undefined, { fill: { year: '2020', title: 'Tercer premi' } }),
  at('/admin/awards/:awardId', anAward, { files: aPicturesFile }),
  at('/admin/awards/:awardId', anAward, {
    async reach(page) {
      await sendPicture(page, 'form:has([value="photos"])');
      await page.locator('button[value="no-photo"]').first().waitFor();
    },
  }),
  at('/admin/settings', undefined, { fill: { motto: 'Tots junts' } }),
  at('/admin/settings/contact'),
  at('/admin/settings/texts'),
  at('/admin/settings/legal'),
  at('/admin/settings/embed', undefined, { fill: { site: 'https://poble.example' } }),
  at('/admin/estat'),
];

const people: readonly Stop[] = [
  at('/admin/users', async (site) => (await aMember(site, { password: null }), '/admin/users')),
  at('/admin/users/new', undefined, { fill: async () => ({ email: anAddress(), name: 'Persona Nova' }) }),
  at('/admin/users/import', undefined, { fill: async () => ({ text: `email,full_name,role\n${anAddress()},Lluna,socio` }) }),
  at('/admin/users/import', undefined, {
    async reach(page) {
      await page.getByLabel('O enganxa ací la llista').fill(`email,full_name,role\n${anAddress()},Lluna,socio`);
      await press(button(page, 'Revisar la llista'));
      await page.getByText("Encara no s'ha guardat res").waitFor();
    },
  }),
  at('/admin/users/:userId', async (site) => {
    const { id } = await aMember(site);
    await site.db.query.insertInto('secondFactors').values({ userId: id, sealedSecret: 'x', createdAt: site.clock.now(), confirmedAt: site.clock.now() }).execute();
    return `/admin/users/${id}`;
  }, { fill: { role: 'comision', rights: 'on' } }),
  at('/admin/users/:userId', async (site) => `/admin/users/${(await aMember(site, { banned: true })).id}`),
];

export const ADMIN_STOPS: readonly Stop[] = [...events, ...orders, ...till, ...door, ...codes, ...words, ...people, ...PROGRAM_STOPS, ...TABLE_STOPS, ...PERSONAL_DATA_STOPS, ...SHIFT_ADMIN_STOPS];
