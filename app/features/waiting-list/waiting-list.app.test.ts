import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { joinWaitingList } from '#app/features/waiting-list/service.server.ts';
import { createRateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import { anEvent, changeEvent, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, aPlacedOrder, cookieOf, order, ownAddress, press, signedIn } from '#tests/support/people/buyers.ts';
import { anEntry, entryOf } from '#tests/support/people/waiting.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

async function aSoldOutEvent(input: Parameters<typeof anEvent>[1] & { maxTickets: number }) {
  const event = await anEvent(app, input);
  const cookie = input.visibility === 'socio' ? await signedIn(app, 'soci@comboi.test') : undefined;
  return { event, placed: await aPlacedOrder(app, { event, quantity: input.maxTickets, ...(cookie && { cookie }) }) };
}

interface Sent {
  to: string;
  subject: string;
  text: string;
}

/** In no order: they leave at the same instant. */
async function mailsTo(address: string): Promise<Sent[]> {
  await app.round('outbox');
  const mails = (await (await app.ask('/dev/mail.json')).json()) as Sent[];
  return mails.filter(({ to }) => to === address);
}

async function mailsAbout(address: string, subject: string): Promise<Sent[]> {
  return (await mailsTo(address)).filter((mail) => mail.subject.startsWith(subject));
}

const OFFER = 'Hi ha lloc per a tu!';
const JOINED = "Estàs en la llista d'espera";
const EXPIRED = "L'oferta ha caducat";

/** The address of the entry's page in a mail. */
function linkIn({ text }: Sent): string {
  const link = /https?:\/\/\S+\/avisam\/lloc\?codi=[^\s#]+/.exec(text)![0];
  return new URL(link).pathname + new URL(link).search;
}

async function send(path: string, fields: Record<string, string>, cookie?: string, address = ownAddress()): Promise<Response> {
  return app.ask(path, { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...(cookie !== undefined && { Cookie: cookie }) }, body: new URLSearchParams(fields), address });
}

let guests = 0;

async function anUnconfirmedGuest(event: EventDetail, places: number) {
  guests += 1;
  const email = `espera${guests}@example.com`;
  const answer = await send(`/avisam/${event.id}`, { places: String(places), email });
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/avisam/${event.id}?enviat=1`]);
  const [mail] = await mailsTo(email);
  return { email, link: linkIn(mail!), mail: mail! };
}

async function aGuestOnTheList(event: EventDetail, places: number) {
  const guest = await anUnconfirmedGuest(event, places);
  expect((await send(guest.link, { intent: 'confirm' })).status).toBe(303);
  return guest;
}

async function textOf(path: string, cookie?: string): Promise<string> {
  const answer = await app.ask(path, { headers: cookie === undefined ? {} : { Cookie: cookie } });
  return (await answer.text()).replaceAll(/<!-- -->/g, '');
}

describe('a guest', () => {
  test('asks, confirms by the mailed link, learns the honest place, and leaves by the same link', async () => {
    const { event } = await aSoldOutEvent({ maxTickets: 4 });
    await anEntry(app, event, 2);
    const guest = await anUnconfirmedGuest(event, 3);
    expect(guest.mail.subject).toBe(`Confirma el teu lloc en la llista d'espera: ${event.title}`);
    expect(await textOf(guest.link)).toContain('Confirmar i entrar en la llista');
    expect(await textOf(`/avisam/${event.id}`)).toContain('Ara mateix espera 1 grup.');
    await send(guest.link, { intent: 'confirm' });
    await send(guest.link, { intent: 'confirm' });
    expect(await textOf(guest.link)).toContain('Ets el <strong>2n</strong> grup');
    const joined = await mailsAbout(guest.email, JOINED);
    expect(joined.map(({ text }) => text)).toEqual([expect.stringContaining('Ara mateix ets el 2n grup')]);
    expect(joined[0]!.text).toContain('#eixir');
    await send(guest.link, { intent: 'leave' });
    expect(await textOf(guest.link)).toContain('Has eixit de la llista');
    expect(await textOf(`/avisam/${event.id}`)).toContain('Ara mateix espera 1 grup.');
  });

  test('who asks twice gets the same answer, and learns by mail that the place is kept', async () => {
    const { event } = await aSoldOutEvent({ maxTickets: 2 });
    const guest = await aGuestOnTheList(event, 2);
    const again = await send(`/avisam/${event.id}`, { places: '1', email: guest.email.toUpperCase() });
    expect(again.headers.get('Location')).toBe(`/avisam/${event.id}?enviat=1`);
    const notices = await mailsAbout(guest.email, JOINED);
    expect(notices.map(linkIn)).toEqual([guest.link, guest.link]);
    expect(await textOf(guest.link)).toContain('Ets el <strong>1r</strong> grup');
  });

  test('is told beside the field what is wrong, and keeps what was typed', async () => {
    const { event } = await aSoldOutEvent({ maxTickets: 2 });
    const wrong = await send(`/avisam/${event.id}`, { places: '3', email: 'no és cap adreça' });
    const page = await wrong.text();
    expect(wrong.status).toBe(400);
    for (const text of ['Tria quants sou', 'L&#x27;email no té un format vàlid', 'value="no és cap adreça"']) expect(page).toContain(text);
  });

  test('gets three mails an hour at most, whoever asks for them', async () => {
    const { event } = await aSoldOutEvent({ maxTickets: 2 });
    for (let ask = 0; ask < 6; ask += 1) expect((await send(`/avisam/${event.id}`, { places: '1', email: 'molesta@example.com' })).status).toBe(303);
    const { total } = await app.db.query.selectFrom('mails').select((eb) => eb.fn.countAll<string>().as('total')).where('recipient', '=', 'molesta@example.com').executeTakeFirstOrThrow();
    expect(Number(total)).toBe(3);
  });

  test('finds no list where there is none: open, closed, without one, hidden, unknown', async () => {
    const open = await anEvent(app, { maxTickets: 5 });
    expect((await app.ask(`/avisam/${open.id}`)).headers.get('Location')).toBe(`/order/${open.id}`);
    const { event: none } = await aSoldOutEvent({ maxTickets: 2 });
    await app.db.query.updateTable('events').set({ waitingList: false }).where('id', '=', none.id).execute();
    expect((await app.ask(`/avisam/${none.id}`)).headers.get('Location')).toBe(`/tickets?event=${none.id}`);
    expect((await send(`/avisam/${none.id}`, { places: '1', email: 'ningu@example.com' })).headers.get('Location')).toBe(`/tickets?event=${none.id}`);
    const { event: hidden } = await aSoldOutEvent({ maxTickets: 2, visibility: 'socio' });
    for (const id of [String(hidden.id), '99999999', 'x']) {
      const answers = await Promise.all([app.ask(`/avisam/${id}`), send(`/avisam/${id}`, { places: '1', email: 'ningu@example.com' })]);
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
      expect(await answers[0].text()).not.toContain(hidden.title);
    }
    expect(await mailsTo('ningu@example.com')).toEqual([]);
  });

  test("without a right link sees nobody's place", async () => {
    const { event } = await aSoldOutEvent({ maxTickets: 2 });
    const entry = await anEntry(app, event, 1);
    for (const code of ['', entry, `${entry}.x`, `${crypto.randomUUID()}.x`]) {
      expect((await app.ask(`/avisam/lloc?codi=${code}`)).status).toBe(404);
      expect((await send(`/avisam/lloc?codi=${code}`, { intent: 'leave' })).status).toBe(404);
    }
    expect(await entryOf(app, entry)).toMatchObject({ status: 'waiting' });
  });
});

