import type { Page, Request } from 'playwright-core';
import { describe, expect } from 'vitest';

import { arrivedByMenu, scriptsAtWork } from '#tests/support/browser/browser.ts';
import { figure, soakCases } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';
import { BOUGHT, button, heading, press, pressOnce } from '#tests/support/people/shopper.ts';

const RECOVERY = 'access_token=aaa.bbb.ccc&refresh_token=r&expires_at=1900000000&expires_in=3600&token_type=bearer&type=recovery';

const CODE = 'aaa.bbb.ccc';

/** Where a browser may keep or pass on the address that it was at. */
async function tracesOf(page: Page, sent: readonly Request[]): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { entries } = await devtools.send('Page.getNavigationHistory');
  const stored = await page.evaluate(() => JSON.stringify([{ ...window.localStorage }, { ...window.sessionStorage }, window.history.state, document.referrer, document.cookie]));
  const headers = await Promise.all(sent.map(async (request) => (await request.allHeaders())['referer'] ?? ''));
  return [...headers, ...entries.map(({ url }) => url), stored];
}

describe.for(soakCases([
  ['/', '#'],
  ['/tickets', '?'],
  // Put into the address bar of a page that is open.
  ['/contact', '#'],
  ['/', '?'],
  ['/no-existix/de-cap-manera', '#'],
  ['/no-existix', '?'],
  ['/tickets', '#'],
  ['/reset-password', '#'],
  ['/reset-password', '?'],
] as const, 3))('a recovery link that lands on %s with %s', ([path, sign]) => {
  test('goes to the reset screen with its parameters, names its code to nobody else, and Back does not return to it', async ({ visit, site }) => {
    const page = await visit();
    const sent: Request[] = [];
    page.on('request', (request) => sent.push(request));
    await page.goto('/contact');
    await page.goto(`${path}${sign}${RECOVERY}`);
    await page.waitForURL((address) => address.pathname === '/reset-password' && address.search === '' && address.hash === '');
    await heading(page, 'Nova contrasenya');
    // The code arrived, though it opens nothing.
    await page.getByText('Enllaç de recuperació no vàlid.').waitFor();
    // Only a link that came with a query is named in a request line.
    const named = sent.filter((request) => request.url().split('#')[0]!.includes(CODE) && new URL(request.url()).pathname === '/reset-password');
    expect(named).toHaveLength(sign === '?' ? 1 : 0);
    expect(sent.filter((request) => request.postData()?.includes(CODE))).toHaveLength(sign === '?' ? 0 : 1);
    await page.waitForLoadState('networkidle');
    await press(page.getByRole('link', { name: 'Demanar un enllaç nou' }));
    await heading(page, 'Has oblidat la contrasenya?');

    const traces = [...(await tracesOf(page, sent)), ...site.log().split('\n')];
    const telling = traces.filter((trace) => trace.includes(CODE));
    figure(`J8 Referers, history entries, storages and log lines that name a code, ${path}${sign}`, `${telling.length} of ${traces.length}`);
    expect(telling).toEqual([]);
    await page.goBack();
    await page.goBack();
    await page.waitForURL(({ pathname }) => pathname === '/contact');
  });
});

test('an event that does not exist is not found, with the way back', async ({ visit }) => {
  const page = await visit({ device: 'phone', expected: [/404/] });
  for (const path of ['/order/999999', '/order/abc', '/order/0', '/checkout/999999', '/order/99999999999']) {
    await page.goto(path);
    await heading(page, 'Esdeveniment no trobat');
  }
  await press(page.getByRole('link', { name: 'Tornar a esdeveniments' }));
  await page.waitForURL('**/tickets');
});

test('an address outside the table leads home', async ({ visit }) => {
  const page = await visit();
  for (const path of ['/wp-admin', '/tickets/7', '/order', '/home']) {
    await page.goto(path);
    expect(new URL(page.url()).pathname).toBe('/');
  }
});

test('the menu of a phone leads to every page and closes behind itself, with Esc and with a touch outside', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await page.goto('/');
  const menu = page.getByLabel('Menú');
  const navigation = page.getByRole('navigation', { name: 'Principal' });
  const entries = navigation.getByRole('link');
  for (const [name, path] of [['Notícies', '/news'], ['Calendari', '/calendar'], ['Tiquets', '/tickets'], ['Premis', '/premis'], ['Llibrets', '/llibrets'], ['Contacte', '/contact'], ['Inici', '/'], ['Iniciar Sessió', '/login']] as const) {
    await press(menu);
    await press(navigation.getByRole('link', { name, exact: true }));
    await page.waitForURL(`**${path}`);
    await arrivedByMenu(page);
    await entries.first().waitFor({ state: 'hidden' });
  }
  await press(menu);
  await entries.first().waitFor();
  await page.keyboard.press('Escape');
  await entries.first().waitFor({ state: 'hidden' });
  await press(menu);
  await entries.first().waitFor();
  await page.touchscreen.tap(40, 600);
  await entries.first().waitFor({ state: 'hidden' });
});

test('a menu that was opened before the scripts of its page were there stays open when they come', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByLabel('Menú').tap();
  const entry = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Tiquets' });
  await entry.waitFor();
  scripts.resolve();
  await scriptsAtWork(page);
  expect(await entry.isVisible()).toBe(true);
  await press(entry);
  await page.waitForURL('**/tickets');
  await entry.waitFor({ state: 'hidden' });
});

test('somebody signed in finds the profile menu with the entries of their rights, and leaves by it', async ({ visit }) => {
  for (const [who, entries] of [
    ['public', ['Els meus tiquets', 'Canviar contrasenya']],
    ['redaccio', ['Els meus tiquets', 'Canviar contrasenya', 'Administració']],
    ['porta', ['Els meus tiquets', 'Canviar contrasenya', 'Administració', 'Verificar Tiquets']],
    ['admin', ['Els meus tiquets', 'Canviar contrasenya', 'Administració', 'Verificar Tiquets']],
  ] as const) {
    const page = await visit();
    await page.request.post('/api/session', { data: { email: `${who}@comboi.test`, password: 'Comboi2027' } });
    await page.goto('/');
    await press(page.getByText('El meu perfil').first());
    for (const entry of entries) await page.getByRole('link', { name: entry, exact: true }).first().waitFor();
    for (const entry of ['Administració', 'Verificar Tiquets'] as const) {
      expect([who, await page.getByRole('link', { name: entry, exact: true }).count()]).toEqual([who, (entries as readonly string[]).includes(entry) ? 1 : 0]);
    }
    await press(button(page, 'Tancar sessió').first());
    await page.waitForURL('**/login');
    await page.getByRole('link', { name: 'Iniciar Sessió' }).first().waitFor();
  }
});

test('the box office makes free tickets for its own account, also after the sale has closed', async ({ visit, site }) => {
  const page = await visit();
  await page.request.post('/api/session', { data: { email: 'admin@comboi.test', password: 'Comboi2027' } });
  const { id } = await site.db.query.selectFrom('demoEvents').select('eventId as id').where('key', '=', 'xaranga').executeTakeFirstOrThrow();
  await page.goto(`/order/${id}`);
  await press(button(page, /Afegir un/));
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Llonganissa amb tomaca' }).check();
  await press(button(page, 'Afegir a la comanda'));
  await pressOnce(button(page, 'Crear tiquets gratuïts'));
  await heading(page, BOUGHT);
  await page.getByText('TIQUET TAQUILLA').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Veure Els Meus Tiquets' }).waitFor();
});
