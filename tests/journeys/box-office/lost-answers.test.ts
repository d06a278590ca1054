import type { Page, Route } from 'playwright-core';
import { expect, inject } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { axeFaults, sidewaysPixels } from '#tests/support/browser/page-checks.ts';
import { logOut, signIn } from '#tests/support/people/account-holder.ts';
import { closeDrawerAt, openDrawerAt } from '#tests/support/people/cashiers.ts';
import { button, heading, press, pressOnce } from '#tests/support/people/shopper.ts';
import type { Site } from '#tests/support/site/site.ts';
import { test } from '#tests/support/site/journey.ts';

const NO_ANSWER = [/net::ERR_/, /status of 409/];
const SALES = /\/admin\/till\/[^/]+\.data|\/api\/admin\/till\/sessions\/[^/]+\/sales$/;

let drawers = 0;

async function atTheDesk(page: Page, site: Site, input: { maxTickets?: number } = {}): Promise<{ event: EventDetail; session: string; desk: string }> {
  drawers += 1;
  const event = await anEvent(site, { title: `Sopar sense resposta ${drawers}`, dishes: { Paella: [1400, 1200, 1000], Fideuà: [1300, 1100, 900] }, ...input });
  await signIn(page, { email: 'taquilla@comboi.test' });
  const session = await openDrawerAt(page, `Caixa sense resposta ${drawers}`);
  const desk = `/admin/till/${session}?event=${event.id}`;
  await page.goto(desk);
  await scriptsAtWork(page);
  return { event, session, desk };
}

async function typeSale(page: Page): Promise<void> {
  await press(page.getByText('Paella', { exact: true }));
  await press(button(page, 'Un més'));
  await page.getByText('Bizum', { exact: true }).click();
  await page.getByText('Nom i correu (opcional)').click();
  await page.getByLabel('Nom', { exact: true }).fill('Neus');
}

interface Gap {
  /** No answer to anybody, but the first request reaches the server where `isDone`. */
  end(): Promise<void>;
  /** How often a sale was requested. */
  requests(): number;
}

/** Answers to sales are lost on this page's way, until the gap ends. */
async function loseAnswers(page: Page, { isDone }: { isDone: boolean }): Promise<Gap> {
  let requests = 0;
  const lose = async (route: Route): Promise<void> => {
    if (route.request().method() !== 'POST') return route.fallback();
    requests += 1;
    if (isDone && requests === 1) await route.fetch({ maxRedirects: 0 });
    await route.abort().catch((error: unknown) => {
      // A tab that closes meanwhile has ended its requests itself.
      if (!page.isClosed()) throw error;
    });
  };
  await page.context().route(SALES, lose);
  return { requests: () => requests, end: () => page.context().unroute(SALES, lose) };
}

const asking = (page: Page): Promise<void> => page.getByRole('status').filter({ hasText: 'Sense resposta encara: 2 tiquets · 28,00 €, bizum' }).waitFor();

async function theSale(page: Page): Promise<void> {
  await page.waitForURL(/\/sales\//);
  await page.getByRole('img', { name: /^Codi QR del ticket/ }).first().waitFor();
}

test('a sale whose answer was lost is asked for again by the desk, and shown', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', expected: NO_ANSWER });
  const { event } = await atTheDesk(page, site);
  await typeSale(page);
  const gap = await loseAnswers(page, { isDone: true });
  await pressOnce(button(page, 'Cobrar 28,00 €'));
  await asking(page);
  expect({ axe: await axeFaults(page), sideways: await sidewaysPixels(page) }).toEqual({ axe: [], sideways: 0 });
  await expect.poll(gap.requests).toBeGreaterThan(1);
  await gap.end();
  await theSale(page);
  expect(await soldOf(site, event.id)).toBe(2);
});

test('a sale that never arrived is sold when the network is back, once', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', expected: NO_ANSWER });
  const { event } = await atTheDesk(page, site);
  await typeSale(page);
  await page.context().setOffline(true);
  await pressOnce(button(page, 'Cobrar 28,00 €'));
  await asking(page);
  await page.context().setOffline(false);
  await theSale(page);
  expect(await soldOf(site, event.id)).toBe(2);
});

test.runIf(inject('soak'))('a sale whose answer was lost is told after a reload, though its drawer was closed meanwhile', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', expected: NO_ANSWER });
  const { event, session } = await atTheDesk(page, site);
  await typeSale(page);
  const gap = await loseAnswers(page, { isDone: true });
  await pressOnce(button(page, 'Cobrar 28,00 €'));
  await asking(page);
  await page.reload();
  await asking(page);
  expect(await page.getByLabel('Nom', { exact: true }).inputValue()).toBe('Neus');
  await closeDrawerAt(page, session);
  await page.reload();
  await heading(page, /^Arqueig de/);
  await asking(page);
  await gap.end();
  await press(page.getByRole('status').filter({ hasText: 'Venda feta: 2 tiquets · 28,00 €, bizum' }).getByRole('link', { name: 'Veure els tiquets' }));
  await theSale(page);
  expect(await soldOf(site, event.id)).toBe(2);
});

