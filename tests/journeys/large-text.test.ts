import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { aBlockAndAnAward } from '#tests/support/app/site-things.ts';
import { PAGES } from '#app/features.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { aMember, MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';
import { boughtOnline } from '#tests/support/people/online-buyers.ts';
import { figure, soakCases } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';
import { goWithin, scriptsAtWork } from '#tests/support/browser/browser.ts';
import { atWidth, doubleText, sidewaysPixels, stuckOutside, wordsCutOff } from '#tests/support/browser/page-checks.ts';
import { A_DINNER, addTicket, button, configure, confirm, DINNER, fillBuyer, goToCheckout, heading, openEvent, pay, press, pressOnce } from '#tests/support/people/shopper.ts';

/** Every page that somebody who has not signed in may come to, with an event that is there or that is not, and one that refuses them. */
const PUBLIC_PATHS = PAGES.filter(({ audience, path }) => audience !== 'demo' && path !== '/*' && path !== '/logout' && !path.endsWith('.pdf') && !path.startsWith('/admin/')).map(({ path }) =>
  path.replace(':eventId?', '').replace(':eventId', '999999').replaceAll(/:\w+/g, 'ningu'),
);
/** What is refused, or not there, is meant to be. */
const COMPLAINTS = [/40[0-9]/];

/** On the narrowest phone, where everything is pressed, and in a soak on a usual one. */
async function overflowOf(page: Page, state: string): Promise<Record<string, unknown>[]> {
  await page.waitForLoadState();
  const found: Record<string, unknown>[] = [];
  for (const width of soakCases([320, 390] as const)) found.push(...(await atWidth(page, width, () => overflowNow(page, `${state}, on ${width} px`))));
  return found;
}

async function overflowNow(page: Page, state: string): Promise<Record<string, unknown>[]> {
  const found = { sideways: await sidewaysPixels(page), cut: await wordsCutOff(page), stuck: await stuckOutside(page) };
  return found.sideways > 0 || found.cut.length > 0 || found.stuck.length > 0 ? [{ state, ...found }] : [];
}

describe('with text twice as large on a phone', () => {
  test('no page is wider than its window, and none cuts its words or its buttons off', async ({ visit }) => {
    const page = await visit({ device: 'tiny', expected: COMPLAINTS });
    await doubleText(page);
    const faults: unknown[] = [];
    await page.goto('/');
    await scriptsAtWork(page);
    for (const path of [...PUBLIC_PATHS, `/payment-success?order_id=${crypto.randomUUID()}`]) {
      await goWithin(page, path);
      faults.push(...(await overflowOf(page, path)));
    }
    await page.goto('/');
    await press(page.getByLabel('Menú'));
    faults.push(...(await overflowOf(page, 'the open menu')));
    expect(faults).toEqual([]);
  });

  test('nor does any admin page, with what it has to show', async ({ visit, site }) => {
    const admin = await aMember(site, { role: 'admin' });
    const { orderId } = await boughtOnline(site.url, { event: DINNER, email: 'oficina@example.com' });
    const { eventId } = await site.db.query.selectFrom('orders').select('eventId').where('id', '=', orderId).executeTakeFirstOrThrow();
    const page = await visit({ device: 'tiny', expected: COMPLAINTS });
    await signIn(page, { email: admin.email, password: MEMBER_PASSWORD });
    await doubleText(page);
    const named: Record<string, string> = { eventId: String(eventId), id: String(eventId), orderId, userId: admin.id, ...(await aBlockAndAnAward(site)) };
    const paths = PAGES.filter(({ path }) => path.startsWith('/admin') || ['/dispositius', '/verificacio', '/porta'].includes(path)).map(({ path }) => path.replaceAll(/:(\w+)\??/g, (_, name: string) => named[name] ?? 'ningu'));
    const faults: unknown[] = [];
    await page.goto('/');
    await scriptsAtWork(page);
    for (const path of [...paths, '/admin/payments?comanda=ORD-0', `/admin/mails?estat=all`]) {
      await goWithin(page, path);
      await heading(page, /./);
      faults.push(...(await overflowOf(page, path)));
    }
    figure('WCAG 1.4.4 admin screens with text at 200 % that overflow', `${faults.length} of ${paths.length + 2}`);
    expect(faults).toEqual([]);
  });

  test('nor does any step of a purchase, or what an account shows', async ({ visit, site }) => {
    const page = await visit({ device: 'tiny' });
    await doubleText(page);
    const faults: unknown[] = [];
    const look = async (state: string): Promise<void> => void faults.push(...(await overflowOf(page, state)));
    await openEvent(page, DINNER);
    await look('an empty order');
    await press(button(page, /Afegir un/));
    await configure(page, { ...A_DINNER, note: 'Al·lèrgia als fruits secs' });
    await look('the dialog');
    await press(button(page, 'Afegir a la comanda'));
    await press(button(page, 'Repetir Ticket 1'));
    await look('an order and a toast');
    await goToCheckout(page);
    await look('the checkout');
    await pressOnce(button(page, 'Confirmar i Pagar'));
    await look('the checkout without an address');
    await fillBuyer(page, 'lletra-grossa@example.com');
    await confirm(page);
    await look('the payment page');
    await pay(page);
    await look('the tickets');
    for (const change of ['Canviar plats', 'Necessitats alimentàries']) {
      const to = await page.getByRole('link', { name: change }).first().getAttribute('href');
      await page.goto(to!);
      await look(change);
      await page.goBack();
    }

    const member = await aMember(site);
    await signIn(page, { email: member.email, password: MEMBER_PASSWORD });
    await openEvent(page, DINNER);
    await addTicket(page, A_DINNER);
    await goToCheckout(page);
    await confirm(page);
    await pay(page);
    for (const path of ['/my-tickets', '/change-password', '/tickets', '/calendar']) {
      await page.goto(path);
      await heading(page, /./);
      await look(`${path} of a member`);
    }
    expect(faults).toEqual([]);
  });
});