describe('a member', () => {
  test('with a confirmed address is on the list at once, and is told when asking again', async () => {
    const { event } = await aSoldOutEvent({ maxTickets: 2, visibility: 'socio' });
    await app.db.query.updateTable('users').set({ emailVerified: true }).where('email', '=', 'soci@comboi.test').execute();
    const cookie = await signedIn(app, 'soci@comboi.test');
    expect(await textOf(`/avisam/${event.id}`, cookie)).toContain('soci@comboi.test');
    const joined = await send(`/avisam/${event.id}`, { places: '2' }, cookie);
    const own = joined.headers.get('Location')!;
    expect(own).toContain('/avisam/lloc?codi=');
    expect(await textOf(own)).toContain('Ets el <strong>1r</strong> grup');
    expect((await send(`/avisam/${event.id}`, { places: '1' }, cookie)).headers.get('Location')).toBe(`${own}&ja=1`);
    expect(await textOf(`${own}&ja=1`)).toContain('Ja estaves en la llista: no perds el torn.');
    expect((await app.ask(`/avisam/${event.id}`, { headers: { Cookie: cookie } })).headers.get('Location')).toBe(own);
  });

  test('joins by the own address alone, whatever other is handed over, and the audit names the account', async () => {
    const { event } = await aSoldOutEvent({ maxTickets: 2, visibility: 'socio' });
    const email = 'soci@comboi.test';
    const user = await app.db.query.updateTable('users').set({ emailVerified: true }).where('email', '=', email).returning(['id', 'name']).executeTakeFirstOrThrow();
    const actor = { kind: 'user' as const, userId: user.id, role: 'socio' as const, rights: [], name: user.name, email };
    const request = { eventId: event.id, places: 2, guestEmail: 'altra@example.com', network: ownAddress(), limits: createRateLimits(app.deps) };
    expect((await joinWaitingList(app.deps, actor, request)).outcome).toBe('joined');
    const rows = await app.db.query.selectFrom('waitingParties').select(['id', 'email', 'status']).where('eventId', '=', event.id).execute();
    expect(rows).toMatchObject([{ email, status: 'waiting' }]);
    const audit = await app.db.query.selectFrom('audit').select('actor').where('subjectId', '=', rows[0]!.id).where('action', '=', 'waiting_party.joined').execute();
    expect(audit).toEqual([{ actor: `user:${user.id}` }]);
  });

  test('without one confirms by mail as everybody', async () => {
    const { event } = await aSoldOutEvent({ maxTickets: 2 });
    await app.db.query.updateTable('users').set({ emailVerified: false }).where('email', '=', 'public@comboi.test').execute();
    const cookie = await signedIn(app, 'public@comboi.test');
    expect((await send(`/avisam/${event.id}`, { places: '2' }, cookie)).headers.get('Location')).toBe(`/avisam/${event.id}?enviat=1`);
    expect(await mailsAbout('public@comboi.test', 'Confirma el teu lloc')).toHaveLength(1);
  });
});

