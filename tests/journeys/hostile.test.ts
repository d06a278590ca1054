import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';

import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aNewsItem } from '#tests/support/app/news.ts';
import { aPicture } from '#tests/support/app/pictures.ts';
import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { HOSTILE_WORDS } from '#tests/support/browser/hostile-words.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { testWithMails as test } from '#tests/support/site/journey.ts';
import { addTicket, button, confirm, goToCheckout, mailsTo, ordersOf, pay, press, rivalOrders } from '#tests/support/people/shopper.ts';
import { readTicketPicture } from '#tests/support/browser/ticket-picture.ts';

/** Words that would act if anything took them for markup, script, style, address or template. */
const HOSTILE = {
  title: '<img src=x onerror=alert(1)> "Sopar" \'{{7*7}}\' ${7*7}',
  description: '</p><script>alert(document.domain)</script><iframe src="javascript:alert(2)"></iframe>',
  location: '"><svg/onload=alert(3)> javascript:alert(4)',
  dish: '<a href="javascript:alert(5)">Paella</a><!--',
  extra: '<style>*{display:none}</style> &lt;b&gt; &amp;',
  note: '</textarea><script>alert(6)</script>\u202Eabla <b>negreta</b> ]]> --> \\u003cscript\\u003e',
  name: '<math><mtext></form><form><mglyph><img src onerror=alert(7)>',
};
const EMOJI = '<b>';

async function expectText(page: Page, ...words: string[]): Promise<void> {
  for (const word of words) await page.getByText(word.replaceAll('\u202E', ''), { exact: false }).first().waitFor();
  expect(await page.locator('main [onerror], main iframe:not([title="El correu"]), main script:not([id]):not([src]), main style, main a[href^="javascript"]').count()).toBe(0);
}

test('markup in an event, its menu, its emoji, a note and a name is text on every page, in the picture and in the mail', async ({ visit, site }) => {
  const event = await anEvent(site, {
    title: HOSTILE.title,
    description: HOSTILE.description,
    location: HOSTILE.location,
    dishes: { [HOSTILE.dish]: [1000, 1000, 1000] },
    extras: { [HOSTILE.extra]: [100, 100, 100] },
    date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
  });
  await site.db.query.updateTable('events').set({ image: EMOJI }).where('id', '=', event.id).execute();
  await site.db.query
    .updateTable('eventSectionItems')
    .set({ emoji: EMOJI })
    .where('sectionId', 'in', event.sections.map(({ id }) => id))
    .execute();

  const page = await visit();
  await page.goto('/');
  await expectText(page, HOSTILE.title);
  await page.goto('/tickets');
  await expectText(page, HOSTILE.title, HOSTILE.description, HOSTILE.location);
  await press(page.getByRole('link', { name: HOSTILE.title }));
  await addTicket(page, { choices: [HOSTILE.dish, HOSTILE.extra], note: HOSTILE.note });
  await expectText(page, HOSTILE.title, HOSTILE.location, HOSTILE.dish, HOSTILE.extra, '<b>negreta</b>');
  expect(await page.title()).toContain('<img src=x onerror=alert(1)>');
  await page.reload();
  await goToCheckout(page);
  await expectText(page, HOSTILE.title, HOSTILE.dish, HOSTILE.extra, '<b>negreta</b>');
  const email = 'marca@example.com';
  await page.getByLabel('Email per rebre els tiquets:').fill(email);
  await page.getByLabel('Nom (opcional)').fill(HOSTILE.name);
  await page.reload();
  await expect.poll(() => page.getByLabel('Nom (opcional)').inputValue()).toBe(HOSTILE.name);
  await confirm(page);
  await page.getByText(HOSTILE.title).waitFor();
  await pay(page);
  await expectText(page, HOSTILE.title, HOSTILE.location, HOSTILE.dish, HOSTILE.extra);

  const download = page.waitForEvent('download');
  await press(button(page, /Descarregar Tiquet/));
  expect(await readTicketPicture(await download)).toMatchObject({ width: 900, code: expect.stringMatching(/^[A-Z2-7]{26}$/) as string });

  const [mail] = await mailsTo(page, email);
  expect(mail!.subject).toContain(HOSTILE.title);
  await page.goto('/dev/mail');
  await expectText(page, HOSTILE.title);
  const frame = page.frames().find((one) => one.url().endsWith('/html'))!;
  await expectMailText(frame);
});

