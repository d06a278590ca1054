import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';

import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { BOUGHT, button, CONCERT, DINNER, heading, orderIdOf, pressOnce } from '#tests/support/people/shopper.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';

/** Somebody with a phone in one hand, from the list of events to the tickets. Typing is no touch, and the focus is where they type. */
class Thumb {
  taps = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await pressOnce(target);
  }

  choose(dish: string): Promise<void> {
    return this.tap(this.page.getByRole('dialog').getByRole('checkbox', { name: dish }));
  }

  async begin(event: string): Promise<void> {
    await this.page.goto('/tickets');
    await this.tap(this.page.getByRole('article').filter({ hasText: event }).getByRole('link', { name: 'Comprar' }));
  }

  async type(label: string, words: string): Promise<void> {
    await this.page.locator(':focus').and(this.page.getByLabel(label)).waitFor();
    await this.page.keyboard.type(words);
  }

  /** From the checkout on. */
  async payAs(email: string): Promise<void> {
    await button(this.page, 'Confirmar i Pagar').waitFor();
    await scriptsAtWork(this.page);
    await this.type('Email per rebre els tiquets:', email);
    await this.tap(button(this.page, 'Confirmar i Pagar'));
    await this.page.waitForURL(/\/dev\/pay\//);
    await this.tap(button(this.page, 'Pagar'));
    await heading(this.page, BOUGHT);
  }
}

test('a concert takes four touches from the list to the tickets', async ({ visit }) => {
  const thumb = new Thumb(await visit({ device: 'phone' }));
  await thumb.begin(CONCERT);
  await thumb.tap(button(thumb.page, 'Procedir al pagament'));
  await thumb.payAs('concert@example.com');
  figure('touches for a concert', thumb.taps);
  expect(thumb.taps).toBe(4);
});

async function buySupper(thumb: Thumb, people: number): Promise<number> {
  await thumb.begin(DINNER);
  await thumb.choose('Paella valenciana');
  await thumb.choose('Arnadí');
  for (let more = 1; more < people; more += 1) await thumb.tap(button(thumb.page, 'Un altre igual'));
  await thumb.tap(button(thumb.page, 'Afegir i pagar'));
  await thumb.payAs(`sopar-${people}@example.com`);
  figure(`touches for a supper of ${people}, equal`, thumb.taps);
  return thumb.taps;
}

test('a supper of two dishes takes six, four equal ones nine', async ({ visit }) => {
  expect(await buySupper(new Thumb(await visit({ device: 'phone' })), 1)).toBe(6);
  expect(await buySupper(new Thumb(await visit({ device: 'phone' })), 4)).toBe(9);
});

test.runIf(inject('soak'))('four different people with their names take twelve, and each name stands by its ticket', async ({ visit, site }) => {
  const thumb = new Thumb(await visit({ device: 'phone' }));
  const { page } = thumb;
  await thumb.begin(DINNER);
  await thumb.choose('Paella valenciana');
  await thumb.choose('Arnadí');
  await thumb.tap(page.getByLabel('Per a qui?'));
  await thumb.type('Per a qui?', 'Neus');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Ticket 2').waitFor();
  for (const [name, dish, next] of [['Pau', 'Fideuà de Benicarló', 'Afegir i un altre'], ['Iaia Carme', 'Taronja amb canella', 'Afegir i un altre'], ['Tonet', 'Amanida de la casa', 'Afegir i pagar']] as const) {
    await thumb.type('Per a qui?', name);
    await thumb.choose(dish);
    await thumb.tap(button(page, next));
  }
  await thumb.payAs('quatre@example.com');
  figure('touches for four different people with their names', thumb.taps);
  expect(thumb.taps).toBeLessThanOrEqual(12);
  const tickets = await site.db.query
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.orderId')
    .select(['noteName', 'note', 'menuSelection as menu'])
    .where((eb) => eb.fn.coalesce('orders.linkId', 'orders.id'), '=', orderIdOf(page))
    .orderBy('position')
    .execute();
  const dishes = (menu: unknown): string[] => (menu as { items: { name: string }[] }[]).flatMap(({ items }) => items.map(({ name }) => name));
  expect(tickets.map(({ noteName, note, menu }) => [noteName, note, ...dishes(menu)])).toEqual([
    ['Neus', null, 'Paella valenciana', 'Arnadí'],
    ['Pau', null, 'Fideuà de Benicarló', 'Arnadí'],
    ['Iaia Carme', null, 'Fideuà de Benicarló', 'Taronja amb canella'],
    ['Tonet', null, 'Amanida de la casa', 'Taronja amb canella'],
  ]);
  for (const name of ['Neus', 'Tonet']) await page.getByText(`Per a ${name}`).first().waitFor();
});

test("whoever begins with a further person and changes nothing pays no ticket more", async ({ visit }) => {
  const thumb = new Thumb(await visit({ device: 'phone' }));
  const { page } = thumb;
  await thumb.begin(DINNER);
  await thumb.choose('Paella valenciana');
  await thumb.choose('Arnadí');
  await thumb.tap(button(page, 'Afegir i un altre'));
  await page.getByRole('dialog').getByText('Ticket 2').waitFor();
  await thumb.tap(page.getByRole('dialog').getByRole('button', { name: 'Procedir al pagament' }));
  await button(page, 'Confirmar i Pagar').waitFor();
  await page.getByRole('main').getByText('1 tiquet').filter({ visible: true }).first().waitFor();
});