describe('freed places', () => {
  test('are offered in order, and the link opens the order for that entry', async () => {
    const { event, placed } = await aSoldOutEvent({ maxTickets: 5 });
    const [first, second] = [await aGuestOnTheList(event, 3), await aGuestOnTheList(event, 3)];
    await press(app, placed, 'cancel');
    await app.round('waiting lists');
    const [offer] = await mailsAbout(first.email, OFFER);
    expect(offer!.text).toContain('Us guardem 3 places fins al ');
    expect(await mailsAbout(second.email, OFFER)).toEqual([]);

    expect((await app.ask(`/order/${event.id}`)).headers.get('Location')).toBe(`/tickets?event=${event.id}`);
    const page = await app.ask(linkIn(offer!));
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    const cookie = cookieOf(page.headers);
    expect(await page.text()).toContain('Us guardem 3 places');
    const opened = await app.ask(`/order/${event.id}`, { headers: { Cookie: cookie } });
    expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('Us guardem 3 places')]);
    expect((await order(app, { event, quantity: 3, cookie })).status).toBe(201);
    expect(await textOf(first.link)).toContain('Ja tens la comanda feta');
    expect(await textOf(second.link)).toContain('Ets el <strong>1r</strong> grup');
  });

  test('whose offer nobody took go to the next, and who was late is told kindly', async () => {
    const { event, placed } = await aSoldOutEvent({ maxTickets: 2 });
    const [first, second] = [await aGuestOnTheList(event, 2), await aGuestOnTheList(event, 2)];
    await press(app, placed, 'cancel');
    await app.round('waiting lists');
    const cookie = cookieOf((await app.ask(first.link)).headers);
    app.clock.advance(12 * HOUR_MS);
    expect(await textOf(first.link)).toContain('L&#x27;oferta ha caducat');
    await app.round('waiting lists');
    expect(await mailsAbout(first.email, EXPIRED)).toHaveLength(1);
    expect(await mailsAbout(second.email, OFFER)).toHaveLength(1);
    expect((await app.ask(`/order/${event.id}`, { headers: { Cookie: cookie } })).headers.get('Location')).toContain('/avisam/lloc?codi=');
    expect((await order(app, { event, quantity: 1, cookie })).status).toBe(409);
    await app.round('waiting lists');
    expect(await mailsAbout(first.email, EXPIRED)).toHaveLength(1);
  });

  test('that are there when an entry confirms are offered to it at once, and the rest is on sale', async () => {
    const { event, placed } = await aSoldOutEvent({ maxTickets: 5 });
    const guest = await anUnconfirmedGuest(event, 2);
    await press(app, placed, 'cancel');
    await send(guest.link, { intent: 'confirm' });
    expect(await textOf(guest.link)).toContain('Us guardem 2 places');
    expect((await order(app, { event, quantity: 4 })).body).toMatchObject({ code: 'INSUFFICIENT_TICKETS', available: 3 });
    expect((await order(app, { event, quantity: 3 })).status).toBe(201);
  });

  test('of an entry that leaves its offer go to the next within the same request', async () => {
    const { event, placed } = await aSoldOutEvent({ maxTickets: 2 });
    const [first, second] = [await aGuestOnTheList(event, 2), await aGuestOnTheList(event, 1)];
    await press(app, placed, 'cancel');
    await app.round('waiting lists');
    await send(first.link, { intent: 'leave' });
    expect(await textOf(second.link)).toContain('Et guardem 1 plaça');
  });
});