async function expectMailText(frame: Frame): Promise<void> {
  await frame.getByText(HOSTILE.title).first().waitFor();
  expect(await frame.locator('script:not([type="application/ld+json"]), [onerror], iframe, a[href^="javascript"]').count()).toBe(0);
}

/** Everything that changes something: method, path, and what a page of a stranger would send. */
function mutations(placed: PlacedOrder, eventId: number): [string, string][] {
  const order = JSON.stringify({ eventId, email: 'atacant@example.com', tickets: [{}] });
  return [
    ['/api/orders', order],
    [`/api/orders/${placed.orderId}/cancel`, ''],
    [`/api/orders/${placed.orderId}/resend`, ''],
    ['/api/session', JSON.stringify({ email: 'admin@comboi.test', password: 'Comboi2027' })],
    ['/api/payments/stripe', '{}'],
    ['/logout', 'a=1'],
    [new URL(placed.paymentUrl!).pathname, 'action=pay'],
    [new URL(placed.paymentUrl!).pathname, 'action=cancel'],
  ];
}

/** The three below run in the stranger's page, with the visitor's cookies. */
async function callBlindly({ target, body, type }: { target: string; body: string; type: string }): Promise<void> {
  await fetch(target, { method: 'POST', mode: 'no-cors', credentials: 'include', headers: { 'Content-Type': type }, body }).catch(() => {});
}

async function loadAsImage(target: string): Promise<void> {
  const image = new Image();
  const ended = new Promise((resolve) => {
    image.addEventListener('load', resolve);
    image.addEventListener('error', resolve);
  });
  image.src = target;
  await ended;
}

function submitForm({ target, body }: { target: string; body: string }): void {
  const form = document.createElement('form');
  const field = document.createElement('input');
  const [name = '', value = ''] = body.split('=');
  Object.assign(form, { method: 'POST', action: target, enctype: body.includes('=') ? '' : 'text/plain' });
  Object.assign(field, { name, value });
  form.append(field);
  document.body.append(form);
  form.submit();
}

test('a page of another origin changes nothing, by form, by fetch, by image or by frame', async ({ visit, site, onTestFinished }) => {
  const event = await anEvent(site, { title: 'Sopar atacat', dishes: {} });
  const placed = await rivalOrders(site.url, event, 1);
  const stranger = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Estrany</title>');
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void stranger.close());
  const strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;

  // Visited as a stranger's site: our own is the foreign host here, and refusals are what we look for.
  const page = await visit({ expected: [/./] });
  await page.request.post(`${site.url}/api/session`, { data: { email: 'public@comboi.test', password: 'Comboi2027' } });
  for (const [path, body] of mutations(placed, event.id)) {
    const target = site.url + path;
    await page.goto(strangerUrl);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) await page.evaluate(callBlindly, { target, body, type });
    await page.evaluate(loadAsImage, target);
    // Last, since the answer takes the stranger's place.
    const answered = page.waitForResponse(target);
    await page.evaluate(submitForm, { target, body });
    expect((await answered).status()).toBe(403);
    await page.waitForURL(target);
  }

  expect(await ordersOf(site, 'atacant@example.com')).toEqual([]);
  expect(await ordersOf(site, 'rival@example.com')).toMatchObject([{ status: 'pending_payment' }]);
  await page.goto(site.url);
  await page.getByText('El meu perfil').first().waitFor();
});

