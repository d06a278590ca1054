import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { addMonths, firstDayOf, monthOf, MONTHS_IN_REACH } from '#app/domain/event/calendar.ts';
import { addDays, dateParts, formatDayAndMonth, monthName, weekdayName } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { type Device, fetchedAhead, scriptsAtWork } from '#tests/support/browser/browser.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { soakCases } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';
import { addTicket, confirm, fillBuyer, goToCheckout, heading, pay, press } from '#tests/support/people/shopper.ts';
import type { Site } from '#tests/support/site/site.ts';

/** Beyond the cast's own events. */
const MONTHS_AHEAD = 3;

/** A day in the middle of a month that is some leaves ahead. */
function dayAhead(site: Site): string {
  return addDays(firstDayOf(addMonths(monthOf(dayInMadrid(site.clock.now())), MONTHS_AHEAD)), 14);
}

function monthHeading(day: string): string {
  return `${monthName(day)} ${dateParts(day).year}`;
}

function dayHeading(day: string): string {
  return `${weekdayName(day)}, ${formatDayAndMonth(day)}`;
}

function linkOfDay(page: Page, day: string): Locator {
  return page.getByRole('table').getByRole('link', { name: `${weekdayName(day)} ${formatDayAndMonth(day)}` });
}

async function openThisMonth(page: Page, site: Site): Promise<void> {
  await page.goto(`/calendar?mes=${monthOf(dayInMadrid(site.clock.now()))}`);
}

/** From today's month to that of a day ahead. */
async function leafTo(page: Page, day: string): Promise<void> {
  for (let toGo = MONTHS_AHEAD - 1; toGo >= 0; toGo -= 1) {
    await press(page.getByRole('link', { name: 'Mes següent' }));
    await heading(page, monthHeading(firstDayOf(addMonths(monthOf(day), -toGo))));
  }
}

async function choose(page: Page, day: string): Promise<void> {
  await press(linkOfDay(page, day));
  await heading(page, dayHeading(day));
}

/** On a phone what happens on a day stands below the month. */
async function isInSight(page: Page, day: string): Promise<boolean> {
  return page.getByRole('heading', { name: dayHeading(day) }).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
}

describe.for(soakCases(['phone', 'desktop'] satisfies Device[]))('on a %s', (device) => {
  test('somebody leafs through the year, chooses a day and buys from there', async ({ visit, site }) => {
    const day = dayAhead(site);
    const event = await anEvent(site, { date: day, title: `Sopar del ${device}`, dishes: {} });
    const page = await visit({ device });
    await openThisMonth(page, site);
    await page.getByText('Selecciona una data per a veure els esdeveniments').waitFor();
    await scriptsAtWork(page);
    await page.evaluate(() => window.scrollTo(0, 30));
    await leafTo(page, day);
    expect(await page.evaluate(() => window.scrollY)).toBe(30);

    await choose(page, day);
    await expect.poll(() => isInSight(page, day)).toBe(true);
    const entry = page.getByRole('article', { name: event.title });
    expect(await entry.innerText()).toContain('Entrades disponibles');
    await press(entry.getByRole('link', { name: 'Comprar Entrades' }));
    await page.waitForURL(`**/order/${event.id}`);
    await addTicket(page);
    await goToCheckout(page);
    await fillBuyer(page);
    await confirm(page);
    await pay(page);
  });

  test('Back goes from the order to the chosen day, to the month and to the month before', async ({ visit, site }) => {
    const day = dayAhead(site);
    const event = await anEvent(site, { date: day, title: `Ball del ${device}`, dishes: {} });
    const page = await visit({ device });
    await openThisMonth(page, site);
    await leafTo(page, day);
    await choose(page, day);
    const entry = page.getByRole('article', { name: event.title });
    await press(entry.getByRole('link', { name: 'Comprar Entrades' }));
    await page.waitForURL(`**/order/${event.id}`);
    await page.goBack();
    await entry.waitFor();
    await expect.poll(() => linkOfDay(page, day).getAttribute('aria-current')).toBe('page');
    await page.goBack();
    await page.getByText('Selecciona una data per a veure els esdeveniments').waitFor();
    await heading(page, monthHeading(day));
    await page.goBack();
    await heading(page, monthHeading(firstDayOf(addMonths(monthOf(day), -1))));
    await page.goForward();
    await page.goForward();
    await entry.waitFor();
  });

  test('without scripts it is all there', async ({ visit, site }) => {
    const day = dayAhead(site);
    const event = await anEvent(site, { date: day, title: `Concert del ${device}`, dishes: {} });
    const page = await visit({ device, javaScriptEnabled: false });
    await openThisMonth(page, site);
    await leafTo(page, day);
    await choose(page, day);
    await expect.poll(() => isInSight(page, day)).toBe(true);
    await press(page.getByRole('article', { name: event.title }).getByRole('link', { name: 'Comprar Entrades' }));
    await page.waitForURL(`**/order/${event.id}`);
    await page.goBack();
    await choose(page, addDays(day, 1));
    await page.getByText('No hi ha esdeveniments programats per a aquesta data').waitFor();
  });
});

