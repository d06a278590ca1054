import { describe, expect, test } from 'vitest';

import type { OrderStatus, TicketStatus } from '../order/status.ts';
import { type ActOnPhone, decide, type FetchedList, fold, groupOnPhone, type ListedTicket, type LoggedTicket, type PhoneLists, type PhoneLog, type VerifyOnPhone } from './decide.ts';
import { readScannedText } from './scanned-text.ts';
import { answerTone, listAgeText } from './verdict.ts';

const NOW = '2027-03-15T20:30:00.000Z';
const AS_OF = '2027-03-15T20:00:00Z';
const MINUTE_MS = 60_000;
const MINE = 'A'.repeat(26);
const FRIEND = 'D'.repeat(26);
const THEIRS = 'B'.repeat(26);
const NEITHER = 'C'.repeat(26);
const PAELLA = [{ section_name: 'Principal', items: [{ name: 'Paella', emoji: '🥘' }] }];

/** What stands for a text on the list, here the text itself. */
const hashOf = (text: string): string => `hash of ${text}`;

function aListedTicket(id: string, input: Partial<ListedTicket> = {}): ListedTicket {
  return { hash: hashOf(id), number: hashOf(`ORD-${id[0]}`), status: 'active', orderStatus: 'paid', suspended: false, outside: false, userType: 'public', menu: 0, party: 'p', usedAt: null, hasNote: false, ...input };
}

function aList(input: { eventId?: number; title?: string; tickets: ListedTicket[]; retired?: string[]; exitReentry?: boolean; ageMs?: number | null }): FetchedList {
  const event = { id: input.eventId ?? 1, title: input.title ?? 'Sopar', date: '2027-03-15', time: '21:00', exitReentry: input.exitReentry ?? false, kitchenService: false };
  return { eventId: event.id, ageMs: input.ageMs === undefined ? 40 * MINUTE_MS : input.ageMs, list: { asOf: AS_OF, event, tickets: input.tickets, menus: [{ menu: PAELLA, extras: [] }], retired: input.retired ?? [] } };
}

const OTHERS = [aList({ eventId: 2, title: 'Dinar de germanor', tickets: [aListedTicket(THEIRS)] })];
const LISTS: PhoneLists = { own: aList({ tickets: [aListedTicket(MINE), aListedTicket(FRIEND)] }), others: OTHERS };
const EMPTY: PhoneLog = new Map();

function verifying(text: string, input: Partial<VerifyOnPhone> = {}): VerifyOnPhone {
  const read = readScannedText(text);
  const { ticketId, ticketNumber } = read.kind === 'ticket' ? read : { ticketId: null, ticketNumber: null };
  return { kind: 'verify', mode: 'in', read, hashes: { id: ticketId && hashOf(ticketId), number: ticketNumber && hashOf(ticketNumber) }, mayUseNumber: false, nonce: 'n', now: NOW, ended: null, ...input };
}

function acting(kind: 'admit' | 'undo', ticketId: string, input: Partial<ActOnPhone> = {}): ActOnPhone {
  return { kind, ticketId, hash: hashOf(ticketId), nonce: 'n', now: NOW, ended: null, ...input };
}

/** A phone's list with one ticket as given, and what the phone itself did to it. */
function holding(ticket: Partial<ListedTicket>, input: { logged?: LoggedTicket; exitReentry?: boolean } = {}): [PhoneLists, PhoneLog] {
  return [{ own: aList({ tickets: [aListedTicket(MINE, ticket)], exitReentry: input.exitReentry ?? false }), others: [] }, input.logged === undefined ? EMPTY : new Map([[hashOf(MINE), input.logged]])];
}

const INSIDE: LoggedTicket = { at: '2027-03-15T20:29:48.000Z', isFree: false };
const FREED: LoggedTicket = { at: '2027-03-15T20:29:48.000Z', isFree: true };

