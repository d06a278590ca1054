import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addMonths, firstDayBeyondReach, firstDayOf, monthOf } from '#app/domain/event/calendar.ts';
import { addDays, formatDate, formatDayAndMonth, weekdayName } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Visibility } from '#app/domain/people/roles.ts';
import { aPlacedOrder, press, signedIn } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent, changeEvent, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

/** Far from the cast's own events. */
const MONTHS_AHEAD = 20;

const ROLES = ['nobody', 'public', 'socio', 'comision', 'admin'] as const;
type Who = (typeof ROLES)[number];

let app: TestApp;
let cookies: Record<Who, string>;
let today: string;
let month: string;
beforeAll(async () => {
  app = await aTestApp();
  today = dayInMadrid(app.clock.now());
  month = addMonths(monthOf(today), MONTHS_AHEAD);
  cookies = {
    nobody: '',
    public: await signedIn(app, 'public@comboi.test'),
    socio: await signedIn(app, 'soci@comboi.test'),
    comision: await signedIn(app, 'comissio@comboi.test'),
    admin: await signedIn(app, 'admin@comboi.test'),
  };
});
afterAll(() => closeInOrder(app));

function dayOf(day: number): string {
  return addDays(firstDayOf(month), day - 1);
}

async function page(path: string, who: Who = 'nobody'): Promise<string> {
  const response = await app.ask(path, { headers: { Cookie: cookies[who] } });
  expect(response.status).toBe(200);
  // Three months of the year have an apostrophe before them: "d'octubre".
  return (await response.text()).replaceAll('&#x27;', "'");
}

/** What the link of a day says to those who don't see it, without the day's own name. */
async function wordsOf(day: string, who: Who = 'nobody'): Promise<string> {
  const html = await page(`/calendar?mes=${monthOf(day)}`, who);
  const [, label] = new RegExp(`aria-label="${weekdayName(day)} ${formatDayAndMonth(day)}([^"]*)"`).exec(html) ?? [];
  if (label === undefined) throw new Error(`the calendar has no ${day}`);
  return label.replace(/^, /, '');
}

/** Each event of a day's list as its texts, in their order. */
async function listOf(day: string, who: Who = 'nobody'): Promise<string[][]> {
  const html = await page(`/calendar?dia=${day}`, who);
  return [...html.matchAll(/<article.*?<\/article>/gs)].map(([article]) => article.split(/<[^>]*>/).filter((text) => text.trim() !== ''));
}

describe('the dots of a month', () => {
  test('say to each role what is on sale on a day among the events that it may see', async () => {
    const day = dayOf(3);
    await anEvent(app, { date: day, saleEndDate: '2020-01-01' });
    await anEvent(app, { date: day, visibility: 'socio' });
    await anEvent(app, { date: dayOf(4), visibility: 'comision', maxTickets: 1 });
    const labels = await Promise.all(ROLES.map(async (who) => [who, await wordsOf(day, who), await wordsOf(dayOf(4), who)]));
    expect(labels).toEqual([
      ['nobody', '1 esdeveniment, no disponibles', ''],
      ['public', '1 esdeveniment, no disponibles', ''],
      ['socio', '2 esdeveniments, disponibles en part', ''],
      ['comision', '2 esdeveniments, disponibles en part', '1 esdeveniment, entrades disponibles'],
      ['admin', '2 esdeveniments, disponibles en part', '1 esdeveniment, entrades disponibles'],
    ]);
  });

  test('follow the stock: the last ticket held makes a day unavailable, one given back makes it available', async () => {
    const day = dayOf(5);
    const event = await anEvent(app, { date: day, maxTickets: 2 });
    expect(await wordsOf(day)).toBe('1 esdeveniment, entrades disponibles');
    const placed = await aPlacedOrder(app, { event, quantity: 2 });
    expect(await wordsOf(day)).toBe('1 esdeveniment, no disponibles');
    await press(app, placed, 'cancel');
    expect(await wordsOf(day)).toBe('1 esdeveniment, entrades disponibles');
  });

  test('are neutral for an event that has no tickets', async () => {
    await anEvent(app, { date: dayOf(6), maxTickets: 0 });
    expect(await wordsOf(dayOf(6))).toBe('1 esdeveniment, sense entrades');
  });

  test('forget what was withdrawn and keep what is over', async () => {
    const past = addDays(firstDayOf(monthOf(today)), -9);
    await anEvent(app, { date: past });
    expect(await wordsOf(past)).toBe('1 esdeveniment, no disponibles');
    await withdraw(app, (await anEvent(app, { date: dayOf(7) })).id);
    expect(await wordsOf(dayOf(7))).toBe('');
  });

  test('belong to the month alone, first and last day included', async () => {
    const next = firstDayOf(addMonths(month, 1));
    const days = { 'Abans del mes': addDays(firstDayOf(month), -1), 'Primer dia': firstDayOf(month), 'Últim dia': addDays(next, -1), 'Després del mes': next };
    for (const [title, date] of Object.entries(days)) await anEvent(app, { title, date });
    const html = await page(`/calendar?mes=${month}`);
    expect(Object.keys(days).filter((title) => html.includes(title))).toEqual(['Primer dia', 'Últim dia']);
    expect([await wordsOf(days['Primer dia']), await wordsOf(days['Últim dia'])]).toEqual(['1 esdeveniment, entrades disponibles', '1 esdeveniment, entrades disponibles']);
  });
});

