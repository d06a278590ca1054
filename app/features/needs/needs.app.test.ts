import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import type { DoorAnswer } from '#app/domain/door/answer.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { anEvent, changeEvent, PAELLA } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { createLogger } from '#app/platform/adapters/log.server.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, aTicketWith, order, press, refreshOrder, signedIn } from '#tests/support/people/buyers.ts';
import { give, take } from '#tests/support/people/transfers.ts';
import { aDoorkeeper, ask, type AtTheDoor } from '#tests/support/people/scanners.ts';
import { figure } from '#tests/support/reporting/counts.ts';

import { erasePersonalData } from '../personal-data/service.server.ts';

const DAY_MS = 24 * 3_600_000;
const SENT = { codes: ['milk', 'accessible'], other: 'kiwi de Nules', firstName: 'Xaro', consent: true };

let app: TestApp;
let admin: string;
let cook: AtTheDoor;
let event: EventDetail;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
  cook = await aDoorkeeper(app, { device: 'Cuina · c1' });
  event = await aSupper();
});
afterAll(() => closeInOrder(app));

async function aSupper(): Promise<EventDetail> {
  const made = await anEvent(app, { description: 'Sopar al casal.', dishes: { Arnadí: PAELLA, Paella: PAELLA }, contents: { Arnadí: { allergens: ['milk'], diets: ['vegetarian'] } }, asksNeeds: true });
  await changeEvent(app, made.id, { exitReentry: false, kitchenService: true });
  return made;
}

interface Sold {
  orderId: string;
  orderNumber: string;
  /** Of its first ticket. */
  id: string;
  ticketNumber: string;
}

async function sold(of: EventDetail, needs: object | undefined = SENT, email = 'needs@example.com'): Promise<Sold> {
  const paid = await aPaidOrder(app, { event: of, tickets: [{ ...aTicketWith(of, 'Arnadí'), ...(needs && { needs }) }], body: { email } });
  const [ticket] = (await refreshOrder(app, paid.orderId)).tickets;
  return { orderId: paid.orderId, orderNumber: paid.orderNumber, id: ticket!.id, ticketNumber: ticket!.ticketNumber };
}

const storedOf = (ticketId: string) => app.db.query.selectFrom('ticketNeeds').selectAll().where('ticketId', '=', ticketId).executeTakeFirst();

async function page(path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  const response = await app.ask(path, init);
  return { status: response.status, text: (await response.text()).replaceAll('<!-- -->', '') };
}