test('the arrow keys move from day to day and from week to week, and Enter leads to what happens on a day', async ({ visit, site }) => {
  const day = dayAhead(site);
  const event = await anEvent(site, { date: day, time: '08:00', title: 'Esmorzar de qui tecleja', dishes: {} });
  const page = await visit();
  await page.goto(`/calendar?mes=${monthOf(day)}`);
  await scriptsAtWork(page);
  await linkOfDay(page, addDays(day, -13)).focus();
  // From the 2nd to the 15th, and never out of the month.
  for (const key of ['Left', 'Left', 'Up', 'Down', 'Down', 'Right', 'Down', 'Left', 'Up']) await page.keyboard.press(`Arrow${key}`);
  expect(await linkOfDay(page, day).evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: event.title }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(dayHeading(day));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/order/${event.id}`);
});

describe.for([
  { name: 'Mes següent', direction: 1 },
  { name: 'Mes anterior', direction: -1 },
])('where the calendar ends, «$name»', ({ name, direction }) => {
  test('stays under the focus and leads nowhere', async ({ visit, site }) => {
    const last = addMonths(monthOf(dayInMadrid(site.clock.now())), direction * MONTHS_IN_REACH);
    const page = await visit();
    await page.goto(`/calendar?mes=${addMonths(last, -direction)}`);
    await page.waitForLoadState('networkidle');
    await scriptsAtWork(page);
    const arrow = page.getByRole('link', { name });
    await arrow.focus();
    await page.keyboard.press('Enter');
    await heading(page, monthHeading(firstDayOf(last)));
    await expect.poll(() => arrow.getAttribute('aria-disabled')).toBe('true');
    const requests: string[] = [];
    page.on('request', (request) => void (/\/calendar(\.data|\?|$)/.test(request.url()) && requests.push(request.url())));
    await page.keyboard.press('Enter');
    expect(await arrow.evaluate((link) => link === document.activeElement)).toBe(true);
    expect([new URL(page.url()).search, requests]).toEqual([`?mes=${last}`, []]);
  });
});

test('a month that is open shows its days where the coverage has gone', async ({ visit, site }) => {
  const day = dayAhead(site);
  const event = await anEvent(site, { date: day, title: 'Sopar sense cobertura' });
  const page = await visit({ device: 'phone', expected: [/ERR_INTERNET_DISCONNECTED.*\.svg/] });
  await page.goto(`/calendar?mes=${monthOf(day)}`);
  await fetchedAhead(page, 'new-order');
  await page.context().setOffline(true);
  await choose(page, day);
  await page.getByRole('article', { name: event.title }).waitFor();
  await choose(page, addDays(day, 1));
  await page.getByText('No hi ha esdeveniments programats per a aquesta data').waitFor();
});

test('without a month in its address it opens on the next one with something to buy, and reaches its days without coverage', async ({ visit, site }) => {
  const next = await site.db.query.selectFrom('events').innerJoin('demoEvents', 'eventId', 'id').select('eventDate').where('key', '=', 'germanor').executeTakeFirstOrThrow();
  const page = await visit({ device: 'phone' });
  await page.goto('/calendar');
  await heading(page, monthHeading(next.eventDate));
  await fetchedAhead(page, 'new-order');
  await page.context().setOffline(true);
  await choose(page, next.eventDate);
  // Choosing leaves the month in sight, for the next choice.
  const isMonthInSight = (): Promise<boolean> => linkOfDay(page, next.eventDate).evaluate((link) => link.getBoundingClientRect().top > 0);
  await expect.poll(async () => [await isMonthInSight(), await isInSight(page, next.eventDate)]).toEqual([true, true]);
  await page.goBack();
  await page.getByText('Selecciona una data per a veure els esdeveniments').waitFor();
});

test('a month that could not be read is read when one comes back to it', async ({ visit, site }) => {
  const page = await visit({ expected: [/ERR_FAILED/] });
  await openThisMonth(page, site);
  await page.route(/\/calendar\.data/, (route) => route.abort(), { times: 1 });
  await press(page.getByRole('link', { name: 'Mes següent' }));
  await page.getByRole('alert').getByText('No hem pogut carregar els esdeveniments').waitFor();
  await page.goBack();
  await heading(page, monthHeading(dayInMadrid(site.clock.now())));
});

test('while a month is on its way the calendar says that it is loading', async ({ visit, site }) => {
  const page = await visit();
  await openThisMonth(page, site);
  const { promise: looked, resolve: look } = Promise.withResolvers<void>();
  await page.route(/\/calendar\.data/, async (route) => {
    await looked;
    await route.continue();
  });
  await press(page.getByRole('link', { name: 'Mes següent' }));
  await page.getByRole('status').getByText('Carregant esdeveniments...').waitFor();
  expect(await page.getByText('Selecciona una data').count()).toBe(0);
  look();
  await page.getByText('Selecciona una data').waitFor();
  await page.getByText('Carregant esdeveniments...').waitFor({ state: 'detached' });
});
