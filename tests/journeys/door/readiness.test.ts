import { expect, inject } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { scriptsAtWork, visitSite } from '#tests/support/browser/browser.ts';
import { launchWithCamera } from '#tests/support/browser/fake-camera.ts';
import { axeFaults, sidewaysPixels, smallTargets, topOf } from '#tests/support/browser/page-checks.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { ALL_RESOURCES, type Cut, openAndCut, readyOf, worksWithoutNetwork } from '#tests/support/site/door-cuts.ts';
import { DOOR_PAGE, openDoor, readyForOffline, sell, wedge } from '#tests/support/site/door-phones.ts';
import { test } from '#tests/support/site/journey.ts';

/** Complaints of a page whose network goes while it loads. */
const CUT_OFF = [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK/, /wasm|ArrayBuffer instantiation/, /Failed to (fetch|load)|dynamically imported module|Importing a module/];
const READY = 'A punt per a treballar sense cobertura';

/** A small generator of its own, so that a seed names a run. */
function generator(seed: number): (most: number) => number {
  let state = seed * 7_919;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

function randomCut(seed: number, { pass, other }: { pass: string; other: number }): Cut {
  const below = generator(seed);
  for (let skip = 0; skip < 3; skip += 1) below(1);
  const [kind, refusal] = [below(8), below(6)];
  const [opened, chosen] = [below(2) === 0 ? pass : null, below(2) === 0 ? other : null];
  const at = kind < 6 ? below(4_000) : ALL_RESOURCES[below(ALL_RESOURCES.length)]!;
  const refused = refusal < 2 ? ({ what: ALL_RESOURCES[below(ALL_RESOURCES.length)]!, times: refusal === 0 ? 'once' : 'always' } as const) : undefined;
  // Nobody asks for the decoder's program without the decoder.
  const isNeverRequested = at === 'wasm' && refused?.what === 'decoder' && refused.times === 'always';
  return { pass: opened, other: chosen, at: isNeverRequested ? 'decoder' : at, ...(refused && { refused }) };
}

test('whenever the network goes, the light had told the truth about what the phone can do (D19)', async ({ site }) => {
  const [event, elsewhere] = [await anEvent(site), await anEvent(site)];
  const [ticket] = await sell(site, event, 1);
  const { browser } = await launchWithCamera([ticket!.id]);
  const admin = await visitSite(browser, site.url);
  await signIn(admin.page, { email: 'admin@comboi.test' });
  const expiresAt = new Date(site.clock.now().getTime() + 6 * 3_600_000).toISOString();
  const made = await admin.page.request.post('/api/admin/evening-passes', { data: { name: 'Porta lateral', eventIds: [event.id, elsewhere.id], expiresAt } });
  const { token } = (await made.json()) as { token: string };
  const [pass, other] = [`/porta#${token}`, elsewhere.id];
  await admin.end();

  const chosen: Cut[] = [
    { pass: null, other: null, at: 'list' },
    { pass: null, other: null, at: 'ready', refused: { what: 'page', times: 'once' } },
    { pass, other, at: 'ready', refused: { what: 'decoder', times: 'once' } },
    { pass: null, other: null, at: 4_000, refused: { what: 'wasm', times: 'always' } },
    { pass: null, other, at: 'list' },
    { pass, other: null, at: 'page' },
  ];
  const cuts = Array.from({ length: count({ test: 3, soak: 200 }) }, (_, index) => chosen[index] ?? randomCut(index, { pass, other }));
  const lies: string[] = [];
  const [problems, reality] = [[] as string[], { works: 0, not: 0 }];
  for (const cut of cuts) {
    const visit = await visitSite(browser, site.url, { device: 'phone', expected: CUT_OFF });
    const { claimsReady } = await openAndCut(visit, { eventId: event.id, cut });
    const { works, why } = await worksWithoutNetwork(visit.page, ticket!.id);
    reality[works ? 'works' : 'not'] += 1;
    if (claimsReady && !works) lies.push(`${JSON.stringify(cut)} said ready: ${why}`);
    if (works) await visit.page.getByText(READY).waitFor().catch(async () => lies.push(`${JSON.stringify(cut)} works, and says: ${await visit.page.getByLabel('Sense cobertura').innerText()}`));
    else if (await readyOf(visit.page)) {
      // What was on its way at the first look may have come since.
      const now = await worksWithoutNetwork(visit.page, ticket!.id);
      if (!now.works) lies.push(`${JSON.stringify(cut)} says ready: ${why}, then ${now.why}`);
    }
    problems.push(...visit.problems);
    await visit.end();
  }
  figure('D19 the light against what then worked: lies', `${lies.length} of ${cuts.length} cuts, of which ${reality.works} phones went on`);
  expect({ lies, problems }).toEqual({ lies: [], problems: [] });
});

test('of an event that is chosen nothing is said that was true of the one before', async ({ visit, site }) => {
  const [before, event] = [await anEvent(site), await anEvent(site)];
  const [[ticket]] = [await sell(site, event, 1), await sell(site, before, 3)];
  const page = await visit({ device: 'phone', expected: CUT_OFF, offline: true });
  const list = Promise.withResolvers<void>();
  await page.route(`**/api/door/${event.id}/list`, async (route) => {
    await list.promise;
    await route.continue();
  });
  await openDoor(page, before);
  await readyForOffline(page);
  await page.getByText('3 tiquets').waitFor();
  const text = await page.getByLabel('Acte').evaluate(async (select: HTMLSelectElement, id) => {
    const set = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!;
    set.call(select, id);
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve));
    return document.querySelector('[data-ready]')?.textContent ?? '';
  }, String(event.id));
  expect(text).toMatch(/^Encara no/);
  expect(text).not.toContain('3 tiquets');
  await page.getByText('Sense llista en este mòbil').waitFor();
  const verify = page.getByRole('button', { name: 'Verificar Tiquet' });
  const whileItComes = await topOf(verify);
  list.resolve();
  await page.getByText('1 tiquet', { exact: false }).waitFor();
  await readyForOffline(page);
  expect(Math.abs((await topOf(verify)) - whileItComes), 'pixels that the buttons moved by').toBeLessThan(2);
  await page.context().setOffline(true);
  await wedge(page, ticket!.id);
  await page.getByText('✅ Disponible').waitFor();
  await page.getByText('Decidit sense connexió').waitFor();
});

