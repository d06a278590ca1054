import { expect, test } from 'vitest';

import type { DoorAnswer, DoorTicket } from './answer.ts';
import { INSIDE, modesOf, previewIn, readMode } from './mode.ts';
import { unreadOf } from './unread.ts';
import { EXIT_VERDICTS, verdictOf } from './verdict.ts';

const TICKET: DoorTicket = { id: 'A', ticketNumber: 'ORD-1-T1', eventTitle: 'Sopar', eventDate: '2027-03-15', eventTime: '21:00', userType: 'public', menu_selection: null, extras_selection: [], note: null, table: null, used_at: null, party: { size: 1, inside: 0 } };
const answered = (code: 'VALID' | 'ALREADY_USED' | 'REFUNDED'): DoorAnswer => ({ ...verdictOf(code), ticket: TICKET });

test.each([
  [null, ['in']],
  [{ exitReentry: false, kitchenService: false }, ['in']],
  [{ exitReentry: true, kitchenService: false }, ['in', 'out']],
  [{ exitReentry: false, kitchenService: true }, ['in', 'serve']],
  [{ exitReentry: true, kitchenService: true }, ['in', 'out', 'serve']],
])('of an event that has %o the door does %o', (event, modes) => {
  expect(modesOf(event)).toEqual(modes);
});

test.each([['in', 'in'], ['out', 'out'], ['serve', 'serve'], ['fora', 'in'], [null, 'in']])('«%s» is read as «%s»', (written, mode) => {
  expect(readMode(written)).toBe(mode);
});

test('at the exit a used ticket is what one wants to see, and one that never came in is not', () => {
  expect(previewIn('out', answered('ALREADY_USED'))).toEqual({ ...answered('ALREADY_USED'), success: true, code: 'VALID', message: INSIDE });
  expect(previewIn('out', answered('VALID'))).toEqual({ ...answered('VALID'), success: false, message: EXIT_VERDICTS.not_inside.message });
  expect(previewIn('out', answered('REFUNDED'))).toEqual(answered('REFUNDED'));
});

test('elsewhere, and without a ticket, an answer stays as it is', () => {
  for (const mode of ['in', 'serve'] as const) expect(previewIn(mode, answered('ALREADY_USED'))).toEqual(answered('ALREADY_USED'));
  for (const answer of [verdictOf('ALREADY_USED'), unreadOf('mig codi', 'scanner')!]) expect(previewIn('out', answer)).toBe(answer);
});
