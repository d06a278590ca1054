import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { addDays, daysBetween } from '#app/domain/time/dates.ts';
import { examineDebts } from '#app/features/doctor/doctor.server.ts';
import { renderEventChangedMail, renderEventWithdrawnMail, renderRefundMail } from '#app/features/tickets/service.server.ts';
import { messageOf } from '#tests/support/app/admin-pages.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aftermathOf } from '#tests/support/app/sandbox-ledger.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, aPlacedOrder, aTicket, aTicketWith, post, refreshOrder, signedIn } from '#tests/support/people/buyers.ts';
import { admit, aDoorkeeper } from '#tests/support/people/scanners.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let app: TestApp;
let admin: string;
let drawer: string;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
  drawer = await anOpenDrawer('Casal');
});
afterAll(() => closeInOrder(app));

async function anOpenDrawer(name: string): Promise<string> {
  return ((await post(app, '/api/admin/till/sessions', { body: { float: 50_000, name }, headers: { Cookie: admin } })).body as unknown as { id: string }).id;
}

async function aTillOrder(event: EventDetail, more: Record<string, unknown> = {}): Promise<string> {
  const body = { eventId: event.id, category: 'public', means: 'cash', tickets: [aTicket(event)], ...more };
  return ((await post(app, `/api/admin/till/sessions/${drawer}/sales`, { body, headers: { Cookie: admin } })).body as unknown as { orderId: string }).orderId;
}

async function send(path: string, fields: Record<string, string> | [string, string][], cookie = admin): Promise<Response> {
  return app.ask(path, { method: 'POST', body: new URLSearchParams(fields), headers: { Cookie: cookie } });
}

/** One line of text, as a reader finds it. */
async function pageAt(path: string, cookie = admin): Promise<string> {
  const answer = await app.ask(path, { headers: { Cookie: cookie } });
  return (await answer.text()).replaceAll(/<!-- -->|\u00a0/g, (found) => (found === '\u00a0' ? ' ' : '')).replaceAll('&#x27;', "'").replaceAll('&nbsp;', ' ');
}

async function withdraw(event: EventDetail, words: string): Promise<Response> {
  return send(`/admin/events/plans/${event.id}?canvi=retirar`, { intent: 'withdraw', id: app.deps.ids.uuid(), words });
}

async function settle(): Promise<void> {
  await app.round('withdrawals');
  for (let round = 0; round < 4; round += 1) {
    app.clock.advance(MINUTE_MS);
    await app.round('refunds');
  }
}

async function ticketsIn(pdf: Uint8Array): Promise<string[]> {
  const document = await getDocument({ data: Uint8Array.from(pdf), verbosity: 0 }).promise;
  const pages = await Promise.all(Array.from({ length: document.numPages }, async (_, index) => (await (await document.getPage(index + 1)).getTextContent()).items));
  return [...new Set(pages.flat().flatMap((item) => ('str' in item ? (/ORD-\d+-\d+-T\d+/.exec(item.str) ?? []) : [])))];
}

async function mailsOf(orderIds: readonly string[], kinds: readonly string[]) {
  return app.db.query.selectFrom('mails').select(['id', 'kind', 'orderId', 'announcementId', 'recipient', 'detail', 'createdAt']).where('orderId', 'in', [...orderIds]).where('kind', 'in', [...kinds]).execute();
}

const refundOwed = (orders: readonly string[], where: string) => send('/admin/owed', [['intent', 'give-back'], ...orders.map((id): [string, string] => ['order', id]), ['means', 'cash'], ['drawer', where]]);