describe('the list of a day', () => {
  test('says of each event, by its hour, what it is and whether there are tickets', async () => {
    const day = dayOf(10);
    const lastDay = addDays(day, -2);
    await anEvent(app, { date: day, time: '22:00', title: 'Ball', description: 'Fins tard.', dishes: {} });
    await anEvent(app, { date: day, time: '14:00', title: 'Paella', location: 'Plaça', saleEndDate: lastDay });
    await anEvent(app, { date: day, time: '18:00', title: 'Berenar', saleEndDate: '2020-01-01' });
    const soldOut = await anEvent(app, { date: day, time: '20:00', title: 'Sopar', saleEndDate: lastDay, maxTickets: 1 });
    await aPlacedOrder(app, { event: soldOut });
    await anEvent(app, { date: day, time: '12:00', title: 'Mascletà', maxTickets: 0 });
    expect(await listOf(day)).toEqual([
      ['🥘', 'Mascletà', '12:00', 'Sense entrades'],
      ['🥘', 'Paella', '14:00 · Plaça', `Venda fins: ${formatDate(lastDay)}`, expect.stringMatching(/^Des de \d/), 'Comprar Entrades'],
      ['🥘', 'Berenar', '18:00', 'Venda tancada'],
      ['🥘', 'Sopar', '20:00', 'Entrades esgotades', " Avisa'm"],
      ['🥘', 'Ball', '22:00', 'Fins tard.', 'Entrades disponibles', expect.stringMatching(/^\d/), 'Comprar Entrades'],
    ]);
  });

  test('leads to the order of what is on sale', async () => {
    const event = await anEvent(app, { date: dayOf(11) });
    expect(await page(`/calendar?dia=${dayOf(11)}`)).toContain(`href="/order/${event.id}"`);
    await changeEvent(app, event.id, { archivedAt: app.clock.now() });
    expect(await page(`/calendar?dia=${dayOf(11)}`)).toContain('No hi ha esdeveniments programats per a aquesta data');
  });

  test('asks for a day where none is chosen', async () => {
    const html = await page('/calendar');
    expect(html).toContain('Selecciona una data per a veure els esdeveniments');
    expect(html).not.toContain('<article');
  });

  test('names as the next date the first with something on sale after what is shown, as far as the calendar reaches', async () => {
    const quiet = await aTestApp();
    await quiet.db.query.updateTable('events').set({ archivedAt: quiet.clock.now() }).execute();
    const day = dayInMadrid(quiet.clock.now());
    const nextDate = async (query: string): Promise<string | undefined> => /Pròxima cita.*?dia=([\d-]*)/.exec(await (await quiet.ask(`/calendar?${query}`)).text())?.[1];
    const beyond = firstDayBeyondReach(day);
    await anEvent(quiet, { date: beyond });
    expect(await nextDate('a')).toBeUndefined();
    await anEvent(quiet, { date: addDays(beyond, -1) });
    expect(await nextDate('b')).toBe(addDays(beyond, -1));
    await anEvent(quiet, { date: addDays(day, 2), saleEndDate: '2020-01-01' });
    await anEvent(quiet, { date: addDays(day, 4), maxTickets: 0 });
    await anEvent(quiet, { date: addDays(day, 5), visibility: 'socio' });
    await anEvent(quiet, { date: addDays(day, 6) });
    await anEvent(quiet, { date: addDays(day, 20) });
    expect(await nextDate('c')).toBe(addDays(day, 6));
    for (const [from, next] of [[1, 6], [2, 6], [7, 20]]) expect(await nextDate(`dia=${addDays(day, from!)}`)).toBe(addDays(day, next!));
    expect(await nextDate(`dia=${addDays(beyond, -1)}`)).toBeUndefined();
    await quiet.close();
  });
});

