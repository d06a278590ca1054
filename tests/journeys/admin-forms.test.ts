import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { launchChromium, type Visit, type VisitOptions, visitSite } from '#tests/support/browser/browser.ts';
import { type FormSite, startFormSite } from '#tests/support/example-form/form-site.ts';

let site: FormSite;
let browser: Browser;
const visits: Visit[] = [];

beforeAll(async () => {
  [site, browser] = await Promise.all([startFormSite(), launchChromium()]);
});
afterAll(async () => {
  await browser.close();
  await site.end();
});
beforeEach(() => {
  site.saved.length = 0;
  Object.assign(site.other, { version: '7', title: 'Sopar' });
});
afterEach(async () => {
  const problems = visits.flatMap((visit) => visit.problems);
  await Promise.all(visits.splice(0).map((visit) => visit.end()));
  if (problems.length > 0) throw new Error(`the browser complained: ${problems.join('; ')}`);
});

async function open(options: VisitOptions = {}): Promise<Page> {
  const visit = await visitSite(browser, site.url, { device: 'desktop', ...options });
  visits.push(visit);
  await visit.page.goto('/');
  // Shown once scripts are at work.
  if (options.javaScriptEnabled !== false) await visit.page.getByRole('button', { name: /^Arrossega/, disabled: false }).first().waitFor();
  return visit.page;
}

const section = (page: Page, number: number): Locator => page.getByRole('listitem', { name: `Secció ${number}`, exact: true });
const dish = (page: Page, number: number): Locator => section(page, 1).getByRole('listitem', { name: `Plat ${number}`, exact: true });
const dishes = async (page: Page): Promise<string[]> => section(page, 1).getByLabel('Nom del plat').evaluateAll((fields) => (fields as HTMLInputElement[]).map(({ value }) => value));
const focused = async (page: Page): Promise<string | null> => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.getAttribute('name') ?? null);
const save = async (page: Page): Promise<void> => page.getByRole('button', { name: 'Guardar', exact: true }).click();

async function savedValue(): Promise<unknown> {
  await expect.poll(() => site.saved.length).toBe(1);
  return site.saved[0];
}

/** The price as it is saved. */
const item = (name: string, price: number, id?: string): object => ({ ...(id !== undefined && { id }), name, price });

