import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import type { EventFields } from '#app/domain/event/event-fields.ts';
import type { DISH_FIELDS } from '#app/domain/event/menu-fields.ts';
import { addDays, formatDate } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { aPlacedOrder, aTicketWith, eventNamed, order, press, signedIn } from '#tests/support/people/buyers.ts';
import { anEvent, changeEvent, PAELLA } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

import { EVENTS } from '../../../db/cast.ts';
import { datesOf } from '../../../db/cast-dates.ts';
import { type EventDetail, type EventSummary, VISIBLE_CHOICE_FIELDS, VISIBLE_DISH_FIELDS, VISIBLE_EVENT_FIELDS, VISIBLE_SECTION_FIELDS } from './schema.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

async function listed(cookie?: string): Promise<EventSummary[]> {
  const response = await app.ask('/api/events', { headers: cookie === undefined ? {} : { Cookie: cookie } });
  return ((await response.json()) as { events: EventSummary[] }).events;
}

async function detail(id: number, cookie?: string): Promise<{ status: number; body: EventDetail }> {
  const response = await app.ask(`/api/events/${id}`, { headers: cookie === undefined ? {} : { Cookie: cookie } });
  return { status: response.status, body: (await response.json()) as EventDetail };
}

function unsaid(fields: object): Record<string, null> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
}

const MEMBERS = 'Sopar de socis';
const COMMITTEE = 'Berenar de la comissió';

describe('the list of events', () => {
  test('holds for each role what it may see, and no trace of the rest', async () => {
    const titles = async (who?: 'admin' | 'comissio' | 'soci' | 'public'): Promise<string[]> =>
      (await listed(who && (await signedIn(app, `${who}@comboi.test`)))).map((event) => event.title).filter((title) => [MEMBERS, COMMITTEE].includes(title));
    expect(await titles()).toEqual([]);
    expect(await titles('public')).toEqual([]);
    expect(await titles('soci')).toEqual([MEMBERS]);
    expect((await titles('comissio')).toSorted()).toEqual([COMMITTEE, MEMBERS]);
    expect((await titles('admin')).toSorted()).toEqual([COMMITTEE, MEMBERS]);
    const page = await (await app.ask('/tickets')).text();
    expect(page.includes(MEMBERS) || page.includes(COMMITTEE)).toBe(false);
  });

  test('begins with what is on sale, then what is sold out, then what is closed, each by date', async () => {
    const events = await listed();
    const statuses = ['open', 'soldout', 'closed'];
    const ranks = events.map((event) => statuses.indexOf(event.saleStatus));
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    for (const status of statuses) {
      const dates = events.filter((event) => event.saleStatus === status).map((event) => `${event.date} ${event.time}`);
      expect(dates).toEqual([...dates].toSorted());
    }
  });

  test('says of each event what it is, in cents, dates and words', async () => {
    const today = dayInMadrid(new Date(inject('seededAt')));
    const event = (await listed()).find((one) => one.title === 'Paelles al carrer');
    const { eventDate, saleEndDate } = datesOf(EVENTS.find(({ key }) => key === 'paelles')!, today);
    expect(event).toEqual({
      ...unsaid(VISIBLE_EVENT_FIELDS),
      id: expect.any(Number),
      title: 'Paelles al carrer',
      date: eventDate,
      dateText: formatDate(eventDate),
      time: '14:00',
      endTime: '18:00',
      location: 'Plaça del Mercat',
      description: expect.any(String),
      price: 950,
      image: '🍚',
      picture: expect.stringMatching(/\/pictures\/events\/\d+\/page\.jpg\?v=/),
      visibility: 'public',
      saleStatus: 'open',
      available: true,
      unavailableReason: null,
      saleStart: null,
      saleEndDate,
      maxTickets: 300,
      remaining: 300,
    });
  });

  test('says why an event is not on sale', async () => {
    const events = await listed();
    const statusOf = (title: string): unknown => {
      const { saleStatus, available, unavailableReason, remaining } = events.find((event) => event.title === title)!;
      return { saleStatus, available, unavailableReason, remaining };
    };
    expect(statusOf('Presentació de les Falleres')).toEqual({ saleStatus: 'soldout', available: false, unavailableReason: 'Entrades esgotades', remaining: 0 });
    expect(statusOf('Esmorzar amb xaranga')).toEqual({ saleStatus: 'closed', available: false, unavailableReason: 'Venda tancada', remaining: 120 });
  });

  test('keeps an event for a week after its day, closed, and then forgets it', async () => {
    const today = dayInMadrid(app.clock.now());
    const recent = await anEvent(app, { date: addDays(today, -7) });
    const old = await anEvent(app, { date: addDays(today, -8) });
    const ids = (await listed()).map((event) => event.id);
    expect([ids.includes(recent.id), ids.includes(old.id)]).toEqual([true, false]);
    expect((await detail(old.id)).body).toMatchObject({ available: false, saleStatus: 'closed' });
  });

  test('has no acts that never had tickets, unless a link names one, which says so', async () => {
    const act = await anEvent(app, { title: 'Mascletà', maxTickets: 0 });
    const cards = async (query: string): Promise<string> => (await (await app.ask(`/tickets${query}`)).text()).replaceAll('<!-- -->', '');
    expect(await cards('')).not.toContain(`id="event-${act.id}"`);
    const named = await cards(`?event=${act.id}`);
    for (const words of [`id="event-${act.id}"`, 'Sense entrades: «Mascletà»', 'És un acte sense entrades: no cal comprar res, només vindre.']) expect(named).toContain(words);
  });

  test('leaves out what was withdrawn', async () => {
    const event = await anEvent(app);
    await changeEvent(app, event.id, { archivedAt: app.clock.now() });
    expect((await listed()).some((one) => one.id === event.id)).toBe(false);
    expect((await detail(event.id)).status).toBe(404);
  });
});