test("the calendar's today is the server's in Madrid, on either side of midnight", async () => {
  const separate = await aTestApp();
  const todayAt = async (instant: string): Promise<string> => {
    separate.clock.set(instant);
    const html = await (await separate.ask('/calendar?mes=2027-03')).text();
    return /aria-label="([^"]*), hui/.exec(html)?.[1] ?? 'none';
  };
  expect(await todayAt('2027-03-27T22:59:59.999Z')).toBe('dissabte 27 de març');
  expect(await todayAt('2027-03-27T23:00:00.000Z')).toBe('diumenge 28 de març');
  expect(await todayAt('2027-03-28T21:59:59.999Z')).toBe('diumenge 28 de març');
  expect(await todayAt('2027-03-28T22:00:00.000Z')).toBe('dilluns 29 de març');
  await separate.close();
});

test.each(['?mes=2027-99', '?dia=demà', '?mes=9999-12', '?mes=%00', '?dia=2027-02-30&mes=', '?mes=0000-01&mes=2', `?mes=${'9'.repeat(2_000)}`])('an address that makes no sense shows a month all the same: %.30s', async (query) => {
  expect(await page(`/calendar${query}`)).toContain('Selecciona una data');
});

test('a hidden event changes not one byte of the calendar for those it is hidden from', async () => {
  const separate = await aTestApp();
  // Before everything that is planned, so that it would be the next date too.
  const day = addDays(dayInMadrid(separate.clock.now()), 1);
  // With a query, which no page cache answers.
  const paths = ['afresh', `mes=${monthOf(day)}`, `dia=${day}`].flatMap((query) => [`/calendar?${query}`, `/calendar.data?${query}`]);
  const guises = { nobody: '', public: await signedIn(separate, 'public@comboi.test'), socio: await signedIn(separate, 'soci@comboi.test') };

  async function answersTo(who: keyof typeof guises): Promise<string[]> {
    const answers = paths.map(async (path) => {
      const response = await separate.ask(path, { headers: { Cookie: guises[who] } });
      return `${response.status} ${await response.text()}`;
    });
    return Promise.all(answers);
  }
  async function changedBy(visibility: Visibility, who: keyof typeof guises): Promise<string[]> {
    const before = await answersTo(who);
    const event = await anEvent(separate, { visibility, date: day, title: 'Sopar Amagat' });
    const after = await answersTo(who);
    await changeEvent(separate, event.id, { archivedAt: separate.clock.now() });
    return paths.filter((_, index) => before[index] !== after[index]);
  }

  const hidden = [['nobody', 'socio'], ['nobody', 'comision'], ['public', 'socio'], ['public', 'comision'], ['socio', 'comision']] as const;
  const telling: string[] = [];
  for (const [who, visibility] of hidden) telling.push(...(await changedBy(visibility, who)).map((path) => `${who}: ${path}`));
  figure('H7 answers of the calendar that a hidden event changes', `${telling.length} of ${hidden.length * paths.length}`);
  expect(telling).toEqual([]);
  expect(await changedBy('public', 'nobody')).toEqual(paths);
  expect(await changedBy('socio', 'socio')).toEqual(paths);
  await separate.close();
});