describe('a phone without network', () => {
  test.each<[string, ReturnType<typeof holding>, string, string]>([
    ['lets in a ticket of its list', holding({}), 'ADMITTED', 'Endavant'],
    ['refuses one that was used before the list was made', holding({ status: 'used', usedAt: '2027-03-15T19:00:00Z' }), 'ALREADY_USED', 'Tiquet ja usat a les 20:00'],
    ['refuses one that it let in itself', holding({}, { logged: INSIDE }), 'ALREADY_USED', 'Tiquet ja usat fa 12\u00a0s, en este dispositiu'],
    ['lets in again whose admission was undone here', holding({ status: 'used' }, { logged: FREED }), 'ADMITTED', 'Endavant'],
    ['refuses one that was paid back', holding({ status: 'refunded' }), 'REFUNDED', 'Tiquet reemborsat'],
    ['refuses one that was paid back after it let it in', holding({ status: 'refunded' }, { logged: INSIDE }), 'REFUNDED', 'Tiquet reemborsat'],
    ['refuses one of an unpaid order', holding({ orderStatus: 'pending_payment' }), 'NOT_PAID', 'Comanda sense pagar'],
    ['refuses one of a disputed payment', holding({ suspended: true }), 'SUSPENDED', 'Tiquet suspés: el pagament està en disputa'],
    ['lets back in whoever went out', holding({ status: 'used', outside: true }, { exitReentry: true }), 'ADMITTED', 'Endavant'],
    ['knows that they came back by this very phone', holding({ status: 'used', outside: true }, { exitReentry: true, logged: INSIDE }), 'ALREADY_USED', 'Tiquet ja usat fa 12\u00a0s, en este dispositiu'],
  ])('%s, and keeps what it decided', (_what, [lists, log], code, message) => {
    const { answer, entry } = decide(lists, log, acting('admit', MINE));
    expect(answer).toMatchObject({ success: code === 'ADMITTED', code, message });
    expect(entry).toEqual({ hash: hashOf(MINE), nonce: 'n', decision: code, listAsOf: AS_OF });
  });

  test('decides as the server does, whatever is combined', () => {
    const letIn = (['active', 'used', 'cancelled'] as TicketStatus[]).flatMap((status) =>
      (['paid', 'completed', 'refunded'] as OrderStatus[]).filter((orderStatus) => decide(...holding({ status, orderStatus }), acting('admit', MINE)).answer?.success).map((orderStatus) => `${status} of ${orderStatus}`),
    );
    expect(letIn).toEqual(['active of paid', 'active of completed']);
  });

  test('knows an id that its ticket no longer has', () => {
    const lists = { own: aList({ tickets: [], retired: [hashOf(MINE)] }), others: [] };
    for (const scan of [acting('admit', MINE), verifying(MINE)]) expect(decide(lists, EMPTY, scan)).toMatchObject({ answer: { code: 'REPLACED' }, entry: { decision: 'REPLACED' } });
  });

  test('counts who of the order is inside, whoever is just let in among them', () => {
    const { answer, entry } = decide(LISTS, EMPTY, acting('admit', MINE));
    expect(answer?.ticket).toMatchObject({ party: { size: 2, inside: 1 }, used_at: NOW });
    const group = groupOnPhone(LISTS.own, fold(EMPTY, entry!, NOW), hashOf(MINE));
    expect(group.map(({ status }) => status)).toEqual(['used', 'active']);
  });

  test('refuses at the next scan whom it has just let in, and says how long ago', () => {
    const { entry } = decide(LISTS, EMPTY, acting('admit', MINE));
    const again = decide(LISTS, fold(EMPTY, entry!, NOW), acting('admit', MINE, { now: '2027-03-15T20:30:12.000Z' }));
    expect(again.answer).toMatchObject({ success: false, code: 'ALREADY_USED', message: 'Tiquet ja usat fa 12\u00a0s, en este dispositiu' });
  });

  test('undoes what it let in by one more entry, and needs the server for a ticket that it does not know', () => {
    const { answer, entry } = decide(LISTS, new Map([[hashOf(MINE), INSIDE]]), acting('undo', MINE));
    expect(answer).toMatchObject({ success: true, code: 'VALID', message: 'Entrada desfeta: el tiquet torna a ser vàlid', ticket: { party: { inside: 0 } } });
    expect(entry).toEqual({ hash: hashOf(MINE), nonce: 'undo:n', decision: 'VALID', undoes: 'n', listAsOf: AS_OF });
    expect(decide(LISTS, EMPTY, acting('undo', NEITHER))).toEqual({ answer: null, entry: null, logged: null });
  });
});