test('a sale that never arrived at a drawer closed meanwhile is refused, and waits typed at the next one', async ({ visit, site }) => {
  const page = await visit({ device: 'desktop', expected: NO_ANSWER });
  const { event, session } = await atTheDesk(page, site);
  await typeSale(page);
  const gap = await loseAnswers(page, { isDone: false });
  await pressOnce(button(page, 'Cobrar 28,00 €'));
  await asking(page);
  await closeDrawerAt(page, session);
  await gap.end();
  await page.getByRole('alert').filter({ hasText: "La venda no s'ha fet: 2 tiquets · 28,00 €, bizum" }).waitFor();
  await button(page, 'Cobrar 28,00 €').waitFor({ state: 'detached' });
  await page.goto(`/admin/till/${await openDrawerAt(page, 'Caixa de després')}?event=${event.id}`);
  await scriptsAtWork(page);
  expect(await page.getByLabel('Nom', { exact: true }).inputValue()).toBe('Neus');
  await pressOnce(button(page, 'Cobrar 28,00 €'));
  await page.getByText('2 tiquets venuts: 28,00 €, bizum').waitFor();
  expect(await soldOf(site, event.id)).toBe(2);
});

test('two tabs ask for one lost sale, and it is one sale; what is typed in the other stays', async ({ visit, site }) => {
  const page = await visit({ device: 'desktop', expected: NO_ANSWER });
  const { event, desk } = await atTheDesk(page, site);
  const other = await page.context().newPage();
  await other.goto(desk);
  await scriptsAtWork(other);
  await press(other.getByText('Fideuà', { exact: true }));
  await page.bringToFront();
  await typeSale(page);
  const gap = await loseAnswers(page, { isDone: true });
  await pressOnce(button(page, 'Cobrar 28,00 €'));
  await asking(page);
  await asking(other);
  await page.close();
  await gap.end();
  await other.getByRole('status').filter({ hasText: 'Venda feta: 2 tiquets · 28,00 €, bizum' }).waitFor();
  expect(await other.getByRole('radio', { name: /Fideuà/ }).isChecked()).toBe(true);
  await press(button(other, "D'acord"));
  await pressOnce(button(other, 'Cobrar 13,00 €'));
  await other.getByText('1 tiquet venut: 13,00 €, efectiu').waitFor();
  expect(await soldOf(site, event.id)).toBe(3);
});

test.runIf(inject('soak'))('a lost sale that is refused for its places says so, and what was typed can be mended', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', expected: NO_ANSWER });
  const { event } = await atTheDesk(page, site, { maxTickets: 2 });
  await typeSale(page);
  const gap = await loseAnswers(page, { isDone: false });
  await pressOnce(button(page, 'Cobrar 28,00 €'));
  await asking(page);
  await site.db.query.updateTable('eventStock').set({ maxTickets: 1 }).where('eventId', '=', event.id).execute();
  await gap.end();
  await page.getByRole('alert').filter({ hasText: "La venda no s'ha fet: 2 tiquets · 28,00 €, bizum" }).waitFor();
  await page.getByText("Només en queda 1 i en esta venda n'hi ha 2").waitFor();
  expect(await page.getByLabel('Nom', { exact: true }).inputValue()).toBe('Neus');
  await press(button(page, 'Un menys'));
  await pressOnce(button(page, 'Cobrar 14,00 €'));
  await page.getByText('1 tiquet venut: 14,00 €, bizum').waitFor();
  expect(await soldOf(site, event.id)).toBe(1);
});

test("a lost sale, with its buyer's name, is kept for other tabs no longer than its cashier is signed in", async ({ visit, site }) => {
  const page = await visit({ device: 'desktop', expected: NO_ANSWER });
  const stored = (): Promise<string> => page.evaluate(() => JSON.stringify({ ...localStorage }));
  await atTheDesk(page, site);
  await typeSale(page);
  await loseAnswers(page, { isDone: false });
  await pressOnce(button(page, 'Cobrar 28,00 €'));
  await asking(page);
  expect(await stored()).toContain('Neus');
  await page.goto('/');
  await logOut(page);
  await page.goto('/contact');
  await expect.poll(stored).not.toContain('Neus');
});