const asAdmin = (path: string) => page(path, { headers: { Cookie: admin } });
const scan = (mode: 'enter' | 'serve', qrData: string) => ask<DoorAnswer>(app, cook, { path: '/api/tickets/verify', body: { qrData, eventId: event.id, mode, device: cook.device } });
const post = (path: string, fields: [string, string][]) => page(path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

describe('at the order', () => {
  test('needs come with their consent, and without it nothing is sold', async () => {
    for (const needs of [{ codes: ['milk'] }, { codes: ['milk'], consent: false }, { codes: [], other: 'kiwi' }]) {
      const refused = await order(app, { event, tickets: [{ ...aTicketWith(event, 'Paella'), needs }] });
      expect([refused.status, refused.body.code]).toEqual([422, 'CONSENT_REQUIRED']);
    }
    const unknown = await order(app, { event, tickets: [{ ...aTicketWith(event, 'Paella'), needs: { codes: ['water'], consent: true } }] });
    expect([unknown.status, unknown.body.code]).toEqual([422, 'INVALID_SELECTION']);
    const { id } = await sold(event, { ...SENT, forOther: true });
    expect(await storedOf(id)).toMatchObject({ codes: ['milk', 'accessible'], other: 'kiwi de Nules', firstName: 'Xaro', forOther: true, consentVersion: '2026-11', consentedAt: app.clock.now(), erasedAt: null });
  });

  test('an empty answer is none, and asks for no consent', async () => {
    const { id } = await sold(event, { codes: [], other: ' ' });
    expect(await storedOf(id)).toBeUndefined();
  });

  test('what was said of a dish stays on the ticket, and of one that nobody spoke of nothing is said', async () => {
    const of = await aSupper();
    const { id } = await sold(of);
    await app.db.query.updateTable('eventSectionItems').set({ allergens: ['eggs'] }).where('name', '=', 'Arnadí').execute();
    const { menuSelection } = await app.db.query.selectFrom('tickets').select('menuSelection').where('id', '=', id).executeTakeFirstOrThrow();
    expect(menuSelection[0]!.items[0]).toMatchObject({ name: 'Arnadí', allergens: ['milk'], diets: ['vegetarian'] });
    const detail = (await (await app.ask(`/api/events/${of.id}`)).json()) as EventDetail;
    expect(detail.sections[0]!.items.map(({ name, allergens, diets }) => [name, allergens, diets])).toEqual([['Arnadí', ['eggs'], ['vegetarian']], ['Paella', null, []]]);
  });
});

describe('what somebody needs', () => {
  test('is told to whoever serves, to the kitchen, and to nobody else', async () => {
    const { id, ticketNumber, orderId } = await sold(event, { codes: ['lupin'], other: 'xirivia escaldada', firstName: 'Deslliurada', consent: true });
    await app.round('outbox');
    expect((await scan('serve', id)).body.ticket?.needs).toEqual({ codes: ['lupin'], other: 'xirivia escaldada' });
    const kitchen = await asAdmin(`/admin/necessitats/${event.id}`);
    for (const word of ['sense tramussos', 'xirivia escaldada', 'Deslliurada', ticketNumber.slice(-7)]) expect(kitchen.text).toContain(word);

    const elsewhere: Record<string, string> = {
      enter: JSON.stringify((await scan('enter', id)).body),
      used: JSON.stringify((await ask(app, cook, { path: '/api/tickets/use', body: { ticketId: id, nonce: app.deps.ids.uuid(), eventId: event.id, device: cook.device } })).body),
      'offline list': JSON.stringify((await ask(app, cook, { path: `/api/door/${event.id}/list` })).body),
      order: JSON.stringify(await refreshOrder(app, orderId)),
      mails: await (await app.ask('/dev/mail.json')).text(),
      'kitchen by api': (await asAdmin(`/api/admin/events/${event.id}/kitchen`)).text,
      'kitchen sheet': (await asAdmin(`/admin/kitchen/${event.id}`)).text,
      'kitchen file': (await asAdmin(`/api/admin/events/${event.id}/kitchen.csv`)).text,
      orders: (await asAdmin(`/api/admin/orders?eventId=${event.id}`)).text,
      'order of an admin': (await asAdmin(`/admin/orders/${orderId}`)).text,
      'file of orders': (await asAdmin(`/api/admin/events/${event.id}/export.csv?kind=orders`)).text,
      'file of tickets': (await asAdmin(`/api/admin/events/${event.id}/export.csv?kind=tickets`)).text,
      'page after paying': (await page(`/payment-success?order_id=${orderId}`)).text,
      'search at the door': JSON.stringify((await ask(app, cook, { path: `/api/door/${event.id}/search?q=${ticketNumber.slice(-9)}` })).body),
    };
    const words = ['lupin', 'tramussos', 'xirivia', 'Deslliurada'];
    const leaks = Object.entries(elsewhere).flatMap(([where, text]) => words.filter((word) => text.includes(word)).map((word) => `${where}: ${word}`));
    expect(leaks).toEqual([]);

    const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.db.query);
    const inTables: string[] = [];
    for (const { name } of tables) {
      const found = await sql`select from ${sql.table(name)} as t where t::text ~* '\\ylupin\\y|xirivia|deslliurada' limit 1`.execute(app.db.query);
      if (found.rows.length > 0) inTables.push(name);
    }
    figure('V1 places beside the kitchen and the counter where a need was found', leaks.length + inTables.length - 1);
    expect(inTables).toEqual(['ticket_needs']);
  });

  test('is written nowhere by the log of the server', async () => {
    const lines: string[] = [];
    const log = createLogger({ level: 'trace', pretty: false, to: { write: (line: string) => void lines.push(line) } });
    const own = await aTestApp({ deps: () => ({ log }) });
    try {
      const of = await anEvent(own, { asksNeeds: true });
      const paid = await aPaidOrder(own, { event: of, tickets: [{ ...aTicketWith(of, 'Paella'), needs: { codes: ['lupin'], other: 'xirivia', consent: true } }] });
      await order(own, { event: of, tickets: [{ ...aTicketWith(of, 'Paella'), needs: { codes: ['lupin'], other: 'xirivia' } }] });
      const [ticket] = (await refreshOrder(own, paid.orderId)).tickets;
      await own.ask(`/necessitats/${ticket!.ticketNumber}?order_id=${paid.orderId}`, { method: 'POST', body: new URLSearchParams([['intent', 'save'], ['codes', 'lupin'], ['other', 'xirivia'], ['consent', 'own']]), redirect: 'manual' });
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.join('\n')).not.toMatch(/lupin|xirivia/);
    } finally {
      await own.close();
    }
  });

  test('is said, changed and taken back on the page of its ticket, by whoever holds it', async () => {
    const { id, ticketNumber, orderId } = await sold(event, undefined);
    const path = `/necessitats/${ticketNumber}?order_id=${orderId}`;
    expect((await page(`/necessitats/${ticketNumber}`)).status).toBe(404);
    expect((await page(path)).text).toContain('Guardar');
    const missing = await post(path, [['intent', 'save'], ['codes', 'milk'], ['other', 'kiwi']]);
    expect(missing.status).toBe(400);
    expect(missing.text).toContain('Falta dir de qui són');
    expect(missing.text).toMatch(/value="kiwi"/);
    expect((await post(path, [['intent', 'save'], ['codes', 'milk'], ['codes', 'nuts'], ['other', 'kiwi'], ['consent', 'other']])).status).toBe(303);
    expect(await storedOf(id)).toMatchObject({ codes: ['milk', 'nuts'], other: 'kiwi', forOther: true });
    expect((await post(path, [['intent', 'withdraw']])).status).toBe(303);
    expect(await storedOf(id)).toMatchObject({ codes: [], other: null, firstName: null, erasedAt: app.clock.now() });
    expect((await asAdmin(`/admin/necessitats/${event.id}`)).text).not.toContain(ticketNumber.slice(-7));
  });

  test('is changed until the kitchen’s deadline, and taken back after it', async () => {
    const of = await aSupper();
    const { id, ticketNumber, orderId } = await sold(of);
    await app.db.query.updateTable('events').set({ kitchenDeadline: new Date(app.clock.now().getTime() - 1_000) }).where('id', '=', of.id).execute();
    const path = `/necessitats/${ticketNumber}?order_id=${orderId}`;
    expect((await post(path, [['intent', 'save'], ['codes', 'eggs'], ['consent', 'own']])).status).toBe(409);
    expect(await storedOf(id)).toMatchObject({ codes: ['milk', 'accessible'] });
    expect((await page(path)).text).toContain('Vas dir: sense llet, lloc accessible, kiwi de Nules');
    expect((await post(path, [['intent', 'withdraw']])).status).toBe(303);
    expect(await storedOf(id)).toMatchObject({ codes: [] });
  });

  test('stays with its person when the ticket is given away, and whoever takes it says their own', async () => {
    const { id, ticketNumber, orderId } = await sold(event);
    const key = app.deps.ids.token();
    await take(app, await give(app, { orderId, ticketNumber }), { name: 'Ximo', key });
    expect(await storedOf(id)).toBeUndefined();
    const { id: newId } = await app.db.query.selectFrom('tickets').select('id').where('ticketNumber', '=', ticketNumber).executeTakeFirstOrThrow();
    expect(await storedOf(newId)).toMatchObject({ codes: [], other: null });
    expect((await page(`/necessitats/${ticketNumber}?order_id=${orderId}`)).status).toBe(404);
    expect((await post(`/necessitats/${ticketNumber}?clau=${key}`, [['intent', 'save'], ['codes', 'eggs'], ['consent', 'own']])).status).toBe(303);
    expect(await storedOf(newId)).toMatchObject({ codes: ['eggs'], erasedAt: null });
  });

  test('outlives a hold that ends, for a payment found late, by two days', async () => {
    const of = await aSupper();
    const placed = await order(app, { event: of, tickets: [{ ...aTicketWith(of, 'Paella'), needs: SENT }] });
    await press(app, placed.body, 'cancel');
    const storedNeeds = () => app.db.query.selectFrom('ticketNeeds').innerJoin('tickets', 'tickets.id', 'ticketNeeds.ticketId').select('codes').where('orderId', '=', placed.body.orderId).execute();
    expect(await storedNeeds()).toEqual([{ codes: ['milk', 'accessible'] }]);
    app.clock.advance(3 * DAY_MS);
    await app.round('retention');
    expect(await storedNeeds()).toEqual([{ codes: [] }]);
  });
});