describe('a verification without network', () => {
  test.each<[string, string, Partial<VerifyOnPhone>, string]>([
    ['an id of the list', MINE, {}, 'VALID'],
    ['JSON that names it', JSON.stringify({ ticketId: MINE, ticketNumber: 'ORD-A', eventId: 1 }), {}, 'VALID'],
    ["JSON with another ticket's number", JSON.stringify({ ticketId: MINE, ticketNumber: 'ORD-D' }), {}, 'NOT_FOUND'],
    ['JSON with another event', JSON.stringify({ ticketId: MINE, eventId: 2 }), {}, 'NOT_FOUND'],
    ['JSON that names nothing', '{"x":1}', {}, 'BAD_QR'],
    ['a number that an account typed', 'ORD-A', { mayUseNumber: true }, 'VALID'],
    ['a number before a camera', 'ORD-A', {}, 'NOT_FOUND'],
  ])('of %s', (_what, text, input, code) => {
    expect(decide(LISTS, EMPTY, verifying(text, input)).answer?.code).toBe(code);
  });

  test('leaves a refusal in the log, and nothing where the ticket may enter', () => {
    expect(decide(LISTS, EMPTY, verifying(MINE)).entry).toBeNull();
    expect(decide(...holding({ status: 'cancelled' }), verifying(MINE)).entry).toMatchObject({ decision: 'CANCELLED', nonce: 'n' });
  });

  test('shows dishes that nothing marks', () => {
    const { answer, entry } = decide(LISTS, EMPTY, verifying(MINE, { mode: 'serve' }));
    expect(answer).toMatchObject({ success: false, code: 'VALID', message: "Sense connexió no es pot marcar: apunta't el tiquet", ticket: { dishes: [{ name: 'Paella', servedAt: null }] } });
    expect(entry).toBeNull();
  });
});

describe('what a phone shows of its list', () => {
  const STRANGER = 'E'.repeat(26);
  const ended = (['cancelled', 'refunded'] as const).map((status, at) => aListedTicket(`${'FG'[at]}`.repeat(26), { status }));
  const full: PhoneLists = {
    own: aList({ tickets: [aListedTicket(STRANGER, { party: 'q', status: 'used' }), aListedTicket(MINE, { table: 'Taula 4', hasNote: true }), ...ended, aListedTicket(FRIEND, { status: 'used', usedAt: '2027-03-15T19:00:00Z', menu: 7 })] }),
    others: [],
  };

  test('is the ticket that was scanned, by its id, its number or both', () => {
    const expected = { success: true, code: 'VALID', ticket: { id: MINE, ticketNumber: '', used_at: null, menu_selection: PAELLA, extras_selection: [], table: 'Taula 4', note: 'només amb connexió', party: { size: 2, inside: 1 } } };
    expect(decide(full, EMPTY, verifying(MINE)).answer).toMatchObject(expected);
    expect(decide(full, EMPTY, verifying(JSON.stringify({ ticketId: MINE, ticketNumber: 'ORD-A' }))).answer).toMatchObject({ ...expected, ticket: { ...expected.ticket, ticketNumber: 'ORD-A' } });
    expect(decide(full, EMPTY, verifying('ORD-A', { mayUseNumber: true })).answer).toMatchObject({ ...expected, ticket: { ...expected.ticket, id: hashOf(MINE), ticketNumber: 'ORD-A' } });
  });

  test('is without dishes where the list lacks them, and with the hour at which it was used', () => {
    const { answer, entry } = decide(full, EMPTY, verifying(FRIEND));
    expect(answer).toMatchObject({ success: false, code: 'ALREADY_USED', ticket: { id: FRIEND, used_at: '2027-03-15T19:00:00Z', menu_selection: null, extras_selection: [], table: null, note: null, party: { size: 2, inside: 1 } } });
    expect(entry).toMatchObject({ hash: hashOf(FRIEND), decision: 'ALREADY_USED' });
  });

  test('is the extras that were bought', () => {
    const own = aList({ tickets: [aListedTicket(MINE)] });
    own.list.menus = [{ menu: PAELLA, extras: [{ name: 'Coca' }] }];
    expect(decide({ own, others: [] }, EMPTY, verifying(MINE)).answer?.ticket?.extras_selection).toEqual([{ name: 'Coca' }]);
  });

  test('is no hour of use where the ticket may enter again, or its admission was undone here', () => {
    expect(decide(...holding({ status: 'used', outside: true, usedAt: '2027-03-15T19:00:00Z' }, { exitReentry: true }), verifying(MINE)).answer).toMatchObject({ code: 'VALID', ticket: { used_at: null } });
    expect(decide(...holding({ status: 'refunded', usedAt: '2027-03-15T19:00:00Z' }, { logged: FREED }), verifying(MINE)).answer).toMatchObject({ code: 'REFUNDED', ticket: { used_at: null } });
  });

  test('is the group of its order, and nobody for a ticket that is not there', () => {
    const inside = new Map([[hashOf(MINE), INSIDE], [hashOf(FRIEND), FREED]]);
    expect(groupOnPhone(full.own, inside, hashOf(FRIEND))).toEqual([
      { ticketId: hashOf(MINE), ticketNumber: '', status: 'used' },
      ...ended.map(({ hash, status }) => ({ ticketId: hash, ticketNumber: '', status })),
      { ticketId: hashOf(FRIEND), ticketNumber: '', status: 'active' },
    ]);
    expect(groupOnPhone(full.own, EMPTY, hashOf(STRANGER))).toEqual([{ ticketId: hashOf(STRANGER), ticketNumber: '', status: 'used' }]);
    expect(groupOnPhone(full.own, EMPTY, hashOf(NEITHER))).toEqual([]);
  });
});

