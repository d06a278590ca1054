import { describe, expect, test } from 'vitest';

import { ORDER_STATUSES, TICKET_STATUSES } from '../order/status.ts';
import { ADMISSION_CODES, decideAdmission, decideUndo, type DoorRules, mayUndo, type TicketAtDoor } from './admission.ts';
import { admissionText, admissionTone, answerTone, userTypeText } from './verdict.ts';

const DOOR: DoorRules = { eventIds: [7], allowsReentry: false };
const TICKET: TicketAtDoor = { eventId: 7, status: 'active', orderStatus: 'paid', suspended: false, outside: false };

describe('a door', () => {
  test.each<[string, TicketAtDoor | 'replaced' | null, Partial<DoorRules>, string]>([
    ['lets in a paid ticket', TICKET, {}, 'VALID'],
    ['lets in a ticket that cost nothing', { ...TICKET, orderStatus: 'completed' }, {}, 'VALID'],
    ['does not know every code', null, {}, 'NOT_FOUND'],
    ['knows a ticket that was given away', 'replaced', {}, 'REPLACED'],
    ["refuses another event's ticket", { ...TICKET, eventId: 8 }, {}, 'OTHER_EVENT'],
    ["says nothing else of another event's ticket", { ...TICKET, eventId: 8, status: 'refunded' }, {}, 'OTHER_EVENT'],
    ['takes any event where none was chosen', { ...TICKET, eventId: 8 }, { eventIds: null }, 'VALID'],
    ['refuses a ticket that nobody paid', { ...TICKET, status: 'pending_payment', orderStatus: 'pending_payment' }, {}, 'NOT_PAID'],
    ['refuses an active ticket of an unpaid order', { ...TICKET, orderStatus: 'pending_payment' }, {}, 'NOT_PAID'],
    ['refuses a cancelled ticket', { ...TICKET, status: 'cancelled' }, {}, 'CANCELLED'],
    ['refuses a ticket whose order was cancelled', { ...TICKET, orderStatus: 'cancelled' }, {}, 'CANCELLED'],
    ['refuses a ticket that was paid back', { ...TICKET, status: 'refunded' }, {}, 'REFUNDED'],
    ['refuses a ticket whose order was paid back', { ...TICKET, orderStatus: 'refunded' }, {}, 'REFUNDED'],
    ['says paid back rather than cancelled', { ...TICKET, status: 'cancelled', orderStatus: 'refunded' }, {}, 'REFUNDED'],
    ['refuses a ticket that waits in a paid order', { ...TICKET, status: 'pending_payment' }, {}, 'NOT_PAID'],
    ['refuses a used ticket of a disputed payment as disputed', { ...TICKET, status: 'used', suspended: true }, { allowsReentry: true }, 'SUSPENDED'],
    ['refuses a ticket of a disputed payment', { ...TICKET, suspended: true }, {}, 'SUSPENDED'],
    ['names what is final before what may pass', { ...TICKET, status: 'refunded', suspended: true }, {}, 'REFUNDED'],
    ['refuses a used ticket', { ...TICKET, status: 'used' }, {}, 'ALREADY_USED'],
    ['refuses a used ticket of somebody inside, though going out is allowed', { ...TICKET, status: 'used' }, { allowsReentry: true }, 'ALREADY_USED'],
    ['refuses whoever went out where that is not allowed', { ...TICKET, status: 'used', outside: true }, {}, 'ALREADY_USED'],
  ])('%s', (_what, ticket, door, code) => {
    expect(decideAdmission(ticket, { ...DOOR, ...door }).code).toBe(code);
  });

  test('lets back in whoever went out, where that is allowed', () => {
    expect(decideAdmission(TICKET, { ...DOOR, allowsReentry: true })).toEqual({ code: 'VALID', entry: 'entry' });
    expect(decideAdmission({ ...TICKET, status: 'used', outside: true }, { ...DOOR, allowsReentry: true })).toEqual({ code: 'VALID', entry: 'reentry' });
  });

  test('lets in for nothing but an active ticket of a paid order, whatever else is combined', () => {
    const let_in = TICKET_STATUSES.flatMap((status) => ORDER_STATUSES.map((orderStatus) => ({ ...TICKET, status, orderStatus })))
      .filter((ticket) => decideAdmission(ticket, DOOR).code === 'VALID')
      .map(({ status, orderStatus }) => `${status} of ${orderStatus}`);
    expect(let_in).toEqual(['active of paid', 'active of completed']);
  });
});