test('a page of another build or of another volunteer, and a list that somebody else fetched, make nobody ready', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Nit de relleus' });
  await sell(site, event, 1);
  const page = await visit({ device: 'phone', expected: CUT_OFF, offline: true });
  await openDoor(page, event);
  await readyForOffline(page);
  const patterns = { now: '', scripts: /\/assets\/ticket-verification-[\w-]+\.js/g, proof: /user:[0-9a-f-]{36}\.[\w-]+/g };
  const change = (pattern: RegExp, other: string): Promise<string> =>
    page.evaluate(
      async ([source, text, address]) => {
        const cache = await caches.open('comboi-door');
        const html = await (await cache.match(address!))!.text();
        const changed = html.replaceAll(new RegExp(source!, 'g'), text!);
        await cache.put(address!, new Response(changed, { headers: { 'Content-Type': 'text/html' } }));
        return changed;
      },
      [pattern.source, other, DOOR_PAGE],
    );
  const isOwn = (url: URL): boolean => url.pathname === DOOR_PAGE;
  for (const [pattern, other] of [[patterns.scripts, '/assets/ticket-verification-ofbefore.js'], [patterns.proof, 'user:00000000-0000-4000-8000-000000000000.sig']] as const) {
    // Keeping the page fails, opening it doesn't.
    await page.route(isOwn, (route) => (route.request().resourceType() === 'document' ? route.continue() : route.abort()));
    expect(await change(pattern, other)).toContain(other);
    await page.reload();
    await scriptsAtWork(page);
    await page.getByText('no tornaria a obrir-se').waitFor();
    await page.getByText(/no s'ha guardat/).waitFor();
    expect(await readyOf(page)).toBe(false);
    await page.unroute(isOwn);
    await readyForOffline(page);
  }

  // A relief with a pass takes over the phone: the list has to be fetched in their name.
  const admin = await visit({ offline: true });
  await signIn(admin, { email: 'admin@comboi.test' });
  const made = await admin.request.post('/api/admin/evening-passes', { data: { name: 'Relleu', eventIds: [event.id], expiresAt: new Date(site.clock.now().getTime() + 3_600_000).toISOString() } });
  const { token } = (await made.json()) as { token: string };
  await page.route('**/api/door/*/list', (route) => route.abort());
  await page.goto(`/porta#${token}`);
  await scriptsAtWork(page);
  await page.getByText(/falta; ho torne a provar/).waitFor();
  await page.getByText('Sense llista en este mòbil').waitFor();
  expect(await readyOf(page)).toBe(false);
  await page.unroute('**/api/door/*/list');
  await readyForOffline(page);

  await page.context().setOffline(true);
  await page.goto('about:blank');
  await page.goto(`/porta#${token}`);
  await page.getByLabel('Acte').waitFor();
  expect(await page.getByText('La primera vegada cal connexió').count()).toBe(0);
});

test('the light is read and pressed at any size, and what keeps a phone from being ready is named', async ({ visit, site }) => {
  const event = await anEvent(site);
  await sell(site, event, 2);
  const page = await visit({ device: 'tiny', colorScheme: 'dark', expected: CUT_OFF, offline: true });
  await page.route('**/assets/*.wasm', (route) => route.abort());
  await openDoor(page, event);
  const light = page.getByLabel('Sense cobertura');
  await light.getByText('Encara no').waitFor();
  await light.getByText('caldrà un lector').waitFor();
  await light.getByText(/Lector de codis.*falta/).waitFor();
  const look = async (): Promise<void> => expect([await axeFaults(page), await sidewaysPixels(page), await smallTargets(page)]).toEqual([[], 0, []]);
  await look();
  await page.unroute('**/assets/*.wasm');
  await readyForOffline(page);
  await look();
  // 7:1, on the light's own ground.
  expect(await light.evaluate((section) => [getComputedStyle(section).backgroundColor, getComputedStyle(section).color])).toEqual(['rgb(7, 84, 59)', 'rgb(234, 255, 247)']);
});

test.runIf(inject('soak'))('counters that nothing renews say of when they are', async ({ visit, site }) => {
  const event = await anEvent(site);
  await sell(site, event, 2);
  const page = await visit({ device: 'phone', expected: CUT_OFF, offline: true });
  await openDoor(page, event);
  await page.getByLabel("Han entrat 0 de 2, 0 en l'últim minut").waitFor();
  await page.context().setOffline(true);
  await page.getByLabel(/^Han entrat 0 de 2, de les \d\d:\d\d$/).waitFor();
  await page.context().setOffline(false);
  await page.getByLabel("Han entrat 0 de 2, 0 en l'últim minut").waitFor();
});