test('a number that is typed finds what the phone itself did to its ticket', () => {
  const { answer, entry } = decide(LISTS, new Map([[hashOf(MINE), INSIDE]]), verifying('ORD-A', { mayUseNumber: true }));
  expect([answer?.code, entry?.hash]).toEqual(['ALREADY_USED', hashOf(MINE)]);
});

test('what was refused changes nothing on the phone', () => {
  const { entry } = decide(...holding({ status: 'cancelled' }), acting('admit', MINE));
  expect(fold(EMPTY, entry!, NOW)).toEqual(EMPTY);
});

test('dishes are shown of a ticket that is inside, and not of one that may not enter', () => {
  const served = (ticket: Partial<ListedTicket>): ReturnType<typeof decide> => decide(...holding(ticket), verifying(MINE, { mode: 'serve' }));
  expect(served({ status: 'used' })).toMatchObject({ answer: { code: 'VALID', ticket: { dishes: [{ name: 'Paella' }] } }, entry: null });
  const refused = served({ status: 'refunded' });
  expect(refused).toMatchObject({ answer: { success: false, code: 'REFUNDED' }, entry: null });
  expect(refused.answer?.ticket).not.toHaveProperty('dishes');
  expect(decide(LISTS, EMPTY, verifying(NEITHER, { mode: 'serve' }))).toMatchObject({ answer: { code: 'NOT_LISTED' }, entry: null });
});

test('a ticket that the list does not have is not called unknown: the phone says how old its list is', () => {
  const { answer, entry } = decide(LISTS, EMPTY, verifying(NEITHER));
  expect(answer).toMatchObject({ success: false, code: 'NOT_LISTED', message: "No està en la llista d'este mòbil (de fa 40 min)" });
  expect(answerTone(answer!)).toBe('warn');
  expect(entry).toMatchObject({ decision: 'NOT_FOUND', listAsOf: '2027-03-15T20:00:00Z' });
});

test("one of another event's list is refused by that event's name", () => {
  const others = [aList({ eventId: 3, title: 'Concert', tickets: [aListedTicket(FRIEND)], retired: [hashOf(NEITHER)] }), aList({ eventId: 2, title: 'Dinar', tickets: [aListedTicket(FRIEND), aListedTicket(THEIRS)] })];
  const titleOf = (text: string, input: Partial<VerifyOnPhone> = {}): string | undefined => decide({ own: aList({ tickets: [] }), others }, EMPTY, verifying(text, input)).answer?.message;
  expect([titleOf(NEITHER), titleOf(THEIRS), titleOf('ORD-B', { mayUseNumber: true })]).toEqual(['Concert', 'Dinar', 'Dinar'].map((title) => `Este tiquet és per a un altre acte: ${title}`));
  expect(decide({ own: LISTS.own, others }, EMPTY, verifying(JSON.stringify({ ticketId: 'H'.repeat(26), ticketNumber: 'ORD-H' }))).answer?.code).toBe('NOT_LISTED');
  for (const scan of [verifying(THEIRS), acting('admit', THEIRS)]) expect(decide(LISTS, EMPTY, scan).answer).toMatchObject({ code: 'OTHER_EVENT', message: 'Este tiquet és per a un altre acte: Dinar de germanor' });
});

test('what is no code of a ticket is still not found', () => {
  expect(decide(LISTS, EMPTY, verifying('https://example.com')).answer).toMatchObject({ code: 'NOT_FOUND' });
});

test.each([
  ['pass', { code: 'PASS_ENDED', message: 'El passe ha caducat: ja no deixa entrar ningú' }],
  ['shift', { code: 'SHIFT_ENDED', message: "El teu torn de porta s'ha acabat: ja no deixa entrar ningú" }],
] as const)('a %s that has run out admits nobody without network, and leaves nothing to hand in', (ended, refusal) => {
  for (const scan of [verifying(MINE, { ended }), acting('admit', MINE, { ended })]) {
    expect(decide(LISTS, EMPTY, scan)).toEqual({ answer: { success: false, ...refusal }, entry: null, logged: null });
  }
});

test.each([
  [null, "d'edat desconeguda"],
  [30_000, "de fa menys d'un minut"],
  [40 * MINUTE_MS, 'de fa 40 min'],
  [3 * 60 * MINUTE_MS, 'de fa 3 h'],
  [72 * 60 * MINUTE_MS, 'de fa 3 dies'],
])('a list of %s ms is %s', (ageMs, text) => {
  expect(listAgeText(ageMs)).toBe(text);
});