test('no page of ours can be framed by another', async ({ visit, site, onTestFinished }) => {
  const stranger = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(['/', '/tickets', '/order/1', '/contact', '/dev/mail'].map((path) => `<iframe src="${site.url}${path}"></iframe>`).join(''));
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void stranger.close());
  const page = await visit({ expected: [/./] });
  await page.goto(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}`);
  for (const frame of page.frames().slice(1)) expect(await frame.getByRole('heading').count()).toBe(0);
});

test('markup in a news item is text in the list, on its page and in its form, and only addresses of the web become links', async ({ visit, site }) => {
  const content = `${HOSTILE.description} javascript:alert(8) https://example.com/"onmouseover=alert(9)`;
  const id = await aNewsItem(site, { title: HOSTILE.title, content, excerpt: HOSTILE.extra, category: HOSTILE.dish.slice(0, 40), tags: ['<svg onload=alert(10)>'], images: [{ bytes: await aPicture(), alt: HOSTILE.name }] });
  const page = await visit();
  await page.goto('/news');
  await expectText(page, HOSTILE.title, HOSTILE.extra);
  await page.goto(`/news/${id}`);
  await expectText(page, HOSTILE.title, HOSTILE.extra, '<svg onload=alert(10)>', 'javascript:alert(8)');
  const links = await page.locator('article a[rel]').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(links).toEqual(['https://example.com/']);
  // Its own script comes after the page's; until then the link opens the picture itself.
  await page.locator('article [data-ready]').waitFor();
  await press(page.getByRole('link', { name: /Ampliar/ }));
  await page.getByRole('dialog').getByText(HOSTILE.name).waitFor();
  await page.request.post('/api/session', { data: { email: 'redaccio@comboi.test', password: 'Comboi2027' } });
  await page.goto(`/admin/news/${id}`);
  await expect.poll(() => page.getByLabel('Contingut').inputValue()).toBe(content);
});

test('sixty attempts in a news item, awards, a block and the words of the site are text wherever they stand', async ({ visit, site }) => {
  const page = await visit();
  await signIn(page, { email: 'admin@comboi.test', password: 'Comboi2027' });
  const send = async (path: string, form: Record<string, string>): Promise<string> => {
    const answer = await page.request.post(path, { form, maxRedirects: 0 });
    expect([path, answer.status()]).toEqual([path, 303]);
    return new URL(answer.headers()['location']!, site.url).pathname;
  };
  const id = await aNewsItem(site, { title: HOSTILE_WORDS[0]!, content: HOSTILE_WORDS.join('\n\n'), excerpt: HOSTILE_WORDS[40]!, category: HOSTILE_WORDS[2]!, tags: [HOSTILE_WORDS[4]!, HOSTILE_WORDS[45]!] });
  for (const [index, word] of HOSTILE_WORDS.entries()) if (index % 6 === 0) await send('/admin/awards', { intent: 'award', year: '2020', title: word, detail: HOSTILE_WORDS.slice(index, index + 6).join('\n') });
  const block = await send('/admin/home', { intent: 'add', kind: 'monument' });
  const items = Array.from({ length: 10 }, (_, index) => HOSTILE_WORDS.slice(index * 6, index * 6 + 6));
  const fields = items.flatMap((words, index) => [[`items[${index}].text`, words[3]!.slice(0, 80)], [`items[${index}].detail`, words.join('\n')]] as const);
  await send(block, { intent: 'block', version: '1', title: HOSTILE_WORDS[34]!, intro: HOSTILE_WORDS[38]!, ...Object.fromEntries(fields) });
  const plain = HOSTILE_WORDS.filter((word) => !/[{}]/.test(word));
  await send('/admin/settings/texts', { intent: 'texts', version: '0', homeLead: plain.slice(0, 4).join(' '), homeSaying: plain[36]!, homeWelcome: plain.slice(4, 40).join('\n\n').slice(0, 1_900), mailClosing: plain[37]! });

  const visitor = await visit();
  const pages: [string, string][] = [['/', HOSTILE_WORDS[34]!], ['/news', HOSTILE_WORDS[0]!], [`/news/${id}`, HOSTILE_WORDS[59]!], ['/premis', HOSTILE_WORDS[54]!]];
  for (const [path, word] of pages) {
    await visitor.goto(path);
    await expectText(visitor, word);
    expect(await visitor.locator('main [onload], main [onfocus], main [onbegin], main [onmouseover], main object, main embed, main math').count()).toBe(0);
  }
  for (const path of [block, '/admin/awards', `/admin/news/${id}`, '/admin/settings/texts']) {
    await page.goto(path);
    await scriptsAtWork(page);
  }
});