describe('one event', () => {
  test('shows its menu at the prices of whoever asks', async () => {
    const event = await anEvent(app, { extras: { Vi: [250, 200, 150] } });
    const prices = async (who?: 'admin' | 'comissio' | 'soci' | 'public'): Promise<number[]> => {
      const { body } = await detail(event.id, who && (await signedIn(app, `${who}@comboi.test`)));
      return [body.sections[0]!.items[0]!.price, body.options[0]!.price];
    };
    expect(await prices()).toEqual([1400, 250]);
    expect(await prices('public')).toEqual([1400, 250]);
    expect(await prices('soci')).toEqual([1200, 200]);
    expect(await prices('comissio')).toEqual([1000, 150]);
    expect(await prices('admin')).toEqual([0, 0]);
  });

  test('shows nobody the prices of others, nor anything that is only for us', async () => {
    const { body } = await detail((await eventNamed(app, 'Sopar de Germanor')).id);
    const derived = ['id', 'dateText', 'picture', 'saleStatus', 'available', 'unavailableReason', 'remaining', 'groups', 'memberQuota', 'sections', 'options'];
    expect(Object.keys(body).toSorted()).toEqual([...Object.keys(VISIBLE_EVENT_FIELDS), ...derived].toSorted());
    const ours: (keyof EventFields)[] = ['kitchenDeadline', 'door', 'reminderAt', 'waitingList', 'asksNeeds', 'givingAllowed', 'groupsCloseAt', 'rehearsal'];
    for (const field of ours) expect(body).not.toHaveProperty(field);
    const [section, option] = [body.sections[0]!, body.options[0]!];
    expect(Object.keys(section).toSorted()).toEqual([...Object.keys(VISIBLE_SECTION_FIELDS), 'id', 'items'].toSorted());
    expect(Object.keys(section.items[0]!).toSorted()).toEqual([...Object.keys(VISIBLE_DISH_FIELDS), 'id', 'price', 'remaining'].toSorted());
    expect(Object.keys(option).toSorted()).toEqual([...Object.keys(VISIBLE_CHOICE_FIELDS), 'id', 'price'].toSorted());
    const oursOfDish: (keyof typeof DISH_FIELDS)[] = ['pricePublic', 'priceMember', 'priceCommission', 'places'];
    for (const field of oursOfDish) for (const dish of [section.items[0], option]) expect(dish).not.toHaveProperty(field);
  });

  test('counts down as tickets are held, and up as they are given back', async () => {
    const event = await anEvent(app, { maxTickets: 3 });
    const placed = await aPlacedOrder(app, { event, quantity: 2 });
    expect((await detail(event.id)).body).toMatchObject({ remaining: 1, saleStatus: 'open' });
    const other = await aPlacedOrder(app, { event });
    expect((await detail(event.id)).body).toMatchObject({ remaining: 0, saleStatus: 'soldout', available: false });
    await press(app, placed, 'cancel');
    expect((await detail(event.id)).body).toMatchObject({ remaining: 2, saleStatus: 'open' });
    await press(app, other, 'cancel');
  });

  test('without a limit has no number to count', async () => {
    expect((await detail((await eventNamed(app, 'Sopar de Germanor')).id)).body).toMatchObject({ maxTickets: null, remaining: null });
  });
});

