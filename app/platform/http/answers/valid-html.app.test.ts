import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { PAGES } from '#app/features.ts';
import { cookieOf, signedIn } from '#tests/support/people/buyers.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { type SitePages, sitePages } from '#tests/support/app/site-pages.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { htmlFaults } from '#tests/support/site/html-validate.ts';

const READERS = ['a guest', 'a member', 'an admin'] as const;

let app: TestApp;
let pages: SitePages;
let cookies: Record<(typeof READERS)[number], string>;
beforeAll(async () => {
  app = await aTestApp();
  cookies = { 'a guest': '', 'a member': await signedIn(app, 'soci@comboi.test'), 'an admin': await signedIn(app, 'admin@comboi.test') };
  pages = await sitePages(app, cookies['an admin']);
});
afterAll(() => closeInOrder(app));

describe.each(READERS)('every page that %s opens', (reader) => {
  test.each(PAGES.map(({ path }) => path))('%s is valid HTML', async (path) => {
    const headers = { Cookie: cookies[reader] };
    const answer = await app.ask(pages.addressOf(path), { headers });
    const location = answer.headers.get('location');
    const page = location === null ? answer : await app.ask(location, { headers: { Cookie: `${headers.Cookie}; ${cookieOf(answer.headers)}` } });
    if (page.headers.get('content-type') !== 'text/html; charset=utf-8') return;
    expect(await htmlFaults(await page.text())).toEqual([]);
  });
});

test('what is no valid HTML is found', async () => {
  expect(await htmlFaults('<!DOCTYPE html><html lang="ca"><head><title>Falla</title></head><body><span><h2 id="1">Falla</h2></span></body></html>')).toEqual([
    expect.stringContaining('element-permitted-content'),
    expect.stringContaining('id-pattern'),
  ]);
});
