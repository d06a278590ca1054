import { expect, test } from 'vitest';

import type { DoorAnswer, DoorTicket } from './answer.ts';
import { groundTone, isUnread, toneOfAnswer, UNREAD_WORDS, unreadOf } from './unread.ts';
import { answerTone, UNMARKED, verdictOf } from './verdict.ts';

const ID = 'ABCDEFGHIJKLMNOPQRSTUVWX27';
const TICKET: DoorTicket = { id: ID, ticketNumber: '', eventTitle: 'Sopar', eventDate: '2027-03-15', eventTime: '21:00', userType: 'public', menu_selection: null, extras_selection: [], note: null, table: null, used_at: null, party: { size: 1, inside: 0 } };

test.each([
  [ID, 'scanner', null],
  [ID, 'camera', null],
  [ID.slice(0, 25), 'scanner', 'NOT_WHOLE'],
  [ID.slice(9), 'scanner', 'NOT_WHOLE'],
  [`${ID}${ID}`, 'scanner', 'NOT_WHOLE'],
  ['cketId":"ABCDEFGHIJKLMNO"}', 'scanner', 'NOT_WHOLE'],
  ['D-1794700000-0042-T1', 'scanner', 'NOT_WHOLE'],
  ['27"} https://example.com', 'scanner', 'NOT_WHOLE'],
  ['{"ticketId":1}', 'scanner', null],
  ['ORD-1794700000-0042-T1', 'camera', null],
  ['https://example.com/menu', 'scanner', 'FOREIGN'],
  ['8410000000017', 'scanner', 'FOREIGN'],
  ['WIFI:S:casal;;', 'camera', 'FOREIGN'],
  ['Oferta', 'camera', 'FOREIGN'],
] as const)('%s read by a %s', (text, by, code) => {
  expect(unreadOf(text, by)?.code ?? null).toBe(code);
});

test('what was not read whole asks for another try, what is none of ours does not enter', () => {
  const [part, foreign] = [unreadOf(ID.slice(9), 'scanner')!, unreadOf('https://example.com', 'camera')!];
  expect([part, foreign].map((answer) => [isUnread(answer), answer.success, answer.message, toneOfAnswer(answer)])).toEqual([
    [true, false, UNREAD_WORDS.NOT_WHOLE.message, 'warn'],
    [true, false, UNREAD_WORDS.FOREIGN.message, 'no'],
  ]);
  expect(unreadOf(' 84100000 ', 'scanner')?.code).toBe('FOREIGN');
  for (const digits of ['8410000', '841000000001700']) expect(unreadOf(digits, 'scanner')?.code).toBe('NOT_WHOLE');
});

test('an answer has the tone of its verdict, but for dishes that nothing marks', () => {
  const dishes = { ...TICKET, dishes: [] };
  const tones = ([{ ...verdictOf('VALID'), ticket: TICKET }, verdictOf('REFUNDED'), { ...UNMARKED, ticket: dishes }, { ...UNMARKED, ticket: TICKET }, { ...verdictOf('VALID'), ticket: dishes }] as DoorAnswer[]).map(toneOfAnswer);
  expect(tones).toEqual(['yes', 'no', 'warn', answerTone(UNMARKED), 'yes']);
  expect([UNMARKED, { ...verdictOf('REFUNDED'), ticket: dishes }].map(toneOfAnswer)).toEqual([answerTone(UNMARKED), 'no']);
  expect(verdictOf('VALID')).not.toSatisfy(isUnread);
});

test('the ground stays plain while nothing has been done, and only then', () => {
  const [valid, refused] = [verdictOf('VALID'), verdictOf('REFUNDED')];
  expect([groundTone({ step: 'preview', answer: valid }), groundTone({ step: 'result', answer: valid }), groundTone({ step: 'preview', answer: refused }), groundTone({ step: 'result', answer: refused })]).toEqual(['none', 'yes', 'no', 'no']);
});
