import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { entryCode } from '#app/features/waiting-list/link.server.ts';
import { anEvent, type EventInput, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, repeatRounds, type TestApp } from '#tests/support/app/test-app.ts';
import { aVoucher } from '#tests/support/app/vouchers.ts';
import { aPaidOrder, aPlacedOrder, cookieOf, order, ownAddress, press, signedIn } from '#tests/support/people/buyers.ts';
import { anEntry, offerTo } from '#tests/support/people/waiting.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => closeInOrder(app));

describe('a link with a code', () => {
  test('leaves the address at once, and the checkout knows the price', async () => {
    const event = await anEvent(app);
    const { code } = await aVoucher(app, admin);
    const answer = await app.ask(`/order/${event.id}?codi=${code}&colla=ABC`, { address: ownAddress(), redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/order/${event.id}?colla=ABC`]);
    expect(answer.headers.getSetCookie().join()).toMatch(/comboi_codi_\d+=.*Max-Age=86400;.*HttpOnly/);
    const checkout = await (await app.ask(`/checkout/${event.id}`, { headers: { Cookie: cookieOf(answer.headers) } })).text();
    expect(checkout).toContain(code);
    // The page of whoever came without it says nothing of it.
    expect(await (await app.ask(`/order/${event.id}`)).text()).not.toContain(code);
  });

  test('that nobody made says so, and sets nothing', async () => {
    const event = await anEvent(app);
    const answer = await app.ask(`/order/${event.id}?codi=ZZZZZZZZZZ`, { address: ownAddress(), redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/order/${event.id}?avis=codi`]);
    expect(answer.headers.getSetCookie().join()).not.toContain('comboi_codi');
  });

  test('typed at the checkout is kept the same way, and can be taken off again', async () => {
    const event = await anEvent(app);
    const { code } = await aVoucher(app, admin);
    const post = (fields: Record<string, string>, cookie = ''): Promise<Response> => app.ask(`/checkout/${event.id}`, { method: 'POST', headers: { Cookie: cookie }, body: new URLSearchParams(fields), address: ownAddress() });
    expect((await post({ intent: 'enter', voucher: '' })).status).toBe(422);
    expect((await post({ intent: 'enter', voucher: 'ZZZZZZZZZZ' })).status).toBe(422);
    const entered = await post({ intent: 'enter', voucher: code.toLowerCase() });
    expect(entered.status).toBe(200);
    expect(cookieOf(entered.headers)).toContain(`comboi_codi_${event.id}=`);
    const forgotten = await post({ intent: 'forget' }, cookieOf(entered.headers));
    expect(forgotten.headers.getSetCookie().join()).toContain('Max-Age=0');
  });

  test('that is spent is said to be so, and takes nothing off any more, but not while its own order waits to be paid', async () => {
    const event = await anEvent(app);
    const { code } = await aVoucher(app, admin, { kind: 'percent', value: 20, uses: 1 });
    const cookie = cookieOf((await app.ask(`/order/${event.id}?codi=${code}`, { address: ownAddress(), redirect: 'manual' })).headers);
    const page = async (): Promise<string> => (await app.ask(`/order/${event.id}`, { headers: { Cookie: cookie } })).text();
    const placed = await aPlacedOrder(app, { event, body: { voucher: code } });
    expect(await page()).toContain('un 20');
    await press(app, placed, 'pay');
    expect(await page()).toContain("Este codi ja s'ha gastat");
    expect(await page()).not.toContain('un 20');
  });

  test('that is a key shows a hidden event to that browser alone, at the public price, and buys once', async () => {
    const event = await anEvent(app, { visibility: 'comision' });
    const { id, code } = await aVoucher(app, admin, { kind: 'unlock', eventIds: [event.id], uses: 1 });
    const answer = await app.ask(`/order/${event.id}?codi=${code}`, { address: ownAddress(), redirect: 'manual' });
    const cookie = cookieOf(answer.headers);
    expect((await app.ask(`/order/${event.id}`, { headers: { Cookie: cookie } })).status).toBe(200);
    expect((await app.ask(`/order/${event.id}`)).status).toBe(404);
    // A key that was never entered opens nothing, however a browser came to it.
    expect((await app.ask(`/order/${event.id}`, { headers: { Cookie: `comboi_clau_${event.id}=${code.replace('-', '')}` } })).status).toBe(404);
    expect((await order(app, { event })).body.code).toBe('EVENT_NOT_FOUND');
    const placed = await aPlacedOrder(app, { event, cookie });
    expect(placed).toMatchObject({ total: 1400, discount: 0 });
    await press(app, placed, 'pay');
    expect(await (await app.ask(`/api/admin/vouchers/${id}`, { headers: { Cookie: admin } })).json()).toMatchObject({ used: 1, worth: 0 });
    expect((await order(app, { event, cookie })).body.code).toBe('VOUCHER_USED_UP');
    expect((await order(app, { event, body: { voucher: code } })).body.code).toBe('VOUCHER_USED_UP');
  });
});