describe('a dinner that is withdrawn', () => {
  test('goes back by card by itself, and what was paid by hand stays owed until somebody has ticked it', async () => {
    const event = await anEvent(app, { title: 'Sopar de vent' });
    const online = [await aPaidOrder(app, { event, quantity: 2 }), await aPaidOrder(app, { event })];
    const free = await aPlacedOrder(app, { event, cookie: admin });
    const sold = [await aTillOrder(event, { email: 'neus@example.com' }), await aTillOrder(event), await aTillOrder(event)];

    const before = await pageAt(`/admin/events/plans/${event.id}?canvi=retirar`);
    expect(before).toMatch(/Torna per targeta<\/dt><dd>42,00 €/);
    expect(before).toMatch(/Es deu en mà<\/dt><dd>42,00 €/);
    expect((await withdraw(event, 'El vent ha trencat la carpa.')).status).toBe(303);
    await settle();

    for (const placed of online) expect(await aftermathOf(app, placed)).toMatchObject({ status: 'refunded', refunds: [{ reason: 'event_cancelled' }] });
    expect(await soldOf(app, event.id)).toBe(0);
    expect(await pageAt('/admin')).toContain('Retirat: falta tornar en mà');
    expect(await pageAt('/admin/payments')).toContain('Es deuen 42,00 € en mà');
    expect(await examineDebts(app.db.query)).toEqual(['42.00 EUR are owed by hand to 3 orders of Sopar de vent: see /admin/owed.']);
    expect(await pageAt('/admin/till?totes')).toContain('Es deuen 42,00 € en mà');
    expect(await pageAt(`/admin/owed?event=${event.id}`)).toContain('42,00 € a 3 comandes');

    // One out of a drawer, the others noted by an admin; nothing twice.
    expect(messageOf(await refundOwed([sold[0]!], drawer))).toContain('Apuntat: 14,00');
    expect(messageOf(await refundOwed(sold, 'cap'))).toMatch(/Apuntat: 28,00.*de 2 comandes.*1 ja estava tornada/);
    expect(await pageAt(`/admin/owed?event=${event.id}`)).toContain('No es deu res en mà');
    expect(await pageAt('/admin')).not.toContain('falta tornar en mà');
    expect(await pageAt('/admin/payments')).toContain('Tot quadra');
    expect(await examineDebts(app.db.query)).toEqual([]);

    const [refund] = await mailsOf([online[0]!.orderId], ['refund']);
    const rendered = (await renderRefundMail(app.deps, refund!))!;
    expect(rendered.subject).toMatch(/^S'ha cancel·lat «Sopar de vent»: et tornem 28,00/);
    expect(rendered.text).toContain('El vent ha trencat la carpa.');
    const withdrawn = await mailsOf([free.orderId, ...sold], ['event_withdrawn']);
    expect(withdrawn.map(({ recipient }) => recipient).toSorted()).toEqual(['admin@comboi.test', 'neus@example.com']);
    for (const mail of withdrawn) expect((await renderEventWithdrawnMail(app.deps, mail))!.text).toContain('El vent ha trencat la carpa.');
    // Everything that was written counts for the progress of this withdrawal.
    expect(await pageAt(`/admin/events/plans/${event.id}`)).toContain('0 de 4 correus enviats');
  });

  test('asks for words, shows the mail before anything happens, and keeps what was typed', async () => {
    const event = await anEvent(app, { title: 'Sopar en dubte' });
    await aPaidOrder(app, { event });
    const empty = await send(`/admin/events/plans/${event.id}?canvi=retirar`, { intent: 'withdraw', id: app.deps.ids.uuid(), words: '' });
    expect(await empty.text()).toContain('Escriu què ha passat');
    const preview = await send(`/admin/events/plans/${event.id}?canvi=retirar`, { intent: 'withdraw', id: app.deps.ids.uuid(), words: 'Plou a bots i barrals.', next: 'preview' });
    const html = await preview.text();
    expect(preview.status).toBe(200);
    expect(html).toContain('Va a 1 comanda');
    expect(html.match(/Plou a bots i barrals\./g)?.length).toBeGreaterThanOrEqual(2);
    expect((await app.db.query.selectFrom('events').select('withdrawnAt').where('id', '=', event.id).executeTakeFirstOrThrow()).withdrawnAt).toBeNull();
  });

  test('pays nobody twice when two people tick the same list at the same moment', async () => {
    const event = await anEvent(app);
    const sold = await Promise.all([aTillOrder(event), aTillOrder(event), aTillOrder(event)]);
    await withdraw(event, 'No es fa.');
    await settle();
    const answers = await Promise.all([refundOwed(sold, drawer), refundOwed(sold, 'cap'), refundOwed(sold, drawer)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const refunds = await app.db.query.selectFrom('refunds').select('amount').where('orderId', 'in', sold).execute();
    expect(refunds.map(({ amount }) => amount)).toEqual([1400, 1400, 1400]);
  });

  test('is given back only out of a drawer that is open, or by an admin', async () => {
    const event = await anEvent(app);
    const order = await aTillOrder(event);
    await withdraw(event, 'No es fa.');
    await settle();
    const closed = await anOpenDrawer('Porta');
    await post(app, `/api/admin/till/sessions/${closed}/close`, { body: { counted: { cash: 50_000, terminal: 0, bizum: 0 } }, headers: { Cookie: admin } });
    expect(await (await refundOwed([order], closed)).text()).toContain('Eixa caixa ja està tancada');
    const cashier = await signedIn(app, 'taquilla@comboi.test');
    const form: [string, string][] = [['intent', 'give-back'], ['order', order], ['means', 'cash'], ['drawer', 'cap']];
    expect((await send('/admin/owed', form, cashier)).status).toBe(403);
    expect(await pageAt('/admin/owed', cashier)).not.toContain('Sense caixa');
    expect(await (await send('/admin/owed', [['intent', 'give-back'], ['means', 'cash'], ['drawer', drawer]])).text()).toContain('Marca abans');
    expect(messageOf(await refundOwed([order], drawer))).toContain('14,00');
  });
});

describe('a dinner that is moved', () => {
  async function move(event: EventDetail, change: { date: string; words: string; chooseUntil: string; next?: string }): Promise<Response> {
    const { version } = await app.db.query.selectFrom('events').select('version').where('id', '=', event.id).executeTakeFirstOrThrow();
    return send(`/admin/events/plans/${event.id}`, { intent: 'move', id: app.deps.ids.uuid(), version: String(version), time: event.time, location: 'Casal', ...change });
  }
  const dayIn = (days: number): string => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const choose = (orderId: string, intent: 'conservar' | 'tornar') => app.ask(`/canvi-de-plans?order_id=${orderId}`, { method: 'POST', body: new URLSearchParams({ intent }) });

  test('keeps its tickets, and whoever had paid may give them back until the day that was set', async () => {
    const event = await anEvent(app, { title: 'Sopar mogut', description: 'Sopar.' });
    const [card, keeper, silent] = [await aPaidOrder(app, { event }), await aPaidOrder(app, { event }), await aPaidOrder(app, { event })];
    const hand = await aTillOrder(event, { email: 'neus@example.com' });
    app.clock.advance(MINUTE_MS);
    expect((await move(event, { date: dayIn(40), words: 'Ens han llevat la plaça.', chooseUntil: dayIn(5) })).status).toBe(303);
    app.clock.advance(MINUTE_MS);
    const late = await aPaidOrder(app, { event });

    const [mail, ...others] = await mailsOf([card.orderId], ['event_changed']);
    expect(others).toEqual([]);
    const rendered = (await renderEventChangedMail(app.deps, mail!))!;
    expect(rendered.subject).toMatch(/de «Sopar mogut» ha/);
    expect(rendered.text).toContain('Ens han llevat la plaça.');
    expect(rendered.text).toContain(`/canvi-de-plans?order_id=${card.orderId}`);

    expect(await pageAt(`/canvi-de-plans?order_id=${card.orderId}`, '')).toContain('Els torne: 14,00 € a la targeta');
    expect(await pageAt(`/payment-success?order_id=${card.orderId}`, '')).toContain('/canvi-de-plans?order_id=');
    expect((await choose(card.orderId, 'tornar')).status).toBe(303);
    expect((await choose(hand, 'tornar')).status).toBe(303);
    expect((await choose(keeper.orderId, 'conservar')).status).toBe(303);
    // Bought after the news, so that there was nothing to choose.
    expect((await choose(late.orderId, 'tornar')).headers.get('Location')).toContain('/payment-success');
    await settle();

    expect(await aftermathOf(app, card)).toMatchObject({ status: 'refunded', tickets: ['refunded'], refunds: [{ reason: 'requested', amount: 1400 }] });
    expect(await pageAt(`/admin/owed?event=${event.id}`)).toContain('14,00 € a 1 comanda');
    expect(await pageAt(`/admin/events/day/${event.id}`)).toContain('Es deuen 14,00 € en mà');
    const lists = await Promise.all([1, 2, 3, 4].map((page) => pageAt(`/admin?acts=coming&page=${page}`)));
    expect(lists.filter((list) => list.includes(`/admin/owed?event=${event.id}`)).length).toBeGreaterThan(0);
    const [gaveBack] = await mailsOf([hand], ['event_withdrawn']);
    expect((await renderEventWithdrawnMail(app.deps, gaveBack!))!.subject).toContain('Has tornat els tiquets: Sopar mogut');
    expect(await soldOf(app, event.id)).toBe(3);
    expect(await pageAt(`/admin/events/plans/${event.id}`)).toContain('1 els conserven, 2 els tornen');

    app.clock.advance(6 * DAY_MS);
    admin = await signedIn(app, 'admin@comboi.test');
    expect((await choose(silent.orderId, 'tornar')).status).toBe(409);
    expect((await choose(keeper.orderId, 'tornar')).status).toBe(409);
    await app.round('withdrawals');
    expect(await aftermathOf(app, silent)).toMatchObject({ status: 'paid', tickets: ['active'], refunds: [] });
    expect(messageOf(await refundOwed([hand], drawer))).toContain('14,00');
    expect(await pageAt(`/admin/events/day/${event.id}`)).not.toContain('en mà');
  });

  test('offers nothing to give back to whoever paid nothing', async () => {
    const event = await anEvent(app, { title: 'Vermut mogut', description: 'Vermut.', dishes: { Aigua: [0, 0, 0], Vermut: [400, 400, 400] } });
    const [free, paid] = [await aPlacedOrder(app, { event, tickets: [aTicketWith(event, 'Aigua')] }), await aPaidOrder(app, { event, tickets: [aTicketWith(event, 'Vermut')] })];
    app.clock.advance(MINUTE_MS);
    expect((await move(event, { date: dayIn(40), words: 'Plou.', chooseUntil: dayIn(5) })).status).toBe(303);
    const texts = await Promise.all([free, paid].map(async ({ orderId }) => (await renderEventChangedMail(app.deps, (await mailsOf([orderId], ['event_changed']))[0]!))!.text));
    expect(texts.map((text) => [text.includes('Plou.'), text.includes('/canvi-de-plans')])).toEqual([[true, false], [true, true]]);
  });

  test('once some are in, encloses and calls valid the unused tickets alone, and says beforehand how many are in', async () => {
    const event = await anEvent(app, { title: 'Sopar interromput', description: 'Sopar.' });
    const warned = async () => (await pageAt(`/admin/events/plans/${event.id}`)).match(/Ja h[^<]*entrat [^<]*|Si canvia el dia, els? seus? tiquets?/g);
    expect(await warned()).toBeNull();
    const [half, whole, all] = [await aPaidOrder(app, { event, quantity: 3 }), await aPaidOrder(app, { event }), await aPaidOrder(app, { event })];
    const tickets = (await refreshOrder(app, half.orderId)).tickets;
    const [left, ...used] = [tickets[0]!, tickets[1]!, tickets[2]!, ...(await refreshOrder(app, all.orderId)).tickets];
    const door = await aDoorkeeper(app);
    await admit(app, door, { ticketId: used[0]!.id, eventId: event.id });
    expect(await warned()).toEqual(['Ja ha entrat 1 persona', 'Si canvia el dia, el seu tiquet']);
    for (const { id: ticketId } of used.slice(1)) await admit(app, door, { ticketId, eventId: event.id });
    expect(await warned()).toEqual(['Ja han entrat 3 persones', 'Si canvia el dia, els seus tiquets']);
    app.clock.advance(MINUTE_MS);
    await move(event, { date: dayIn(40), words: 'Ha plogut.', chooseUntil: dayIn(5) });

    const mails = await mailsOf([half, whole, all].map(({ orderId }) => orderId), ['event_changed']);
    expect(mails.map(({ orderId }) => orderId).toSorted()).toEqual([half.orderId, whole.orderId].toSorted());
    const rendered = (await renderEventChangedMail(app.deps, mails.find(({ orderId }) => orderId === half.orderId)!))!;
    for (const { text, attachments } of [rendered, (await renderEventChangedMail(app.deps, mails.find(({ orderId }) => orderId === whole.orderId)!))!]) {
      expect(text.includes("Els que ja s'han usat per a entrar no tornen a valdre."), text).toBe(text === rendered.text);
      expect(attachments.map(({ contentType }) => contentType.split(';')[0])).toEqual(['application/pdf', 'text/calendar']);
    }
    expect(rendered.text).toContain("El tiquet que encara no s'ha usat continua sent vàlid");
    expect(rendered.text).toContain("pots tornar els tiquets que no s'han usat");
    expect(rendered.text).not.toContain('Els teus tiquets continuen sent vàlids');
    expect(await ticketsIn(rendered.attachments[0]!.content)).toEqual([left!.ticketNumber]);

    await admit(app, door, { ticketId: left!.id, eventId: event.id });
    expect(await renderEventChangedMail(app.deps, mails.find(({ orderId }) => orderId === half.orderId)!)).toBeNull();
  });

  test('takes its deadlines along, to an earlier day too', async () => {
    const event = await anEvent(app, { description: 'Sopar.', saleEndDate: dayIn(28), kitchenDeadline: new Date(app.clock.now().getTime() + 28 * DAY_MS) });
    expect((await move(event, { date: dayIn(20), words: 'Abans que la pluja.', chooseUntil: '' })).status).toBe(303);
    const moved = await app.db.query.selectFrom('events').select(['eventDate', 'saleEndDate', 'kitchenDeadline']).where('id', '=', event.id).executeTakeFirstOrThrow();
    const days = daysBetween(event.date, moved.eventDate);
    expect(moved).toMatchObject({ eventDate: dayIn(20), saleEndDate: addDays(dayIn(28), days) });
    expect(Math.abs(moved.kitchenDeadline!.getTime() - app.clock.now().getTime() - (28 + days) * DAY_MS)).toBeLessThanOrEqual(60 * MINUTE_MS);
  });

  test.each(['', 'preview'])('is refused where a deadline would be over at once, and keeps what was typed (next: %s)', async (next) => {
    const event = await anEvent(app, { description: 'Sopar.', kitchenDeadline: new Date(app.clock.now().getTime() + 20 * DAY_MS) });
    const refused = await move(event, { date: dayIn(5), words: 'Abans que la pluja.', chooseUntil: '', next });
    expect(refused.status).toBe(409);
    const page = await refused.text();
    expect(page).toContain('el termini de la cuina ja hauria passat');
    expect(page).toContain('Abans que la pluja.');
  });

  test('is answered once: giving back twice, or keeping and giving back at the same moment, gives the money back once', async () => {
    const event = await anEvent(app, { description: 'Sopar.' });
    const paid = await aPaidOrder(app, { event });
    app.clock.advance(MINUTE_MS);
    await move(event, { date: dayIn(40), words: 'Canvi.', chooseUntil: dayIn(5) });
    const answers = await Promise.all([choose(paid.orderId, 'tornar'), choose(paid.orderId, 'tornar'), choose(paid.orderId, 'tornar')]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    await Promise.all([app.round('withdrawals'), app.round('withdrawals')]);
    expect((await choose(paid.orderId, 'conservar')).status).toBe(409);
    await settle();
    expect(await aftermathOf(app, paid)).toMatchObject({ status: 'refunded', refunds: [{ amount: 1400 }], refunded: [1400] });
  });

  test('leaves a choice only until a day that comes, before the event', async () => {
    const event = await anEvent(app, { description: 'Sopar.' });
    for (const [chooseUntil, problem] of [[dayIn(-1), 'Ha de ser hui o un dia que vinga'], [dayIn(60), "No pot ser després de l'acte"]] as const) {
      const answer = await move(event, { date: dayIn(40), words: 'Canvi.', chooseUntil });
      expect(answer.status).toBe(409);
      expect((await answer.text()).replaceAll('&#x27;', "'")).toContain(problem);
    }
  });
});

describe('a hall that shrinks', () => {
  async function shrink(event: EventDetail, places: number, words = ''): Promise<Response> {
    const { version } = await app.db.query.selectFrom('events').select('version').where('id', '=', event.id).executeTakeFirstOrThrow();
    return send(`/admin/events/plans/${event.id}?canvi=reduir`, { intent: 'shrink', id: app.deps.ids.uuid(), version: String(version), places: String(places), words, chooseUntil: '' });
  }

  test('never has fewer places than are sold and held, and says how many it needs', async () => {
    const event = await anEvent(app, { maxTickets: 50, description: 'Sopar.' });
    await aPaidOrder(app, { event, quantity: 3 });
    await aPlacedOrder(app, { event, quantity: 2 });
    expect(await (await shrink(event, 4)).text()).toContain('Com a mínim 5');
    expect((await shrink(event, 5)).status).toBe(303);
    const { maxTickets } = await app.db.query.selectFrom('eventStock').select('maxTickets').where('eventId', '=', event.id).executeTakeFirstOrThrow();
    expect(maxTickets).toBe(5);
    expect(await app.db.query.selectFrom('mails').select('id').where('kind', '=', 'event_changed').where('orderId', 'in', app.db.query.selectFrom('orders').select('id').where('eventId', '=', event.id)).execute()).toEqual([]);
  });
});

describe('writing to whoever has tickets', () => {
  const write = (event: EventDetail, more: Record<string, string> = {}) => send(`/admin/events/messages/${event.id}`, { intent: 'message', id: app.deps.ids.uuid(), subject: 'Porteu cadira', body: 'Enguany no en tindrem prou.', ...more });

  test('shows the mail, sends a test to oneself alone, and writes once to every order with a valid ticket', async () => {
    const event = await anEvent(app, { title: 'Berenar' });
    const [one, other] = [await aPaidOrder(app, { event }), await aPaidOrder(app, { event, body: { email: 'vicent@example.com' } })];
    await aPlacedOrder(app, { event });
    const nobody = await aTillOrder(event);
    const orders = [one.orderId, other.orderId, nobody];

    expect(await (await write(event, { next: 'preview' })).text()).toContain('Porteu cadira: Berenar (ORD-0000000000-0000)');
    expect(await (await write(event, { next: 'test' })).text()).toContain('La prova va de camí a admin@comboi.test');
    expect(await mailsOf(orders, ['announcement'])).toEqual([]);

    const id = app.deps.ids.uuid();
    const answers = await Promise.all([write(event, { id }), write(event, { id })]);
    expect(answers.map(messageOf).toSorted()).toEqual([expect.stringContaining('Este avís ja estava enviat'), expect.stringContaining('Ixen 2 correus')]);
    expect((await mailsOf(orders, ['announcement'])).map(({ recipient }) => recipient).toSorted()).toEqual(['ramon@example.com', 'vicent@example.com']);

    await app.db.query.updateTable('mails').set({ status: 'failed', failure: 'no_mailbox' }).where('orderId', '=', other.orderId).where('kind', '=', 'announcement').execute();
    const page = await pageAt(`/admin/events/messages/${event.id}`);
    expect(page).toContain('0 de 2 correus enviats, 1 va de camí, 1 no ha arribat.');
    expect(page).toContain('1 comanda sense correu');
    expect(page).toMatch(/No els ha arribat.*vicent@example\.com/s);
  });

  test('needs words, and somebody to read them', async () => {
    const event = await anEvent(app);
    expect(await (await write(event, { subject: '' })).text()).toContain("Escriu l&#x27;assumpte");
    expect(await (await write(event)).text()).toContain('no hi ha ningú amb tiquets');
  });
});