test('the list tells each buyer who pays less what they pay, and calls nothing free that is not', async () => {
  const dinner = await anEvent(app, { title: 'Sopar de preus' });
  const children = await anEvent(app, { title: 'Berenar de xiquets', referencePrice: 0, dishes: {} });
  const snack = await anEvent(app, { title: 'Mos de mitjanit', referencePrice: 0 });
  const cardOf = async (event: EventSummary, who?: 'admin' | 'comissio' | 'soci' | 'public'): Promise<string[]> => {
    const html = await (await app.ask('/tickets?preus', { headers: who ? { Cookie: await signedIn(app, `${who}@comboi.test`) } : {} })).text();
    const [, card] = new RegExp(`id="event-${event.id}"(.*?)</article>`, 's').exec(html.replaceAll('<!-- -->', '').replaceAll('\u00a0', ' ')) ?? [];
    return [...card!.matchAll(/>([^<]*(?:€|Gratis|Per a tu)[^<]*)</g)].map(([, text]) => text!);
  };
  expect(await cardOf(dinner)).toEqual(['Des de 14,00 €', '18,00 €']);
  expect(await cardOf(dinner, 'public')).toEqual(['Des de 14,00 €', '18,00 €']);
  expect(await cardOf(dinner, 'soci')).toEqual(['Per a tu, des de 12,00 €', '18,00 €']);
  expect(await cardOf(dinner, 'comissio')).toEqual(['Per a tu, des de 10,00 €', '18,00 €']);
  expect(await cardOf(dinner, 'admin')).toEqual(['Per a tu: Gratis', '18,00 €']);
  expect(await cardOf(children)).toEqual(['Gratis']);
  expect(await cardOf(children, 'soci')).toEqual(['Gratis']);
  expect(await cardOf(snack)).toEqual(['Des de 14,00 €', '0,00 €']);
  const almost = await anEvent(app, { title: 'Sopar mig esgotat', dishes: { Entrepà: [800, 700, 600], Paella: PAELLA }, places: { Entrepà: 1 } });
  expect(await cardOf(almost)).toEqual(['Des de 8,00 €', '18,00 €']);
  await aPlacedOrder(app, { event: almost, tickets: [aTicketWith(almost, 'Entrepà')] });
  expect(await cardOf(almost)).toEqual(['Des de 14,00 €', '18,00 €']);
  expect(await (await app.ask(`/order/${almost.id}`)).text()).toContain('"price":"14.00"');
});

test('a sale shows on the list of tickets as soon as the change feed has told of it', async () => {
  const event = await anEvent(app, { title: 'Sopar de tres', maxTickets: 3 });
  const soldOut = new RegExp(`${event.title}(?:(?!</article>)[\\s\\S])*Entrades esgotades`);
  expect(await (await app.ask('/tickets')).text()).not.toMatch(soldOut);
  await order(app, { event, quantity: 3 });
  await app.deps.changes.catchUp();
  expect(await (await app.ask('/tickets')).text()).toMatch(soldOut);
});