describe('a link with a code for many events', () => {
  const follow = (path: string, cookie = ''): Promise<Response> => app.ask(path, { headers: { Cookie: cookie }, address: ownAddress(), redirect: 'manual' });

  test('leaves the address at once, lists what the visitor may see, and carries the code to what is chosen', async () => {
    const [dinner, lunch, other, ofCommittee] = [await anEvent(app, { title: 'Sopar del codi' }), await anEvent(app, { title: 'Dinar del codi' }), await anEvent(app, { title: 'Un altre acte' }), await anEvent(app, { title: 'Acte de comissió', visibility: 'comision' })];
    const { code } = await aVoucher(app, admin, { eventIds: [dinner.id, lunch.id, ofCommittee.id] });
    const entered = await follow(`/codi?codi=${code}`);
    expect([entered.status, entered.headers.get('location'), entered.headers.get('cache-control')]).toEqual([302, '/codi', 'private, no-store']);
    const cookie = cookieOf(entered.headers);
    const page = await follow('/codi', cookie);
    const text = await page.text();
    expect([page.headers.get('cache-control'), ...[code, dinner.title, lunch.title, other.title, ofCommittee.title].map((word) => text.includes(word))]).toEqual(['private, no-store', true, true, true, false, false]);
    const chosen = await follow(`/codi?acte=${lunch.id}`, cookie);
    expect([chosen.status, chosen.headers.get('location')]).toEqual([302, `/order/${lunch.id}`]);
    expect(await (await follow(`/checkout/${lunch.id}`, cookieOf(chosen.headers))).text()).toContain(code);
    for (const eventId of [other.id, ofCommittee.id]) expect((await follow(`/codi?acte=${eventId}`, cookie)).headers.get('location')).toBeNull();
    const everywhere = cookieOf((await follow(`/codi?codi=${(await aVoucher(app, admin)).code}`)).headers);
    expect((await follow(`/codi?acte=${other.id}`, everywhere)).headers.get('location')).toBe(`/order/${other.id}`);
  });

  test('that is a key opens each of its hidden events; with one of them alone it leads there', async () => {
    const [first, second] = [await anEvent(app, { visibility: 'comision', title: 'Assaig amagat' }), await anEvent(app, { visibility: 'comision' })];
    const { code } = await aVoucher(app, admin, { kind: 'unlock', eventIds: [first.id, second.id] });
    const cookie = cookieOf((await follow(`/codi?codi=${code}`)).headers);
    expect(await (await follow('/codi', cookie)).text()).toContain('Assaig amagat');
    const chosen = await follow(`/codi?acte=${second.id}`, cookie);
    expect((await follow(`/order/${second.id}`, cookieOf(chosen.headers))).status).toBe(200);
    await withdraw(app, second.id);
    expect((await follow('/codi', cookie)).headers.get('location')).toBe(`/order/${first.id}`);
  });

  test('tells what is wrong with it: nobody made it, or it is over', async () => {
    const unknown = await follow('/codi?codi=ZZZZZZZZZZ');
    expect([unknown.headers.get('location'), unknown.headers.getSetCookie().join().includes('comboi_codi')]).toEqual(['/codi?avis=codi', false]);
    const page = await follow('/codi?avis=codi');
    expect([page.status, (await page.text()).includes('No hem trobat cap codi')]).toEqual([404, true]);
    const { code } = await aVoucher(app, admin, { until: '2020-01-01' });
    const over = await follow('/codi', cookieOf((await follow(`/codi?codi=${code}`)).headers));
    expect(await over.text()).toContain('Este codi ja no val');
    expect((await follow('/codi', 'comboi_codi_0=ZZZZZZZZZZ.aaaa')).status).toBe(404);
  });
});