test('a mistake is taken back within a minute by the same device, by an admin at any time', () => {
  const admittedAt = new Date('2027-03-15T20:00:00Z');
  const after = (seconds: number): Date => new Date(admittedAt.getTime() + seconds * 1000);
  expect(mayUndo({ isAdmin: false, isSameDevice: true, admittedAt }, after(60))).toBe(true);
  expect(mayUndo({ isAdmin: false, isSameDevice: true, admittedAt }, after(61))).toBe(false);
  expect(mayUndo({ isAdmin: false, isSameDevice: false, admittedAt }, after(1))).toBe(false);
  expect(mayUndo({ isAdmin: true, isSameDevice: false, admittedAt }, after(36_000))).toBe(true);
});

test('an undo frees the ticket, unless another door let somebody in by it meanwhile, or it was given back', () => {
  const now = new Date('2027-03-15T20:00:30Z');
  const act = { isAdmin: false, isSameDevice: true, admittedAt: new Date('2027-03-15T20:00:00Z'), isConflict: false, hasSecond: false, isPaid: true };
  expect(decideUndo(act, now)).toBe('free');
  expect(decideUndo({ ...act, hasSecond: true }, now)).toBe('others');
  expect(decideUndo({ ...act, isConflict: true }, now)).toBe('others');
  expect(decideUndo({ ...act, isSameDevice: false }, now)).toBe('too_late');
  expect(decideUndo({ ...act, isConflict: true }, new Date('2027-03-15T20:01:01Z'))).toBe('too_late');
  expect(decideUndo(null, now)).toBe('nothing');
  expect(decideUndo({ ...act, isPaid: false }, now)).toBe('refunded');
  expect(decideUndo({ ...act, isPaid: false, isSameDevice: false }, now)).toBe('too_late');
});

describe('each answer', () => {
  test('has a sentence of its own', () => {
    const sentences = ADMISSION_CODES.map((code) => admissionText(code));
    expect(new Set(sentences).size).toBe(ADMISSION_CODES.length);
    expect(sentences).toContain('Tiquet vàlid');
    expect(sentences).toContain('Tiquet no trobat');
    expect(sentences).toContain('Format de QR JSON invàlid');
  });

  test('is amber exactly where its sentence says that the ticket was used', () => {
    for (const code of ADMISSION_CODES) expect(admissionTone(code) === 'warn').toBe(admissionText(code).includes('usat'));
    expect(ADMISSION_CODES.filter((code) => admissionTone(code) === 'yes')).toEqual(['VALID', 'ADMITTED']);
  });

  test('of an act that was refused is never green', () => {
    expect(answerTone({ success: false, code: 'VALID' })).toBe('no');
    expect(answerTone({ success: true, code: 'VALID' })).toBe('yes');
    expect(answerTone({ success: true, code: 'ALREADY_USED' })).toBe('warn');
  });

  test('says when and where a ticket was used, and that it was this very device', () => {
    const usedAt = '2027-03-15T20:04:30Z';
    expect(admissionText('ALREADY_USED', { usedAt, door: 'Porta 2' })).toBe('Tiquet ja usat a les 21:04 · Porta 2');
    expect(admissionText('ALREADY_USED', { usedAt, now: '2027-03-15T22:59:00Z' })).toBe('Tiquet ja usat a les 21:04');
    expect(admissionText('ALREADY_USED', { usedAt, now: '2027-03-15T23:01:00Z', door: 'Porta 2' })).toBe('Tiquet ja usat el 15 de març, 2027 a les 21:04 · Porta 2');
    expect(admissionText('ALREADY_USED', { usedAt, ownSecondsAgo: 12 })).toBe('Tiquet ja usat fa 12\u00a0s, en este dispositiu');
    expect(admissionText('OTHER_EVENT', { eventTitle: 'Concert' })).toContain('Concert');
  });
});

test('a price category is called as the spec calls it', () => {
  expect(['comision', 'socio', 'admin', 'public', 'constructor'].map(userTypeText)).toEqual(['🔴 Comissió', '🔵 Soci', '🟢 Taquilla', '🔵 Online', '🔵 Online']);
});
