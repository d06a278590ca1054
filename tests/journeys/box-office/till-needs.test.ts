import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { holdScripts, scriptsAtWork } from '#tests/support/browser/browser.ts';
import { COMPLAINTS, expectUsable } from '#tests/support/browser/usable.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { openDrawerAt } from '#tests/support/people/cashiers.ts';
import { button, press, pressOnce } from '#tests/support/people/shopper.ts';
import type { Site } from '#tests/support/site/site.ts';
import { test } from '#tests/support/site/journey.ts';

const PERMISSION = "Són d'una altra persona. Tinc el permís de la persona";
const SALES = /\/admin\/till\/[^/]+\.data|\/api\/admin\/till\/sessions\/[^/]+\/sales$/;

let drawers = 0;

async function atTheDesk(page: Page, site: Site): Promise<{ event: EventDetail; desk: string }> {
  drawers += 1;
  const event = await anEvent(site, { title: `Sopar amb necessitats ${drawers}`, asksNeeds: true, dishes: { Paella: [1400, 1200, 1000], Fideuà: [1300, 1100, 900] }, contents: { Paella: { allergens: [] }, Fideuà: { allergens: ['gluten', 'fish'] } } });
  await signIn(page, { email: 'taquilla@comboi.test' });
  const desk = `/admin/till/${await openDrawerAt(page, `Caixa de necessitats ${drawers}`)}?event=${event.id}`;
  await page.goto(desk);
  await scriptsAtWork(page);
  return { event, desk };
}

async function needsOf(site: Site, event: EventDetail): Promise<{ codes: string[]; forOther: boolean }[]> {
  return site.db.query.selectFrom('ticketNeeds').innerJoin('tickets', 'tickets.id', 'ticketNeeds.ticketId').select(['codes', 'forOther']).where('eventId', '=', event.id).execute();
}

const storedInBrowser = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));

async function sayGluten(page: Page): Promise<void> {
  await press(page.locator('summary', { hasText: 'Necessitats alimentàries' }));
  await press(page.getByLabel('gluten', { exact: true }));
}

test('at the till what somebody can’t eat is told of each dish, agreed to, and stored nowhere but with the ticket', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', expected: COMPLAINTS });
  const { event, desk } = await atTheDesk(page, site);
  const fideua = page.locator('label', { hasText: 'Fideuà' });
  await fideua.getByText('peix').waitFor();
  await sayGluten(page);
  await fideua.getByText('Conté gluten', { exact: true }).waitFor();
  await press(page.getByText('Fideuà', { exact: true }));
  await button(page, 'Cobrar').click({ force: true });
  await page.getByText(/Falta dir de qui són/).first().waitFor();
  await expectUsable(page, 'needs at the till');
  await press(page.getByLabel(PERMISSION));
  await press(button(page, 'Afegir i triar-ne un altre'));
  await page.getByText('Fideuà: Conté gluten').waitFor();
  expect(await page.getByLabel('gluten', { exact: true }).isChecked()).toBe(false);
  expect(await storedInBrowser(page)).not.toContain('"gluten"');

  // A reload forgets them, and says so.
  await page.goto(desk);
  await scriptsAtWork(page);
  await page.getByText("s'han oblidat: apunta-les de nou").waitFor();
  await press(button(page, /^Llevar Fideuà/));
  await press(page.getByLabel('gluten', { exact: true }));
  await press(page.getByLabel(PERMISSION));
  await press(page.getByText('Paella', { exact: true }));
  await pressOnce(button(page, 'Cobrar 14,00 €'));
  await page.getByText('1 tiquet venut').waitFor();
  expect(await needsOf(site, event)).toEqual([{ codes: ['gluten'], forOther: true }]);
});

test.runIf(inject('soak'))('a sale whose answer was lost keeps its needs while its page is open, and where it was not is looked at', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', expected: [...COMPLAINTS, /net::ERR_/] });
  const { event, desk } = await atTheDesk(page, site);
  const sell = async (): Promise<void> => {
    await sayGluten(page);
    await press(page.getByLabel(PERMISSION));
    await press(page.getByText('Paella', { exact: true }));
    await page.context().route(SALES, async (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
    await pressOnce(button(page, 'Cobrar 14,00 €'));
    await page.getByText('Sense resposta encara').waitFor();
    expect(await storedInBrowser(page)).not.toContain('"gluten"');
  };
  await sell();
  await page.context().unroute(SALES);
  await page.waitForURL(/\/sales\//);
  expect(await needsOf(site, event)).toEqual([{ codes: ['gluten'], forOther: true }]);

  await button(page, 'Cobrar 14,00 €').waitFor({ state: 'detached' });
  await page.goto(desk);
  await scriptsAtWork(page);
  await sell();
  await page.reload();
  await page.context().unroute(SALES);
  await page.waitForURL(/necessitats=mirar/);
  await page.getByText("Mira les necessitats alimentàries d'esta venda").waitFor();
  expect(await needsOf(site, event)).toHaveLength(1);
});

test.runIf(inject('soak'))('without scripts the till sells with needs too, and what was typed stays where the consent is missing', async ({ visit, site }) => {
  const signed = await visit({ device: 'phone', expected: COMPLAINTS });
  const { event, desk } = await atTheDesk(signed, site);
  const page = await visit({ device: 'phone', javaScriptEnabled: false, expected: COMPLAINTS });
  await page.context().addCookies(await signed.context().cookies());
  await page.goto(desk);
  await page.getByText('Paella', { exact: true }).click();
  await page.locator('summary', { hasText: 'Necessitats alimentàries' }).click();
  await page.getByLabel('gluten', { exact: true }).check();
  await page.getByRole('button', { name: 'Cobrar' }).click();
  await page.getByText(/Falta dir de qui són/).first().waitFor();
  expect(await page.getByLabel('gluten', { exact: true }).isChecked()).toBe(true);
  await page.getByLabel(PERMISSION).check();
  await page.getByRole('button', { name: 'Cobrar' }).click();
  await page.getByText('1 tiquet venut').waitFor();
  expect(await needsOf(site, event)).toEqual([{ codes: ['gluten'], forOther: true }]);
});

test('what a cashier chooses before the scripts come is sold', async ({ visit, site }) => {
  const page = await visit({ device: 'phone' });
  const { event } = await atTheDesk(page, site);
  const letScriptsCome = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await page.getByLabel('Soci', { exact: true }).check();
  await page.getByLabel(/Fideuà/).check();
  await page.getByLabel('Quants', { exact: true }).fill('2');
  await page.getByLabel('Targeta', { exact: true }).check();
  letScriptsCome();
  await scriptsAtWork(page);
  await pressOnce(button(page, 'Cobrar 22,00 €'));
  await page.waitForURL(/\/sales\//);
  const sold = await site.db.query.selectFrom('tickets').select('price').where('eventId', '=', event.id).execute();
  expect(sold).toEqual([{ price: 1100 }, { price: 1100 }]);
});