describe('a list ends, and everybody is told once,', () => {
  const ends: [what: string, why: string, end: (event: EventDetail) => Promise<unknown>][] = [
    ['with the sale', "La venda s'ha tancat", async () => app.clock.advance(48 * HOUR_MS)],
    ['when the event is withdrawn', "L'acte no es farà", (event) => withdraw(app, event.id)],
    ['when it is archived', 'ja no està a la venda', (event) => changeEvent(app, event.id, { archivedAt: app.clock.now() })],
  ];

  test.each(ends)('%s', async (_what, why, end) => {
    const day = new Date(app.clock.now().getTime() + 24 * HOUR_MS).toISOString().slice(0, 10);
    const { event, placed } = await aSoldOutEvent({ maxTickets: 2, date: day, time: '23:00' });
    const [first, second] = [await aGuestOnTheList(event, 2), await aGuestOnTheList(event, 2)];
    await press(app, placed, 'cancel');
    await app.round('waiting lists');
    await end(event);
    await app.round('waiting lists');
    await app.round('waiting lists');
    await app.round('withdrawals');
    for (const { email, link } of [first, second]) {
      const notices = await mailsAbout(email, "La llista d'espera s'ha acabat");
      expect(notices.map(({ text }) => text)).toEqual([expect.stringContaining(why)]);
      expect(await textOf(link)).toContain('La llista s&#x27;ha acabat');
    }
  });
});

