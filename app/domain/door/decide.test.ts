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
  return { kind: 'verify', mode: 'in', read, hashes: { id: ticketId && hashOf(ticketId), number: ticketNumber && hashOf(ticketNumber) }, mayUseNumber: false, nonce: 'n', now: NOW, passEnded: false, ...input };
}

function acting(kind: 'admit' | 'undo', ticketId: string, input: Partial<ActOnPhone> = {}): ActOnPhone {
  return { kind, ticketId, hash: hashOf(ticketId), nonce: 'n', now: NOW, passEnded: false, ...input };
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

  test('undoes what it let in by one more entry, and needs the server for a ticket that it does not know', () => {
    const { answer, entry } = decide(LISTS, new Map([[hashOf(MINE), INSIDE]]), acting('undo', MINE));
    expect(answer).toMatchObject({ success: true, code: 'VALID', message: 'Entrada desfeta: el tiquet torna a ser vàlid', ticket: { party: { inside: 0 } } });
    expect(entry).toEqual({ hash: hashOf(MINE), nonce: 'undo:n', decision: 'VALID', undoes: 'n', listAsOf: AS_OF });
    expect(decide(LISTS, EMPTY, acting('undo', NEITHER))).toEqual({ answer: null, entry: null });
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

test('a ticket that the list does not have is not called unknown: the phone says how old its list is', () => {
  const { answer, entry } = decide(LISTS, EMPTY, verifying(NEITHER));
  expect(answer).toMatchObject({ success: false, code: 'NOT_LISTED', message: "No està en la llista d'este mòbil (de fa 40 min)" });
  expect(answerTone(answer!)).toBe('warn');
  expect(entry).toMatchObject({ decision: 'NOT_FOUND', listAsOf: '2027-03-15T20:00:00Z' });
});

test("one of another event's list is refused by that event's name", () => {
  for (const scan of [verifying(THEIRS), acting('admit', THEIRS)]) expect(decide(LISTS, EMPTY, scan).answer).toMatchObject({ code: 'OTHER_EVENT', message: 'Este tiquet és per a un altre acte: Dinar de germanor' });
});

test('what is no code of a ticket is still not found', () => {
  expect(decide(LISTS, EMPTY, verifying('https://example.com')).answer).toMatchObject({ code: 'NOT_FOUND' });
});

test('a pass that has run out admits nobody without network, and leaves nothing to hand in', () => {
  for (const scan of [verifying(MINE, { passEnded: true }), acting('admit', MINE, { passEnded: true })]) {
    expect(decide(LISTS, EMPTY, scan)).toEqual({ answer: { success: false, code: 'PASS_ENDED', message: 'El passe ha caducat: ja no deixa entrar ningú' }, entry: null });
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
