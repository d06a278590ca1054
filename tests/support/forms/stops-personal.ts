import type { Page } from 'playwright-core';

import { mailAbout } from '../people/account-holder.ts';
import { aMember } from '../people/accounts.ts';
import { boughtOnline } from '../people/online-buyers.ts';
import { button, CONCERT, heading, press } from '../people/shopper.ts';
import type { Site } from '../site/site.ts';
import { postForm } from './made-by-call.ts';
import type { Stop } from './walk.ts';

let made = 0;
const anAddress = (): string => `dades${(made += 1)}@example.com`;

async function pathInMail(page: Page, which: { to: string; subject: string }): Promise<string> {
  const link = new URL(/https?:\S+codi=[\w-]+/.exec((await mailAbout(page, which)).text)![0]);
  return link.pathname + link.search;
}

/** With what a person can't eat, to which they agreed. */
async function aConsent(site: Site, email: string): Promise<void> {
  const { orderId } = await boughtOnline(site.url, { event: CONCERT, email });
  const { id: ticketId } = await site.db.query.selectFrom('tickets').select('id').where('orderId', '=', orderId).limit(1).executeTakeFirstOrThrow();
  await site.db.query.insertInto('ticketNeeds').values({ ticketId, codes: ['nuts'], other: null, firstName: null, forOther: false, consentVersion: '1', consentedAt: new Date(), erasedAt: null }).execute();
}

async function aDataLink(site: Site, page: Page): Promise<string> {
  const email = anAddress();
  await aConsent(site, email);
  await postForm(site, '/les-meues-dades', { intent: 'ask', email });
  return pathInMail(page, { to: email, subject: 'Les teues dades' });
}

async function openedData(site: Site, page: Page): Promise<string> {
  await page.goto(site.url + (await aDataLink(site, page)));
  await press(button(page, 'Vore les meues dades'));
  await heading(page, 'Què guardem');
  return '/les-meues-dades';
}

export const PERSONAL_STOPS: readonly Stop[] = [
  { page: '/login/enllac', who: 'guest' },
  {
    page: '/login/entra',
    who: 'guest',
    async open(site, page) {
      const { email } = await aMember(site);
      await postForm(site, '/login/enllac', { email });
      return pathInMail(page, { to: email, subject: 'Entra sense contrasenya' });
    },
  },
  { page: '/les-meues-dades', who: 'guest' },
  { page: '/les-meues-dades', who: 'guest', open: openedData, fill: { words: 'Vull saber què teniu de mi.' } },
  { page: '/les-meues-dades/obrir', who: 'guest', open: aDataLink },
  {
    page: '/les-meues-dades/tancar',
    who: 'guest',
    async open(site, page) {
      await openedData(site, page);
      return '/les-meues-dades/tancar';
    },
  },
  // Signed in long ago: a link to the mailbox is offered.
  {
    page: '/les-meues-dades/tancar',
    who: 'member',
    only: /^ask/,
    async open(site, _page, email) {
      await site.db.query.updateTable('users').set({ emailVerified: true }).where('email', '=', email).execute();
      await site.db.query.updateTable('sessions').set({ provedAt: null }).where('userId', 'in', (eb) => eb.selectFrom('users').select('id').where('email', '=', email)).execute();
      return '/les-meues-dades/tancar';
    },
  },
];

async function aRequest(site: Site, kind: 'show' | 'other'): Promise<string> {
  const { email } = await aMember(site);
  await aConsent(site, email);
  const id = site.deps.ids.uuid();
  const isOpen = kind === 'other';
  await site.db.query.insertInto('dataRequests').values({ id, email, kind, via: isOpen ? 'account' : 'admin', words: isOpen ? 'Vull canviar de correu' : null, status: isOpen ? 'open' : 'done', requestedAt: new Date(), doneAt: isOpen ? null : new Date(), doneBy: null }).execute();
  return `/admin/personal-data/${id}`;
}

export const PERSONAL_DATA_STOPS: readonly Stop[] = [
  { page: '/admin/personal-data', who: 'admin', fill: { email: 'soci@comboi.test' } },
  { page: '/admin/personal-data/:requestId', who: 'admin', open: (site) => aRequest(site, 'other') },
];
