import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';

import type { PlacedOrder } from '#app/features/checkout/schema.ts';

import { aNamedCode } from '../app/vouchers.ts';
import { aBookletOf } from '../app/booklets.ts';
import { anEvent } from '../app/events.ts';
import { aNewsItem } from '../app/news.ts';
import { scriptsAtWork } from '../browser/browser.ts';
import { mailAbout, openMenu, recoveryLinkIn } from '../people/account-holder.ts';
import { aMember, MEMBER_PASSWORD } from '../people/accounts.ts';
import { aTicket } from '../people/buyers.ts';
import { boughtOnline, eventOnline, orderOnline, payOnline } from '../people/online-buyers.ts';
import { A_DINNER, addTicket, button, CONCERT, DINNER, goToCheckout, heading, openEvent, press, rivalOrders } from '../people/shopper.ts';
import { asking, type Site } from '../site/site.ts';
import { postForm } from './made-by-call.ts';
import { PERSONAL_STOPS } from './stops-personal.ts';
import { SHIFT_STOPS } from './stops-shifts.ts';
import { GROUP_STOPS } from './stops-tables.ts';
import type { Stop } from './walk.ts';

let made = 0;
const anAddress = (): string => `formulari${(made += 1)}@example.com`;
const NEW_PASSWORD = 'Quatre8Pomes';
const CODE_STEP_MS = 30_000;
const HOUR_MS = 3_600_000;

const anOrder = async ({ url }: Site): Promise<string> => (await boughtOnline(url, { event: DINNER, email: anAddress() })).orderId;

async function anUnpaidOrder({ url }: Site): Promise<string> {
  const placed = await orderOnline(url, { event: await eventOnline(url, DINNER), key: anAddress() });
  return new URL(placed!.body.paymentUrl!).pathname;
}

/** Paid before its event was moved. */
async function aMovedOrder(site: Site): Promise<string> {
  const orderId = await anOrder(site);
  const { eventId } = await site.db.query.selectFrom('orders').select('eventId').where('id', '=', orderId).executeTakeFirstOrThrow();
  const day = new Date(site.clock.now().getTime() + 24 * HOUR_MS).toISOString().slice(0, 10);
  const createdAt = new Date(Date.now() + 1_000);
  await site.db.query.insertInto('announcements').values({ id: site.deps.ids.uuid(), eventId, kind: 'move', subject: 'Canvi de plans', body: 'Plou.', chooseUntil: day, createdAt, createdBy: null }).execute();
  return orderId;
}