describe('when a dish that was sold changes', () => {
  const addEggs = (of: EventDetail, renamed: { name?: string } = {}): Promise<void> => edit(of, { ...renamed, allergens: ['milk', 'eggs'] });
  async function edit(of: EventDetail, given: { name?: string; allergens?: string[]; diets?: string[] }): Promise<void> {
    const edited = (await (await app.ask(`/api/admin/events/${of.id}`, { headers: { Cookie: admin } })).json()) as { version: number; sections: { items: { name: string }[] }[] };
    const change = { ...edited, sections: edited.sections.map((section) => ({ ...section, items: section.items.map((dish) => (dish.name === 'Arnadí' ? { ...dish, ...given } : dish)) })) };
    const saved = await app.ask(`/api/admin/events/${of.id}`, { method: 'PUT', headers: { Cookie: admin, 'Content-Type': 'application/json', 'If-Match': `"${edited.version}"` }, body: JSON.stringify(change) });
    expect([saved.status, await saved.clone().text()]).toEqual([200, expect.stringContaining('version')]);
  }
  async function dishMails(): Promise<{ to: string; subject: string; text: string; html: string }[]> {
    return ((await (await app.ask('/dev/mail.json')).json()) as { to: string; subject: string; text: string; html: string }[]).filter(({ subject }) => subject.startsWith('Mira els plats'));
  }

  test('those who named what it contains now are written to, without a word of what they named', async () => {
    // The session of before has run out.
    admin = await signedIn(app, 'admin@comboi.test');
    const of = await aSupper();
    const [touched] = [await sold(of, { codes: ['eggs'], consent: true }, 'ous@example.com'), await sold(of, { codes: ['fish'], consent: true }, 'peix@example.com')];
    await addEggs(of);
    await app.round('outbox');
    const mails = await dishMails();
    expect(mails.map(({ to }) => to)).toEqual(['ous@example.com']);
    expect(mails[0]!.text).toContain('«Arnadí»');
    expect(mails[0]!.text).toContain(touched!.orderId);
    expect(mails[0]!.text + mails[0]!.html).not.toMatch(/\bous\b(?!@)|eggs|al·lèrg/i);
  });

  test('those who eat vegetarian or vegan are written to where it is so no longer, and alone', async () => {
    const of = await aSupper();
    await edit(of, { diets: ['vegan'] });
    const hold = async (codes: string[], email: string) => (await order(app, { event: of, tickets: [{ ...aTicketWith(of, 'Arnadí'), needs: { codes, consent: true } }], body: { email } })).body;
    for (const code of ['vegan', 'vegetarian', 'milk']) await sold(of, { codes: [code], consent: true }, `verd-${code}@example.com`);
    const holds = [await hold(['vegetarian'], 'verd-paga@example.com'), await hold(['eggs'], 'verd-ous@example.com')];
    const notices = async () => {
      await app.round('outbox');
      return (await dishMails()).filter(({ to }) => to.startsWith('verd-'));
    };
    await edit(of, { diets: ['vegetarian'] });
    expect((await notices()).map(({ to }) => to)).toEqual(['verd-vegan@example.com']);
    await edit(of, { diets: [] });
    const mails = await notices();
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['verd-vegan@example.com', 'verd-vegetarian@example.com']);
    for (const { text, html } of mails) expect(text + html).not.toMatch(/vegà|vegan|vegetari/i);
    for (const placed of holds) await press(app, placed, 'pay');
    expect((await notices()).map(({ to }) => to).toSorted()).toEqual(['verd-paga@example.com', 'verd-vegan@example.com', 'verd-vegetarian@example.com']);
  });

  test('the kitchen and its person read what it contains now, under the name that it was sold by', async () => {
    const of = await aSupper();
    const { ticketNumber, orderId } = await sold(of, { codes: ['eggs'], consent: true }, 'cuina@example.com');
    const read = async (): Promise<string[]> => [(await asAdmin(`/admin/necessitats/${of.id}`)).text, (await page(`/necessitats/${ticketNumber}?order_id=${orderId}`)).text];
    for (const text of await read()) expect([text.includes('Arnadí'), text.includes('Conté ous')]).toEqual([true, false]);
    await addEggs(of, { name: 'Arnadí de carabassa' });
    for (const text of await read()) expect([text.includes('Arnadí'), text.includes('Arnadí de carabassa'), text.includes('Conté ous')]).toEqual([true, false, true]);
    const { menuSelection } = await app.db.query.selectFrom('tickets').select('menuSelection').where('ticketNumber', '=', ticketNumber).executeTakeFirstOrThrow();
    expect(menuSelection[0]!.items[0]).toMatchObject({ name: 'Arnadí', allergens: ['milk'] });
  });

  test('whoever took a ticket is written to at their own address, and opens it from there', async () => {
    const of = await aSupper();
    const { ticketNumber, orderId } = await sold(of, undefined, 'donant@example.com');
    const key = app.deps.ids.token();
    await take(app, await give(app, { orderId, ticketNumber }), { name: 'Ximo', key, email: 'ximo@example.com' });
    expect((await post(`/necessitats/${ticketNumber}?clau=${key}`, [['intent', 'save'], ['codes', 'eggs'], ['consent', 'own']])).status).toBe(303);
    await addEggs(of);
    await app.round('outbox');
    const mails = (await dishMails()).filter(({ to }) => ['ximo@example.com', 'donant@example.com'].includes(to));
    expect(mails.map(({ to }) => to)).toEqual(['ximo@example.com']);
    expect(mails[0]!.text).toContain('«Arnadí»');
    expect(mails[0]!.text + mails[0]!.html).not.toContain(orderId);
    expect(mails[0]!.text + mails[0]!.html).not.toMatch(/\bous\b|eggs|al·lèrg/i);
    const [link] = /https?:\S+\/regal\/tiquet\S+/.exec(mails[0]!.text)!;
    expect((await page(new URL(link).pathname + new URL(link).search)).text).toContain(ticketNumber);
  });

  test('nobody is written to of a supper that is over', async () => {
    const of = await aSupper();
    await sold(of, { codes: ['eggs'], consent: true }, 'ahir@example.com');
    await app.db.query.updateTable('events').set({ eventDate: addDays(dayInMadrid(app.clock.now()), -1) }).where('id', '=', of.id).execute();
    await addEggs(of);
    await app.round('outbox');
    expect((await dishMails()).filter(({ to }) => to === 'ahir@example.com')).toEqual([]);
  });

  test('an event that no longer asks lets them be changed and withdrawn, by whoever took the ticket too', async () => {
    const of = await aSupper();
    const { id, ticketNumber, orderId } = await sold(of, undefined, 'donant@example.com');
    const key = app.deps.ids.token();
    await take(app, await give(app, { orderId, ticketNumber }), { name: 'Ximo', key });
    const save = (code: string) => post(`/necessitats/${ticketNumber}?clau=${key}`, [['intent', 'save'], ['codes', code], ['consent', 'own']]);
    expect((await save('eggs')).status).toBe(303);
    await changeEvent(app, of.id, { asksNeeds: false });
    expect((await page(`/regal/tiquet?clau=${key}`)).text).toContain('/necessitats/');
    expect((await save('fish')).status).toBe(303);
    const { ticketId } = await app.db.query.selectFrom('tickets').innerJoin('ticketNeeds', 'ticketNeeds.ticketId', 'tickets.id').select('ticketId').where('ticketNumber', '=', ticketNumber).executeTakeFirstOrThrow();
    expect([ticketId === id, (await storedOf(ticketId))!.codes]).toEqual([false, ['fish']]);
    expect((await post(`/necessitats/${ticketNumber}?clau=${key}`, [['intent', 'withdraw']])).status).toBe(303);
    expect((await page(`/regal/tiquet?clau=${key}`)).text).not.toContain('/necessitats/');
  });

  test('whoever was paying meanwhile is written to once they have paid, if it is about what they named', async () => {
    const of = await aSupper();
    const hold = async (codes: string[], email: string) => (await order(app, { event: of, tickets: [{ ...aTicketWith(of, 'Arnadí'), needs: { codes, consent: true } }], body: { email } })).body;
    const holds = [await hold(['eggs'], 'paga@example.com'), await hold(['fish'], 'pagapeix@example.com')];
    await addEggs(of);
    holds.push(await hold(['eggs'], 'pagatard@example.com'));
    await app.round('outbox');
    const notified = async () => (await dishMails()).map(({ to }) => to).filter((to) => to.startsWith('paga'));
    expect(await notified()).toEqual([]);
    for (const placed of holds) await press(app, placed, 'pay');
    await app.round('outbox');
    expect(await notified()).toEqual(['paga@example.com']);
  });
});

describe('is erased', () => {
  test('seven days after the event, and not before', async () => {
    const of = await aSupper();
    const { id } = await sold(of);
    const { eventDate } = await app.db.query.selectFrom('events').select('eventDate').where('id', '=', of.id).executeTakeFirstOrThrow();
    const evening = Date.parse(`${eventDate}T21:00:00Z`);
    app.clock.advance(evening + 6 * DAY_MS - app.clock.now().getTime());
    await app.round('retention');
    expect(await storedOf(id)).toMatchObject({ codes: ['milk', 'accessible'] });
    app.clock.advance(DAY_MS);
    await app.round('retention');
    expect(await storedOf(id)).toMatchObject({ codes: [], other: null, firstName: null });
    figure('V5 needs left seven days after their event', (await app.db.query.selectFrom('ticketNeeds').select('ticketId').where('ticketId', '=', id).where('erasedAt', 'is', null).execute()).length);
  });

  test('with all that is kept of a person, also of an event to come', async () => {
    const of = await aSupper();
    const { id } = await sold(of, SENT, 'oblidada@example.com');
    await erasePersonalData(app.deps, 'oblidada@example.com');
    expect(await storedOf(id)).toMatchObject({ codes: [], other: null, firstName: null });
  });
});