test('an event that is closed sends whoever opens its order screen back to the list; the box office may stay', async () => {
  const event = await anEvent(app, { date: '2099-01-10', saleEndDate: '2020-01-01' });
  const closed = await app.ask(`/order/${event.id}`);
  expect([closed.status, closed.headers.get('location')]).toEqual([302, `/tickets?event=${event.id}`]);
  expect((await app.ask(`/order/${event.id}`, { headers: { Cookie: await signedIn(app, 'admin@comboi.test') } })).status).toBe(200);
});

describe("a link to an event that can't be bought", () => {
  const pageOf = async (id: number | string, who?: 'soci'): Promise<string> => {
    const response = await app.ask(`/tickets?event=${id}`, { headers: who ? { Cookie: await signedIn(app, `${who}@comboi.test`) } : {} });
    expect(response.status).toBe(200);
    return (await response.text()).replaceAll('&#x27;', "'").replaceAll('<!-- -->', '');
  };
  const cardsIn = (html: string): number[] => [...html.matchAll(/id="event-(\d+)"/g)].map(([, id]) => Number(id));

  test('shows why, beside its card, with the words of the event for whoever gets the link in a chat', async () => {
    const event = await anEvent(app, { title: 'Sopar ple', maxTickets: 1, location: 'Casal', endTime: '23:00' });
    await order(app, { event });
    const html = await pageOf(event.id);
    expect(html).toMatch(/Entrades esgotades: «Sopar ple».{0,200}Ja no queden entrades.{0,900}id="event-/s);
    expect(html).toMatch(/<title>Sopar ple · Falla Mar i Foc/);
    expect(html).toContain('property="og:description" content="Entrades esgotades · ');
    const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(data!)).toMatchObject({ '@type': 'Event', name: 'Sopar ple', offers: { availability: 'https://schema.org/SoldOut', price: '14.00' } });
  });

  test('shows the event even when it is long over', async () => {
    const old = await anEvent(app, { date: addDays(dayInMadrid(app.clock.now()), -40) });
    const html = await pageOf(old.id);
    expect(html).toContain('Este acte ja ha passat.');
    expect(cardsIn(html)).toContain(old.id);
    expect(cardsIn(await pageOf(1_000_000))).not.toContain(old.id);
  });

  test('says nothing of an event that is hidden, or not there, and gives no reason for one on sale', async () => {
    const hidden = await anEvent(app, { title: 'Sopar amagat', visibility: 'socio', saleEndDate: '2020-01-01' });
    const open = await anEvent(app);
    for (const id of [hidden.id, 1_000_000, 'demà', '-1', '']) {
      const html = await pageOf(id);
      expect([html.includes('Sopar amagat'), html.includes("La venda s'ha tancat"), html.includes('ld+json')]).toEqual([false, false, false]);
    }
    expect(await pageOf(hidden.id, 'soci')).toContain("La venda s'ha tancat");
    expect(await pageOf(open.id)).toContain('InStock');
  });
});

test('a card tells until when one can buy, and the year where it is another one', async () => {
  const year = Number(dayInMadrid(app.clock.now()).slice(0, 4));
  const event = await anEvent(app, { date: `${year + 2}-06-01`, time: '21:00' });
  const html = await (await app.ask('/tickets?any')).text();
  const [, card] = new RegExp(`id="event-${event.id}"(.*?)</article>`, 's').exec(html) ?? [];
  expect(card).toContain(`Disponible fins 1 de juny, ${year + 2} a les 19:00`);
  expect(card).toMatch(new RegExp(`juny</span><span[^>]*>${year + 2}<`));
  expect(html.match(new RegExp(`</span><span[^>]*>${year}<`, 'g'))).toBeNull();
});

test('the number of a ticket is shown to the box office by an example, not by a formula', async () => {
  const html = await (await app.ask('/tickets', { headers: { Cookie: await signedIn(app, 'admin@comboi.test') } })).text();
  const [, example] = /Generador de QR.*?placeholder="([^"]*)"/s.exec(html) ?? [];
  expect(example).toMatch(/^ORD-\d{10}-\d{4}-T\d$/);
});