async function aTransferLink(site: Site): Promise<string> {
  const { orderId, orderNumber } = await boughtOnline(site.url, { event: DINNER, email: anAddress() });
  const page = `${site.url}/donar-tiquet?order_id=${orderId}`;
  await postForm(site, page, { intent: 'donar', tiquet: `${orderNumber}-T1` });
  return /\/regal\?codi=[^<\s"]+/.exec(await (await fetch(page)).text())![0].replaceAll('&amp;', '&');
}

async function aSoldOutEvent(site: Site): Promise<number> {
  const event = await anEvent(site, { maxTickets: 1, dishes: {} });
  await rivalOrders(site.url, event, 1);
  return event.id;
}

async function anEntrysLink(site: Site, page: Page): Promise<string> {
  const email = anAddress();
  await postForm(site, `/avisam/${await aSoldOutEvent(site)}`, { places: '1', email });
  const { text } = await mailAbout(page, { to: email, subject: /^Confirma el teu lloc/ });
  return /\/avisam\/lloc\?codi=[^\s#]+/.exec(text)![0];
}

/** By the page itself; what the code is made from. */
async function beginSecondFactor(page: Page): Promise<TOTP> {
  await press(button(page, 'Començar'));
  await page.getByRole('button', { name: 'Activar' }).waitFor();
  return new TOTP({ secret: Secret.fromBase32((await page.locator('details code').textContent())!.replaceAll(' ', '')) });
}

async function activateSecondFactor(page: Page): Promise<TOTP> {
  const codes = await beginSecondFactor(page);
  await page.getByLabel('Codi', { exact: true }).fill(codes.generate());
  await press(button(page, 'Activar'));
  await page.getByText('Guarda estos codis ara').waitFor();
  return codes;
}

/** Their codes, by the page on which they wait. */
const secrets = new WeakMap<Page, TOTP>();
const theCode = async (page: Page): Promise<{ code: string }> => ({ code: secrets.get(page)!.generate({ timestamp: Date.now() }) });

const PLAIN = ['/', '/premis', '/contact', '/condicions', '/privacitat', '/my-tickets', '/pay/:orderId', '/porta', '/tiquet-perdut/tiquets', '/*', '/order/:eventId', '/news/:newsId'];

const looked: readonly Stop[] = PLAIN.map((page) => ({
  page,
  who: page === '/my-tickets' ? 'member' : 'guest',
  async open(site) {
    const { id } = await site.db.query.selectFrom('events').select('id').where('title', '=', DINNER).executeTakeFirstOrThrow();
    if (page === '/pay/:orderId') return `/pay/${await anOrder(site)}`;
    return page.replace(':eventId', String(id)).replace(':newsId', page === '/news/:newsId' ? String(await aNewsItem(site)) : '').replace('*', 'no-hi-es');
  },
}));

const accounts: readonly Stop[] = [
  { page: '/login', who: 'guest', fill: { email: 'soci@comboi.test', password: 'Comboi2027' } },
  { page: '/forgot-password', who: 'guest' },
  {
    page: '/reset-password',
    who: 'guest',
    async open(site, page) {
      const { email } = await aMember(site);
      await postForm(site, '/forgot-password', { email });
      const { pathname, hash } = recoveryLinkIn(await mailAbout(page, { to: email, subject: /contrasenya/i }));
      // The screen is left first: of the same page with another hash a browser loads nothing.
      await page.goto('/contact');
      return pathname + hash;
    },
    reach: async (page) => page.getByLabel('Nova contrasenya', { exact: true }).waitFor(),
    fill: { password: NEW_PASSWORD, repeat: NEW_PASSWORD },
  },
  {
    page: '/change-password',
    who: 'member',
    fill: { current: MEMBER_PASSWORD, password: NEW_PASSWORD, repeat: NEW_PASSWORD },
  },
  {
    page: '/dispositius',
    who: 'member',
    async open(site, _page, email) {
      await fetch(`${site.url}/api/session`, { method: 'POST', headers: { 'Content-Type': 'application/json', Origin: site.url }, body: JSON.stringify({ email, password: MEMBER_PASSWORD }) });
      return '/dispositius';
    },
  },
  {
    page: '/confirma-contrasenya',
    who: 'member',
    async open(site, _page, email) {
      await site.db.query.updateTable('sessions').set({ provedAt: null }).where('userId', 'in', site.db.query.selectFrom('users').select('id').where('email', '=', email)).execute();
      return '/confirma-contrasenya?next=/my-tickets';
    },
    fill: { password: MEMBER_PASSWORD },
  },
  {
    page: '/claus-acces',
    who: 'member',
    async open(site, _page, email) {
      const { id: userId } = await site.db.query.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
      const id = site.deps.ids.uuid();
      await site.db.query.insertInto('passkeys').values({ id, userId, credentialId: id, publicKey: 'AA', counter: '0', name: 'El mòbil', createdAt: site.clock.now() }).execute();
      return '/claus-acces';
    },
    fill: { name: 'El portàtil' },
  },
  {
    page: '/verificacio',
    who: 'member',
    only: /^begin/,
  },
  {
    page: '/verificacio',
    who: 'member',
    reach: async (page) => void secrets.set(page, await beginSecondFactor(page)),
    fill: theCode,
  },
  {
    page: '/verificacio',
    who: 'member',
    async reach(page) {
      await activateSecondFactor(page);
      await page.goto('/verificacio');
    },
  },
  {
    page: '/login/codi',
    who: 'member',
    async open(_site, page, email) {
      await page.goto('/verificacio');
      const codes = await activateSecondFactor(page);
      secrets.set(page, codes);
      await page.context().clearCookies();
      await page.goto('/login');
      await page.getByLabel('Correu electrònic').fill(email);
      await page.getByLabel('Contrasenya', { exact: true }).fill(MEMBER_PASSWORD);
      await press(page.getByRole('main').getByRole('button', { name: 'Iniciar Sessió' }));
      await page.waitForURL('**/login/codi');
      return '/login/codi';
    },
    // One code opens once: the next is taken.
    fill: async (page) => ({ code: secrets.get(page)!.generate({ timestamp: Date.now() + CODE_STEP_MS }) }),
  },
  {
    page: '/logout',
    who: 'member',
    framed: true,
    only: /Tancar sessió/,
    reach: openMenu,
  },
];

const buying: readonly Stop[] = [
  {
    page: '/checkout/:eventId',
    who: 'guest',
    async open(site) {
      await aNamedCode(site, 'FORMULARI-27');
      return '/tickets';
    },
    async reach(page) {
      await openEvent(page, DINNER);
      await addTicket(page, A_DINNER);
      await goToCheckout(page);
      await button(page, 'Confirmar i Pagar').first().waitFor();
    },
    fill: { email: 'compra.amb.formulari@example.com', voucher: 'FORMULARI-27' },
  },
  { page: '/codi', who: 'guest', open: async (site) => `/codi?codi=${await aNamedCode(site, 'A-LA-PORTA-27')}` },
  { page: '/dev/pay/:paymentId', who: 'guest', open: anUnpaidOrder },
  {
    page: '/payment-success',
    who: 'guest',
    // In the browser that bought, which alone may correct the address.
    async open(site, page) {
      const event = await eventOnline(site.url, DINNER);
      await page.goto(`/order/${event.id}`);
      const placed = (await (await page.request.post('/api/orders', { data: { eventId: event.id, email: anAddress(), tickets: [aTicket(event)] } })).json()) as PlacedOrder;
      await payOnline(site.url, placed);
      return `/payment-success?order_id=${placed.orderId}`;
    },
    async reach(page) {
      await press(page.locator('summary', { hasText: 'Corregix-lo' }));
      await button(page, 'Corregir i enviar').waitFor();
    },
    fill: { email: 'corregida.amb.formulari@example.com' },
  },
  {
    page: '/canviar-plats/:ticketNumber',
    who: 'guest',
    async open(site) {
      const { orderId, orderNumber } = await boughtOnline(site.url, { event: DINNER, email: anAddress() });
      return `/canviar-plats/${orderNumber}-T1?order_id=${orderId}`;
    },
    reach: async (page) => page.getByLabel('Taronja amb canella').check(),
  },
  {
    page: '/necessitats/:ticketNumber',
    who: 'guest',
    async open(site) {
      const { orderId, orderNumber } = await boughtOnline(site.url, { event: DINNER, email: anAddress() });
      return `/necessitats/${orderNumber}-T1?order_id=${orderId}`;
    },
    async reach(page) {
      await page.getByLabel('llet', { exact: true }).check();
      await page.getByLabel('Són meues').check();
    },
  },
  {
    page: '/necessitats/:ticketNumber',
    who: 'guest',
    async open(site) {
      const { orderId, orderNumber } = await boughtOnline(site.url, { event: DINNER, email: anAddress() });
      return `/necessitats/${orderNumber}-T1?order_id=${orderId}`;
    },
    async reach(page) {
      await page.getByLabel('llet', { exact: true }).check();
      await page.getByLabel('Són meues').check();
      await press(button(page, 'Guardar'));
      await page.getByText('La cuina ja ho sap.').waitFor();
    },
  },
  { page: '/tiquet-perdut', who: 'guest' },
  {
    page: '/tiquet-perdut/obrir',
    who: 'guest',
    async open(site, page) {
      const email = anAddress();
      await boughtOnline(site.url, { event: CONCERT, email });
      await postForm(site, '/tiquet-perdut', { email });
      const { text } = await mailAbout(page, { to: email, subject: 'Recupera els teus tiquets' });
      const link = new URL(/https?:\S+codi=\w+/.exec(text)![0]);
      return link.pathname + link.search;
    },
  },
  { page: '/donar-tiquet', who: 'guest', only: /^donar/, open: async (site) => `/donar-tiquet?order_id=${await anOrder(site)}` },
  {
    page: '/donar-tiquet',
    who: 'guest',
    open: async (site) => `/donar-tiquet?order_id=${await anOrder(site)}`,
    async reach(page) {
      await press(button(page, 'Fer un enllaç per al Ticket 1'));
      await page.getByText('Enllaç fet').first().waitFor();
    },
  },
  { page: '/canvi-de-plans', who: 'guest', open: async (site) => `/canvi-de-plans?order_id=${await aMovedOrder(site)}` },
  { page: '/regal', who: 'guest', open: aTransferLink },
  {
    page: '/regal/tiquet',
    who: 'guest',
    open: aTransferLink,
    async reach(page) {
      await scriptsAtWork(page);
      await page.getByRole('textbox').first().fill('Marta');
      await press(page.getByRole('main').locator('button[type="submit"]').first());
      await heading(page, 'Ja tens el tiquet!');
    },
  },
  { page: '/avisam/:eventId', who: 'guest', open: async (site) => `/avisam/${await aSoldOutEvent(site)}` },
  { page: '/avisam/lloc', who: 'guest', open: anEntrysLink },
  {
    page: '/avisam/lloc',
    who: 'guest',
    open: anEntrysLink,
    async reach(page) {
      await press(button(page, 'Confirmar i entrar en la llista'));
      await page.getByText('Ets el 1r grup').waitFor();
    },
  },
];

const reading: readonly Stop[] = [
  { page: '/news', who: 'guest', open: async (site) => (await aNewsItem(site), '/news'), fill: { q: 'sense cap' } },
  {
    page: '/llibrets',
    who: 'guest',
    async open(site) {
      await aBookletOf(asking(site), { year: 1970 });
      return '/llibrets';
    },
    fill: { q: 'falla' },
  },
  { page: '/calendar', who: 'member' },
  {
    page: '/calendar',
    who: 'member',
    async reach(page) {
      await press(button(page, 'Crear la meua adreça'));
      await button(page, 'Fer-ne una de nova').waitFor();
      await page.goto('/calendar');
    },
  },
  {
    page: '/tickets',
    who: 'admin',
    open: async (site, page) => {
      const { orderNumber } = await boughtOnline(site.url, { event: DINNER, email: anAddress() });
      numbers.set(page, `${orderNumber}-T1`);
      return '/tickets';
    },
    fill: async (page) => ({ '': numbers.get(page)! }),
    downloads: true,
  },
];
const numbers = new WeakMap<Page, string>();

export const PUBLIC_STOPS: readonly Stop[] = [...looked, ...accounts, ...buying, ...reading, ...GROUP_STOPS, ...PERSONAL_STOPS, ...SHIFT_STOPS];
