import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { collectPersonalData, erasePersonalData } from '#app/features/personal-data/service.server.ts';
import { aMember, anAppWithPost, login, mailsFor, sendForm } from '#tests/support/people/accounts.ts';
import { messageOf } from '#tests/support/app/admin-pages.ts';
import { anEvent, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { accept, aShift } from '#tests/support/app/shifts.ts';
import type { OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let post: OutgoingMail[];
let admin: string;
beforeAll(async () => {
  ({ app, post } = await anAppWithPost({ env: { COMBOI_ADMIN_SECOND_FACTOR: '0' } }));
  admin = await login(app, await aMember(app, { role: 'admin', name: 'Amparo' }));
});
afterAll(() => closeInOrder(app));

async function aSignedIn(input: Parameters<typeof aMember>[1] = {}) {
  const member = await aMember(app, input);
  return { ...member, cookie: await login(app, member) };
}

const html = async (path: string, cookie: string): Promise<string> => (await (await app.ask(path, { headers: { Cookie: cookie } })).text()).replaceAll('<!-- -->', '');
const press = async (cookie: string, intent: 'apuntar' | 'llevar', torn: string): Promise<Response> => sendForm(app, '/torns', { intent, torn }, { cookie });
const byAdmin = async (path: string, fields: Record<string, string>): Promise<Response> => sendForm(app, path, fields, { cookie: admin });

async function statesOf(shiftId: string): Promise<string[]> {
  return (await app.db.query.selectFrom('shiftSignups').select('state').where('shiftId', '=', shiftId).orderBy('askedAt').orderBy('userId').execute()).map(({ state }) => state);
}

async function shiftsOf(eventId: number) {
  return app.db.query.selectFrom('shifts').select(['kind', 'dayOffset', 'starts', 'ends', 'places', 'note']).where('eventId', '=', eventId).orderBy('dayOffset').orderBy('starts').execute();
}

async function actionsOf(shiftId: string): Promise<string[]> {
  return (await app.db.query.selectFrom('audit').select('action').where('subject', '=', 'shift').where('subjectId', '=', shiftId).orderBy('id').execute()).map(({ action }) => action);
}

describe('a member', () => {
  test('takes a place at the bar at once, sees who else is there, and leaves it again', async () => {
    const event = await anEvent(app, { title: 'Sopar de la barra' });
    const shift = await aShift(app, event, { note: 'Quedem al casal' });
    const [one, other, third] = [await aSignedIn({ name: 'Neus Roca' }), await aSignedIn({ name: 'Pau Vidal' }), await aSignedIn({ name: 'Tercera Persona' })];
    expect(await html('/torns', one.cookie)).toContain('Falten 2 persones');
    const taken = await press(one.cookie, 'apuntar', shift);
    expect([taken.status, taken.headers.get('Location')]).toEqual([303, '/torns?fet=apuntat']);
    await press(other.cookie, 'apuntar', shift);
    const own = await html('/torns?fet=apuntat', one.cookie);
    for (const words of ['Sopar de la barra', 'Quedem al casal', '✓ Apuntat', 'Amb Pau Vidal', '20:00–23:00', "T&#x27;hi has apuntat"]) expect(own).toContain(words);
    const outside = await html('/torns', third.cookie);
    expect(outside).toContain('Complet');
    for (const name of ['Neus Roca', 'Pau Vidal']) expect(outside).not.toContain(name);

    const late = await press(third.cookie, 'apuntar', shift);
    expect(late.status).toBe(409);
    expect(await late.text()).toContain('se l&#x27;acaba d&#x27;emportar una altra persona');
    expect((await press(other.cookie, 'llevar', shift)).headers.get('Location')).toBe('/torns?fet=llevat');
    expect((await press(third.cookie, 'apuntar', shift)).status).toBe(303);
    expect(await statesOf(shift)).toEqual(['confirmed', 'confirmed']);
    expect(await actionsOf(shift)).toEqual(['shift.taken', 'shift.taken', 'shift.left', 'shift.taken']);
  });

  test('who repeats it is in it once', async () => {
    const shift = await aShift(app, await anEvent(app));
    const { cookie } = await aSignedIn();
    for (let again = 0; again < 3; again += 1) expect((await press(cookie, 'apuntar', shift)).headers.get('Location')).toBe('/torns?fet=apuntat');
    expect(await statesOf(shift)).toEqual(['confirmed']);
  });

  test('does not see, or take, what is not for them', async () => {
    const event = await anEvent(app, { visibility: 'comision', title: 'Sopar reservat' });
    const shift = await aShift(app, event);
    const [socio, committee] = [await aSignedIn(), await aSignedIn({ role: 'comision' })];
    expect(await html('/torns', socio.cookie)).not.toContain('Sopar reservat');
    expect((await press(socio.cookie, 'apuntar', shift)).status).toBe(409);
    expect((await press(committee.cookie, 'apuntar', shift)).status).toBe(303);
    expect(await statesOf(shift)).toEqual(['confirmed']);
    const guest = await app.ask('/torns');
    expect([guest.status, guest.headers.get('Location')]).toEqual([303, '/login?next=%2Ftorns']);
  });

  test('is not in two places at once: the other one is named', async () => {
    const event = await anEvent(app);
    const [bar, kitchen, after] = [await aShift(app, event), await aShift(app, event, { kind: 'kitchen', starts: '22:30', ends: '23:30' }), await aShift(app, event, { kind: 'setup', starts: '23:00', ends: '00:30' })];
    const { cookie } = await aSignedIn();
    await press(cookie, 'apuntar', bar);
    const listed = (await (await app.ask('/torns', { headers: { Cookie: cookie } })).text()).replaceAll('<!-- -->', '');
    expect(listed).toContain('A eixa hora ja tens un altre torn: Barra');
    expect([listed.includes(`value="${kitchen}"`), listed.includes(`value="${after}"`)]).toEqual([false, true]);
    const refused = await press(cookie, 'apuntar', kitchen);
    expect(refused.status).toBe(409);
    expect((await refused.text()).replaceAll('<!-- -->', '')).toContain('A eixa hora ja tens un altre torn: Barra');
    expect((await press(cookie, 'apuntar', after)).status).toBe(303);
    expect([await statesOf(kitchen), await statesOf(after)]).toEqual([[], ['confirmed']]);
  });

  test('leaves no gap a quarter of an hour before it begins', async () => {
    const event = await anEvent(app, { date: addDays(dayInMadrid(app.clock.now()), -1) });
    const shift = await aShift(app, event);
    const member = await aSignedIn();
    await accept(app, shift, member);
    const late = await press(member.cookie, 'llevar', shift);
    expect(late.status).toBe(409);
    expect(await statesOf(shift)).toEqual(['confirmed']);
    expect((await press((await aSignedIn()).cookie, 'apuntar', shift)).status).toBe(409);
  });
});

describe('an admin', () => {
  test('makes shifts, sees the gaps, accepts who asked for the door, and refuses another', async () => {
    const event = await anEvent(app, { title: 'Sopar amb porta' });
    const board = `/admin/torns/${event.id}`;
    expect((await byAdmin(board, { intent: 'make', kind: 'door', day: '0', starts: '20:30', ends: '00:30', places: '1', note: '' })).status).toBe(303);
    const { id: shift } = await app.db.query.selectFrom('shifts').select('id').where('eventId', '=', event.id).executeTakeFirstOrThrow();
    const [neus, pau] = [await aSignedIn({ name: 'Neus Porta' }), await aSignedIn({ name: 'Pau Porta' })];
    for (const { cookie } of [neus, pau]) expect((await press(cookie, 'apuntar', shift)).headers.get('Location')).toBe('/torns?fet=demanat');
    expect(await statesOf(shift)).toEqual(['asked', 'asked']);
    const page = await html(board, admin);
    for (const words of ['Porta, 20:30–00:30', 'Falta 1 persona', 'Neus Porta', 'Pau Porta', '2 persones esperen']) expect(page).toContain(words);
    expect(await html('/admin/torns', admin)).toContain('2 per acceptar');

    expect((await byAdmin(board, { intent: 'accept', shift, person: neus.id })).status).toBe(303);
    const full = await byAdmin(board, { intent: 'accept', shift, person: pau.id });
    expect([full.status, (await full.text()).includes('El torn ja està complet')]).toEqual([409, true]);
    expect((await byAdmin(board, { intent: 'turn-down', shift, person: pau.id })).status).toBe(303);
    expect(await actionsOf(shift)).toEqual(['shift.made', 'shift.asked', 'shift.asked', 'shift.accepted', 'shift.turned_down']);
    expect((await mailsFor(app, post, neus.email)).map(({ subject }) => subject)).toEqual(['Torn acceptat: Sopar amb porta']);
    expect((await mailsFor(app, post, pau.email)).map(({ subject }) => subject)).toEqual(["Esta vegada no t'hem pogut donar el torn: Sopar amb porta"]);
    expect((await press(pau.cookie, 'apuntar', shift)).status).toBe(409);
    expect(await html('/torns', pau.cookie)).toContain('Cobert');
  });

  test('assigns by address, and what can not be is said beside it', async () => {
    const event = await anEvent(app, { visibility: 'socio' });
    const shift = await aShift(app, event, { places: 1 });
    const board = `/admin/torns/${event.id}`;
    const [member, outsider] = [await aMember(app), await aMember(app, { role: 'public' })];
    const wrong = async (email: string): Promise<string> => {
      const answer = await byAdmin(board, { intent: 'assign', row: shift, shift, email });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      return answer.text();
    };
    expect(await wrong('ningu@example.com')).toContain('No hi ha cap compte actiu amb este correu');
    const hidden = await wrong(outsider.email);
    for (const words of ['Este compte no pot vore este acte', `value="${outsider.email}"`]) expect(hidden).toContain(words);
    expect((await byAdmin(board, { intent: 'assign', row: shift, shift, email: member.email.toUpperCase() })).status).toBe(303);
    expect(await wrong((await aMember(app)).email)).toContain('El torn ja està complet');
    expect((await mailsFor(app, post, member.email)).at(-1)?.subject).toContain("T'han posat en un torn");
    expect(await actionsOf(shift)).toEqual(['shift.assigned']);
  });

  test('does not overlook what another admin changed, nor put fewer places than there are people', async () => {
    const event = await anEvent(app);
    const shift = await aShift(app, event);
    for (const one of [await aMember(app), await aMember(app)]) await accept(app, shift, one);
    const page = `/admin/torns/${event.id}/${shift}`;
    const fields = { intent: 'shift', version: '1', day: '0', starts: '20:00', ends: '23:00', places: '3', note: '' };
    expect((await byAdmin(page, fields)).status).toBe(303);
    const second = await byAdmin(page, { ...fields, places: '4' });
    expect(second.status).toBe(409);
    const text = await second.text();
    for (const words of ['· 3 persones', '· 4 persones']) expect(text).toContain(words);
    const few = await byAdmin(page, { ...fields, version: '2', places: '1' });
    expect((await few.text()).replaceAll('<!-- -->', '')).toContain('Ja hi ha 2 apuntats');
    const nothing = await byAdmin(page, { ...fields, version: '2', ends: '20:00' });
    expect(await nothing.text()).toContain('acabar a una altra hora que la de començar');
    expect(await app.db.query.selectFrom('shifts').select(['places', 'version']).where('id', '=', shift).executeTakeFirstOrThrow()).toEqual({ places: 3, version: 2 });
  });

  test('takes a sheet along: a line for each person and for each that is missing, on which no formula runs', async () => {
    const event = await anEvent(app, { title: 'Sopar del full' });
    const shift = await aShift(app, event, { places: 2 });
    await accept(app, shift, await aMember(app, { name: '=1+1' }));
    const csv = await app.ask(`/api/admin/events/${event.id}/shifts.csv`, { headers: { Cookie: admin } });
    const lines = (await csv.text()).trim().split(/\r?\n/);
    expect(csv.headers.get('Content-Type')).toContain('text/csv');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain("'=1+1");
    expect(lines[2]).toMatch(/;falta$/);
    expect((await app.ask(`/api/admin/events/${event.id}/shifts.csv`, { headers: { Cookie: (await aSignedIn()).cookie } })).status).toBe(403);
    const print = await html(`/admin/torns/${event.id}/imprimir`, admin);
    for (const words of ['Sopar del full', '=1+1', 'Falta algú']) expect(print).toContain(words);
  });
});

describe('what moves or ends', () => {
  test('a shift that is deleted is told to who was in it, and is gone', async () => {
    const event = await anEvent(app, { title: 'Sopar sense barra' });
    const shift = await aShift(app, event);
    const member = await aSignedIn();
    await press(member.cookie, 'apuntar', shift);
    expect((await byAdmin(`/admin/torns/${event.id}`, { intent: 'delete', shift })).status).toBe(303);
    const mails = await mailsFor(app, post, member.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["El torn s'ha anul·lat: Sopar sense barra"]);
    expect(mails[0]?.text).toContain('de 20:00 a 23:00');
    expect(await html('/torns', member.cookie)).not.toContain('Sopar sense barra');
    expect((await press(member.cookie, 'apuntar', shift)).status).toBe(409);
  });

  test('hours that change are told once; a place more is not', async () => {
    const event = await anEvent(app);
    const shift = await aShift(app, event);
    const member = await aMember(app);
    await accept(app, shift, member);
    const page = `/admin/torns/${event.id}/${shift}`;
    await byAdmin(page, { intent: 'shift', version: '1', day: '0', starts: '20:00', ends: '23:00', places: '5', note: 'Més mans' });
    await app.round('shift changes');
    expect(await mailsFor(app, post, member.email)).toEqual([]);
    await byAdmin(page, { intent: 'shift', version: '2', day: '-1', starts: '18:00', ends: '19:00', places: '5', note: '' });
    await Promise.all([app.round('shift changes'), app.round('shift changes')]);
    await app.round('shift changes');
    const mails = await mailsFor(app, post, member.email);
    expect(mails.map(({ subject }) => subject)).toEqual([`El teu torn ha canviat: ${event.title}`]);
    expect(mails[0]?.text).toContain('de 18:00 a 19:00');
  });

  test('a shift moves with its event, and ends when that is withdrawn', async () => {
    const event = await anEvent(app);
    const shift = await aShift(app, event);
    const member = await aSignedIn();
    await accept(app, shift, member);
    await app.db.query.updateTable('events').set({ eventDate: addDays(event.date, 7) }).where('id', '=', event.id).execute();
    await app.round('shift changes');
    expect((await mailsFor(app, post, member.email)).map(({ subject }) => subject)).toEqual([`El teu torn ha canviat: ${event.title}`]);
    expect(await withdraw(app, event.id)).toBe(true);
    await app.round('shift changes');
    await app.round('shift changes');
    expect((await mailsFor(app, post, member.email)).slice(1).map(({ subject }) => subject)).toEqual([`L'acte no es farà, i el teu torn tampoc: ${event.title}`]);
    expect(await html('/torns', member.cookie)).toContain('L&#x27;acte no es farà');
    expect((await press((await aSignedIn()).cookie, 'apuntar', shift)).status).toBe(409);
  });

  test('an account that is erased leaves its place free, and tells what it was before', async () => {
    const event = await anEvent(app, { title: 'Sopar recordat' });
    const shift = await aShift(app, event, { places: 1 });
    const [gone, next] = [await aMember(app), await aSignedIn()];
    await accept(app, shift, gone);
    expect(JSON.stringify(await collectPersonalData(app.deps, gone.email))).toContain('Sopar recordat');
    expect((await press(next.cookie, 'apuntar', shift)).status).toBe(409);
    expect(await erasePersonalData(app.deps, gone.email)).toMatchObject({ outcome: 'erased' });
    expect((await press(next.cookie, 'apuntar', shift)).status).toBe(303);
    expect(await statesOf(shift)).toEqual(['confirmed']);
  });

  test('ninety days after the event nobody knows who was there', async () => {
    const today = dayInMadrid(app.clock.now());
    const [old, recent] = [await anEvent(app, { date: addDays(today, -91) }), await anEvent(app, { date: addDays(today, -89) })];
    const shifts = [await aShift(app, old, { note: 'Amb Empar' }), await aShift(app, recent, { note: 'Amb Pau' })];
    for (const shift of shifts) await accept(app, shift, await aMember(app));
    await app.round('retention');
    expect(await Promise.all(shifts.map(statesOf))).toEqual([[], ['confirmed']]);
    expect(await shiftsOf(old.id)).toEqual([{ kind: 'bar', dayOffset: 0, starts: '20:00', ends: '23:00', places: 2, note: null }]);
    expect(await shiftsOf(recent.id)).toMatchObject([{ note: 'Amb Pau' }]);
  });

  test('an event that is copied takes its shifts along, counted from its new day and with nobody in them', async () => {
    const event = await anEvent(app);
    await aShift(app, event, { kind: 'setup', dayOffset: -1, starts: '18:00', ends: '20:00', places: 6, note: 'Porteu guants' });
    const door = await aShift(app, event, { kind: 'door', starts: '20:30', ends: '01:00' });
    await accept(app, door, await aMember(app));
    const answer = await byAdmin('/admin/events/new', { from: String(event.id), title: 'El mateix sopar', date: addDays(event.date, 7), time: event.time, description: 'Una altra volta', price: '18,00', image: '🥘', visibility: 'public', sure: 'on' });
    expect([answer.status, messageOf(answer)]).toEqual([303, "Esdeveniment creat. S'han copiat els seus 2 torns, encara sense ningú. Ara els menús."]);
    const copy = Number(/\d+$/.exec(answer.headers.get('Location')!)![0]);
    expect(await shiftsOf(copy)).toEqual(await shiftsOf(event.id));
    const signups = await app.db.query.selectFrom('shiftSignups').innerJoin('shifts', 'shifts.id', 'shiftSignups.shiftId').select('shifts.eventId').where('shifts.eventId', 'in', [event.id, copy]).execute();
    expect(signups).toEqual([{ eventId: event.id }]);
  });
});