describe('a list in a form, by the keyboard', () => {
  test('is put in order by the arrows on the grip, which keeps the focus', async () => {
    const page = await open();
    await dish(page, 1).getByRole('button', { name: /^Arrossega/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => dishes(page)).toEqual(['Fideuà', 'Paella', 'Arròs negre']);
    await expect.poll(() => focused(page)).toMatch(/Plat 2/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => dishes(page)).toEqual(['Fideuà', 'Arròs negre', 'Paella']);
    await expect.poll(() => focused(page)).toMatch(/Plat 3/);
    await page.getByRole('status').getByText('Plat 2: ara és en la posició 3 de 3').waitFor({ state: 'attached' });
    await dish(page, 3).getByRole('button', { name: /^Amunt/ }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => dishes(page)).toEqual(['Fideuà', 'Paella', 'Arròs negre']);
    await expect.poll(() => focused(page)).toBe('Amunt: Plat 2');
  });

  test('takes a new item, a copy, and back what was deleted; what is typed moves along', async () => {
    const page = await open();
    await dish(page, 1).getByLabel('Preu').fill('1.012,5 €');
    await section(page, 1).getByRole('button', { name: 'Afegir plat' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('sections[0].items[3].name');
    await page.keyboard.type('Gaspatxo');
    await dish(page, 4).getByLabel('Preu').fill('9');
    await dish(page, 1).getByRole('button', { name: /^Duplicar/ }).click();
    await expect.poll(() => dishes(page)).toEqual(['Paella', 'Paella', 'Fideuà', 'Arròs negre', 'Gaspatxo']);
    await expect.poll(() => section(page, 1).getByRole('button', { name: 'Afegir plat' }).count()).toBe(0);
    await dish(page, 3).getByRole('button', { name: /^Esborrar/ }).click();
    await expect.poll(() => dishes(page)).toEqual(['Paella', 'Paella', 'Arròs negre', 'Gaspatxo']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => dishes(page)).toEqual(['Paella', 'Paella', 'Fideuà', 'Arròs negre', 'Gaspatxo']);
    await save(page);
    expect(await savedValue()).toMatchObject({
      sections: [{ id: 's1', required: true, items: [item('Paella', 101_250, 'i1'), item('Paella', 101_250), item('Fideuà', 1100, 'i2'), item('Arròs negre', 1300, 'i3'), item('Gaspatxo', 900)] }, { id: 's2' }],
    });
  });

  test('is not moved by Enter in a field: that sends the form', async () => {
    const page = await open();
    await dish(page, 2).getByLabel('Nom del plat').press('Enter');
    expect(await savedValue()).toMatchObject({ sections: [{ items: [item('Paella', 1250, 'i1'), item('Fideuà', 1100, 'i2'), item('Arròs negre', 1300, 'i3')] }, {}] });
  });

  test('of lists moves, is copied and comes back with all that is in it', async () => {
    const page = await open();
    await section(page, 1).getByRole('button', { name: 'Duplicar: Secció 1' }).click();
    await section(page, 3).waitFor();
    await section(page, 3).getByRole('button', { name: 'Amunt: Secció 3' }).click();
    await section(page, 1).getByRole('button', { name: 'Esborrar: Secció 1' }).click();
    await section(page, 3).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Desfer' }).click();
    await section(page, 3).waitFor();
    await save(page);
    expect(await savedValue()).toMatchObject({ sections: [{ id: 's1', items: [{ id: 'i1' }, { id: 'i2' }, { id: 'i3' }] }, { id: 's2', items: [{ id: 'i4' }] }, { name: 'Primers', items: [item('Paella', 1250), item('Fideuà', 1100), item('Arròs negre', 1300)] }] });
    expect(JSON.stringify(site.saved).match(/"id":"i1"/g)).toHaveLength(1);
  });
});

describe('a list in a form, by the pointer', () => {
  test('is put in order by dragging with the mouse', async () => {
    const page = await open();
    await drag(page, { grip: dish(page, 3).getByRole('button', { name: /^Arrossega/ }), to: dish(page, 1), by: mouseOf(page) });
    await expect.poll(() => dishes(page)).toEqual(['Arròs negre', 'Paella', 'Fideuà']);
    await save(page);
    expect(await savedValue()).toMatchObject({ sections: [{ items: [{ id: 'i3' }, { id: 'i1' }, { id: 'i2' }] }, {}] });
  });

  test('and with a finger, under which the page stays', async () => {
    const page = await open({ device: 'phone' });
    const grip = dish(page, 1).getByRole('button', { name: /^Arrossega/ });
    await grip.scrollIntoViewIfNeeded();
    await drag(page, { grip, to: dish(page, 2), by: await fingerOf(page) });
    await expect.poll(() => dishes(page)).toEqual(['Fideuà', 'Paella', 'Arròs negre']);
  });

  test('stays as it is where the drag goes nowhere', async () => {
    const page = await open();
    await drag(page, { grip: dish(page, 2).getByRole('button', { name: /^Arrossega/ }), to: dish(page, 2), by: mouseOf(page) });
    expect(await dishes(page)).toEqual(['Paella', 'Fideuà', 'Arròs negre']);
  });
});

test('without scripts the same buttons ask the server, and nothing typed is lost', async () => {
  const page = await open({ javaScriptEnabled: false, expected: [/400/] });
  await page.getByLabel('Títol').fill('Sopar de germanor');
  await page.getByLabel('Data').fill('19/3/2027');
  await dish(page, 1).getByRole('button', { name: /^Avall/ }).click();
  await expect.poll(() => dishes(page)).toEqual(['Fideuà', 'Paella', 'Arròs negre']);
  await dish(page, 2).getByLabel('Nom del plat').fill('Paella de verdures');
  await dish(page, 2).getByRole('button', { name: /^Duplicar/ }).click();
  await expect.poll(() => dishes(page)).toEqual(['Fideuà', 'Paella de verdures', 'Paella de verdures', 'Arròs negre']);
  await dish(page, 4).getByRole('button', { name: /^Esborrar/ }).click();
  await section(page, 1).getByRole('button', { name: 'Afegir plat' }).click();
  await save(page);
  const summary = page.getByRole('alert').filter({ hasText: 'Hi ha 2 coses per arreglar' });
  await summary.getByText('Secció 1 · Plat 4: Escriu el nom del plat').waitFor();
  await dish(page, 4).getByLabel('Nom del plat').fill('Allipebre');
  await dish(page, 4).getByLabel('Preu').fill('14');
  await save(page);
  expect(await savedValue()).toMatchObject({
    title: 'Sopar de germanor',
    date: '2027-03-19',
    sections: [{ items: [item('Fideuà', 1100, 'i2'), item('Paella de verdures', 1250, 'i1'), item('Paella de verdures', 1250), item('Allipebre', 1400)] }, {}],
  });
});

describe('what is wrong', () => {
  test('is named in a summary that has the focus, with the way to each field', async () => {
    const page = await open();
    await page.getByLabel('Títol').fill('');
    await dish(page, 2).getByLabel('Preu').fill('12,505');
    await save(page);
    const summary = page.getByRole('alert').filter({ hasText: 'Hi ha 2 coses per arreglar' });
    await summary.waitFor();
    await expect.poll(() => summary.evaluate((element) => document.activeElement?.contains(element))).toBe(true);
    await summary.getByRole('link', { name: /^Secció 1 · Plat 2: No queda clar/ }).click();
    await expect.poll(() => focused(page)).toBe('sections[0].items[1].price');
    expect(site.saved).toEqual([]);
  });

  test('and if it is one thing its field has the focus', async () => {
    const page = await open();
    await page.getByLabel('Hora').fill('25:00');
    await save(page);
    await page.getByText("El format d'hora ha de ser HH:MM (exemple: 14:30)").waitFor();
    await expect.poll(() => focused(page)).toBe('time');
    await expect.poll(() => page.getByLabel('Hora').getAttribute('aria-invalid')).toBe('true');
  });
});

test('a day is chosen in the calendar, an emoji in its list by its Catalan name', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Tria al calendari: Data' }).click();
  await page.getByRole('grid', { name: 'març 2027' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByLabel('Data', { exact: true }).inputValue()).toBe('16 de març, 2027');
  await page.getByRole('button', { name: 'Tria al calendari: Data' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('Tria al calendari: Data');
  await page.getByRole('button', { name: 'Tria un emoji: Emoji' }).click();
  await page.getByLabel('Busca un emoji').fill('paella');
  await page.getByRole('button', { name: /^paella$/i }).or(page.getByText('🥘')).first().click();
  await expect.poll(() => page.getByLabel('Emoji', { exact: false }).first().inputValue()).toBe('🥘');
  await save(page);
  expect(await savedValue()).toMatchObject({ date: '2027-03-16', emoji: '🥘' });
});

describe('leaving', () => {
  test('is asked about where something was typed, deleted or moved', async () => {
    const page = await open();
    await dish(page, 2).getByRole('button', { name: /^Esborrar/ }).click();
    await page.getByRole('link', { name: 'Fora' }).click();
    await page.getByRole('button', { name: 'Continuar editant' }).click();
    expect(await dishes(page)).toEqual(['Paella', 'Arròs negre']);
    await page.getByRole('link', { name: 'Fora' }).click();
    await page.getByRole('button', { name: 'Eixir sense guardar' }).click();
    await page.getByRole('heading', { name: 'Fora' }).waitFor();
  });

  test('is not asked about where nothing has changed', async () => {
    const page = await open();
    await page.getByLabel('Títol').fill('Dinar');
    await page.getByLabel('Títol').fill('Sopar');
    await page.getByRole('link', { name: 'Fora' }).click();
    await page.getByRole('heading', { name: 'Fora' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

test.each([true, false])('the second of two editors is told, and what they save then is what they have seen (scripts: %s)', async (javaScriptEnabled) => {
  const page = await open({ javaScriptEnabled, expected: [/409/] });
  await page.getByLabel('Títol').fill('Sopar de falla');
  Object.assign(site.other, { version: '8', title: 'Sopar de germanor' });
  await save(page);
  const notice = page.getByRole('alert').filter({ hasText: 'Algú altre ho ha canviat' });
  expect(await notice.innerText()).toMatch(/Títol\s+Ara hi ha:\s+Sopar de germanor\s+Tu hi poses:\s+Sopar de falla/);
  await expect.poll(() => page.getByLabel('Títol').inputValue()).toBe('Sopar de falla');
  expect(site.saved).toEqual([]);
  await notice.getByRole('button', { name: 'Guardar el meu igualment' }).click();
  expect(await savedValue()).toMatchObject({ version: '8', title: 'Sopar de falla' });
});

interface Pointer {
  down(at: Point): Promise<void>;
  move(at: Point): Promise<void>;
  up(): Promise<void>;
}

interface Point {
  x: number;
  y: number;
}

function mouseOf(page: Page): Pointer {
  return {
    async down({ x, y }) {
      await page.mouse.move(x, y);
      await page.mouse.down();
    },
    move: ({ x, y }) => page.mouse.move(x, y),
    up: () => page.mouse.up(),
  };
}

async function fingerOf(page: Page): Promise<Pointer> {
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) => async (): Promise<void> => {
    await client.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  return { down: (at) => touch('touchStart', [at])(), move: (at) => touch('touchMove', [at])(), up: touch('touchEnd', []) };
}

/** From the grip of one item to the middle of another, or a little past it on the way there. */
async function drag(page: Page, { grip, to, by }: { grip: Locator; to: Locator; by: Pointer }): Promise<void> {
  await to.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const [from, target] = [(await grip.boundingBox())!, (await to.boundingBox())!];
  const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  const isDown = target.y > from.y;
  const end = { x: start.x, y: isDown ? target.y + target.height / 2 : target.y + from.height / 2 };
  await by.down(start);
  for (let step = 1; step <= 5; step += 1) {
    await by.move({ x: start.x, y: start.y + ((end.y - start.y) * step) / 5 });
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await by.up();
}