describe('an admin', () => {
  const manageList = async (event: EventDetail, fields: Record<string, string>) => {
    const answer = await send(`/admin/waiting-list/${event.id}`, fields, await signedIn(app, 'admin@comboi.test'));
    return answer.status;
  };

  test('lets smaller entries pass, offers out of turn, removes and closes', async () => {
    const { event, placed } = await aSoldOutEvent({ maxTickets: 6 });
    const large = await anEntry(app, event, 6);
    await app.db.query.updateTable('eventStock').set({ maxTickets: 5 }).where('eventId', '=', event.id).execute();
    const [middle, small] = [await anEntry(app, event, 3), await anEntry(app, event, 2)];
    await press(app, placed, 'cancel');
    await app.round('waiting lists');
    expect((await entryOf(app, middle)).status).toBe('waiting');
    expect(await textOf(`/admin/waiting-list/${event.id}`, await signedIn(app, 'admin@comboi.test'))).toContain('Hi ha 5 de 6 places apartades per al primer grup. Els de darrere esperen.');

    expect(await manageList(event, { intent: 'offer', party: small })).toBe(303);
    expect((await entryOf(app, small)).status).toBe('offered');
    expect(await manageList(event, { intent: 'smaller' })).toBe(303);
    expect([(await entryOf(app, large)).status, (await entryOf(app, middle)).status]).toEqual(['waiting', 'offered']);
    expect(await manageList(event, { intent: 'offer', party: large })).toBe(409);
    expect(await manageList(event, { intent: 'remove', party: large })).toBe(303);
    expect((await entryOf(app, large)).status).toBe('removed');
    expect(await manageList(event, { intent: 'remove', party: large })).toBe(409);
    expect(await manageList(event, { intent: 'close' })).toBe(303);
    expect([(await entryOf(app, middle)).status, (await entryOf(app, small)).status]).toEqual(['ended', 'ended']);
    expect((await order(app, { event, quantity: 5 })).status).toBe(201);
  });

  test('takes the list as a sheet with a password typed lately, without formulas', async () => {
    const { event } = await aSoldOutEvent({ maxTickets: 2 });
    await anEntry(app, event, 2, '=cmd@example.com');
    const csv = `/api/admin/events/${event.id}/waiting-list.csv`;
    const answer = await app.ask(csv, { headers: { Cookie: await signedIn(app, 'admin@comboi.test') } });
    const text = Buffer.from(await answer.arrayBuffer()).toString();
    expect([answer.status, text.split('\r\n')[0]]).toEqual([200, '\u{FEFF}Estat;Persones;Correu;Apuntat;Oferta;Fins a;Comanda']);
    expect(text).toContain(`Espera;2;'=cmd@example.com;`);
    expect((await app.ask(csv, { headers: { Cookie: await signedIn(app, 'soci@comboi.test') } })).status).toBe(403);
  });

  test('is asked for only where places lie idle shortly before the sale ends', async () => {
    const attention = async () => /Llistes d(?:'|&#x27;)espera: \d/.test(await textOf('/admin', await signedIn(app, 'admin@comboi.test')));
    const day = new Date(app.clock.now().getTime() + 24 * HOUR_MS).toISOString().slice(0, 10);
    const event = await anEvent(app, { maxTickets: 3, date: day, time: '23:00' });
    const placed = await aPlacedOrder(app, { event, quantity: 2 });
    await aPaidOrder(app, { event, quantity: 1 });
    await anEntry(app, event, 3);
    await anEntry(app, event, 2);
    expect(await attention()).toBe(false);
    await press(app, placed, 'cancel');
    await app.round('waiting lists');
    expect(await attention()).toBe(true);
    await manageList(event, { intent: 'smaller' });
    expect(await attention()).toBe(false);
  });

  test('sees a login that lacks the right refused', async () => {
    const { event } = await aSoldOutEvent({ maxTickets: 2 });
    const answer = await send(`/admin/waiting-list/${event.id}`, { intent: 'close' }, await signedIn(app, 'comissio@comboi.test'));
    expect(answer.status).toBe(403);
  });
});

test('who never confirmed is forgotten after two days, and all addresses thirty days after the event', async () => {
  const { event } = await aSoldOutEvent({ maxTickets: 2 });
  const [requested, listed] = [await anUnconfirmedGuest(event, 1), await aGuestOnTheList(event, 2)];
  app.clock.advance(49 * HOUR_MS);
  await app.round('retention');
  const mailed = async (email: string) => (await app.db.query.selectFrom('mails').select('id').where('recipient', '=', email).execute()).length;
  const left = async (email: string) => (await app.db.query.selectFrom('waitingParties').select('id').where('email', '=', email).execute()).length;
  expect([await left(requested.email), await left(listed.email), await mailed(requested.email)]).toEqual([0, 1, 0]);
  app.clock.advance(61 * 24 * HOUR_MS);
  await app.round('waiting lists');
  await mailsTo(listed.email);
  await app.round('retention');
  expect(await left(listed.email)).toBe(0);
  expect(await mailed(listed.email)).toBe(0);
});