describe('a key to a hidden event', () => {
  const ask = (path: string, cookie = ''): Promise<Response> => app.ask(path, { headers: { Cookie: cookie }, address: ownAddress(), redirect: 'manual' });
  const textAt = async (path: string, cookie = ''): Promise<string> => (await (await ask(path, cookie)).text()).replaceAll('<!-- -->', '');
  const send = (path: string, fields: Record<string, string>, cookie = ''): Promise<Response> => app.ask(path, { method: 'POST', headers: { Cookie: cookie }, body: new URLSearchParams(fields), address: ownAddress() });

  async function aHiddenEvent(input: EventInput): Promise<{ event: EventDetail; key: string; voucherId: string; member: string }> {
    const event = await anEvent(app, { visibility: 'comision', ...input });
    const { id: voucherId, code } = await aVoucher(app, admin, { kind: 'unlock', eventIds: [event.id], uses: 5 });
    return { event, voucherId, key: cookieOf((await ask(`/order/${event.id}?codi=${code}`)).headers), member: await signedIn(app, 'comissio@comboi.test') };
  }

  test('that is sold out shows its card and why, to nobody else, and joins its waiting list', async () => {
    const { event, key, member } = await aHiddenEvent({ title: 'Sopar amagat i ple', maxTickets: 2 });
    await aPaidOrder(app, { event, quantity: 2, cookie: member });
    const list = `/tickets?event=${event.id}`;
    expect((await ask(`/order/${event.id}`, key)).headers.get('location')).toBe(list);
    expect(await textAt(list)).not.toContain(event.title);
    const html = await textAt(list, key);
    for (const words of [`<title>${event.title}`, `Entrades esgotades: «${event.title}»`, 'Apunta&#x27;t amb «Avisa&#x27;m»', `href="/avisam/${event.id}"`]) expect(html).toContain(words);
    expect(await textAt(list)).not.toContain(event.title);

    const fields = { places: '2', email: 'amb-clau@example.com' };
    expect([(await ask(`/avisam/${event.id}`)).status, (await send(`/avisam/${event.id}`, fields)).status]).toEqual([404, 404]);
    expect((await ask(`/avisam/${event.id}`, key)).status).toBe(200);
    expect((await send(`/avisam/${event.id}`, fields, key)).headers.get('location')).toBe(`/avisam/${event.id}?enviat=1`);
    const waiting = await app.db.query.selectFrom('waitingParties').select(['id', 'email', 'places']).where('eventId', '=', event.id).execute();
    expect(waiting).toEqual([{ id: expect.any(String), email: fields.email, places: 2 }]);
  });

  test('opens an offer of its waiting list; without it the offer says what to open first', async () => {
    const { event, key, member } = await aHiddenEvent({ maxTickets: 2 });
    const sold = await aPlacedOrder(app, { event, quantity: 2, cookie: member });
    const entry = await anEntry(app, event, 1);
    await press(app, sold, 'cancel');
    await offerTo(app, entry);
    const own = `/avisam/lloc?codi=${entryCode(app.deps, entry)}`;
    const [opened, shut] = [await textAt(own, key), await textAt(own)];
    expect([opened, shut].map((page) => [page.includes('Comprar les entrades'), page.includes('obri abans l&#x27;enllaç amb el teu codi')])).toEqual([[true, false], [false, true]]);
    const withOffer = `${key}; ${cookieOf((await ask(own, key)).headers)}`;
    expect((await ask(`/order/${event.id}`, withOffer)).status).toBe(200);
  });

  test('opens what its page offers, its picture, the calendar file and the places that are left, to nobody else, until it is ended', async () => {
    const { event, key, voucherId } = await aHiddenEvent({ title: 'Concert amagat', maxTickets: 4 });
    const offered = [`/api/events/${event.id}`, `/api/events/${event.id}/calendar`, `/api/events/${event.id}/live`, new URL(event.picture).pathname];
    expect(await textAt(`/order/${event.id}`, key)).toContain(`href="/api/events/${event.id}/calendar"`);
    const other = await aHiddenEvent({});
    for (const path of offered) {
      const known = await ask(path, key);
      expect([path, known.status, known.headers.get('cache-control')]).toEqual([path, 200, expect.stringMatching(/^private, no-(store|cache)$/)]);
      const strangers = ['', other.key, `comboi_clau_${event.id}=planted.aaaa`, await signedIn(app, 'soci@comboi.test')];
      expect([path, ...(await Promise.all(strangers.map(async (cookie) => (await ask(path, cookie)).status)))]).toEqual([path, 404, 404, 404, 404]);
    }
    expect(await (await ask(`/api/events/${event.id}`, key)).json()).toMatchObject({ title: event.title, visibility: 'comision', saleStatus: 'open' });
    expect(await (await ask(`/api/events/${event.id}/calendar`, key)).text()).toContain(`SUMMARY:${event.title}`);
    expect(await (await ask(`/api/events/${event.id}/live`, key)).json()).toMatchObject({ remaining: 4 });
    expect(await (await ask('/api/events', key)).text()).not.toContain(event.title);

    expect((await app.ask(`/api/admin/vouchers/${voucherId}`, { method: 'DELETE', headers: { Cookie: admin } })).status).toBe(204);
    expect(await Promise.all(offered.map(async (path) => (await ask(path, key)).status))).toEqual([404, 404, 404, 404]);
  });

  test('is told live what is left, and nothing more once it is ended', async () => {
    await vi.waitUntil(() => app.deps.changes.isListening(), { timeout: 60_000 });
    const { event, key, member, voucherId } = await aHiddenEvent({ maxTickets: 4 });
    const answer = await app.ask(`/api/events/${event.id}/live`, { headers: { Accept: 'text/event-stream', Cookie: key }, address: ownAddress() });
    const received: string[] = [];
    const reading = answer.body!.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ write: (text) => void received.push(text) }));
    await using _rounds = repeatRounds(app, 'live places', 20);
    await vi.waitFor(() => expect(received.join('')).toContain('"remaining":4'), { timeout: 60_000 });
    await aPlacedOrder(app, { event, quantity: 1, cookie: member });
    await vi.waitFor(() => expect(received.join('')).toContain('"remaining":3'), { timeout: 60_000 });
    await app.ask(`/api/admin/vouchers/${voucherId}`, { method: 'DELETE', headers: { Cookie: admin } });
    await aPlacedOrder(app, { event, quantity: 1, cookie: member });
    await reading;
    expect(received.join('')).not.toContain('"remaining":2');
  });

  test('that is closed shows its card and until when it was sold', async () => {
    const { event, key } = await aHiddenEvent({ title: 'Sopar amagat i tancat', saleEndDate: '2020-01-01' });
    const list = `/tickets?event=${event.id}`;
    expect((await ask(`/order/${event.id}`, key)).headers.get('location')).toBe(list);
    expect(await textAt(list, key)).toContain("La venda s&#x27;ha tancat: es podia comprar fins 1 de gener, 2020 a les 23:59.");
    expect(await textAt(list)).not.toContain(event.title);
  });

  test('knows the colles that sit there, by their codes', async () => {
    const { event, key, member } = await aHiddenEvent({ groups: true });
    const { group } = await aPaidOrder(app, { event, cookie: member, body: { group: { name: 'Els amagats' } } });
    const paths = [`/api/groups/${group!.code}`, `/colla/${group!.code}`, `/order/${event.id}?colla=${group!.code}`];
    for (const path of paths) {
      const [known, unknown] = [await ask(path, key), await ask(path)];
      expect([path, known.status, (await known.text()).includes('Els amagats'), unknown.status]).toEqual([path, 200, true, 404]);
    }
  });
});
