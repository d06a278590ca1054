import { describe, expect, test } from 'vitest';

import { readScannedText } from './scanned-text.ts';

const ID = 'ABCDEFGHIJKLMNOPQRSTUVWX27';
const NUMBER = 'ORD-1794700000-0042-T1';

describe('a scanner reads', () => {
  test.each([
    ["a ticket's id", ID, ID, null, null],
    ['an id that a scanner in capitals turned round', ` ${ID.toLowerCase()}\n`, ID, null, null],
    ['a number', 'ord-1794700000-0042-t1 ', null, NUMBER, null],
    ['JSON of all parts', JSON.stringify({ ticketId: ID, ticketNumber: NUMBER, eventId: 3 }), ID, NUMBER, 3],
    ['JSON of an id alone', `{"ticketId":"${ID}"}`, ID, null, null],
    ['JSON with blanks round its parts', `{"ticketId":" ${ID}\\n","ticketNumber":" ${NUMBER} ","eventId":"12"}`, ID, NUMBER, 12],
    ['JSON as long as a code can be', `{"ticketId":"${ID}"${' '.repeat(2_000 - 15 - ID.length)}}`, ID, null, null],
    ['JSON of a number alone', `{"ticketNumber":"${NUMBER}","eventId":"3"}`, null, NUMBER, 3],
  ])('%s', (_what, text, ticketId, ticketNumber, eventId) => {
    expect(readScannedText(text)).toEqual({ kind: 'ticket', ticketId, ticketNumber, eventId });
  });

  test.each(['{', '{"ticketId":', '{}', '{"ticketId":1}', `{"ticketId":"${ID}x"}`, `{"ticketId":"${ID}","eventId":-1}`, `{"ticketId":"${ID}","eventId":1.5}`, `{"ticketId":"${ID}","ticketNumber":["${NUMBER}"]}`, `{"ticketId":"${ID}","ticketNumber":"hola"}`, ...['0', '"0"', '"3x"', '"x3"', '""', '"0x10"', '"1234567890"', '[3]', 'null', 'true'].map((eventId) => `{"ticketId":"${ID}","eventId":${eventId}}`)])(
    'no ticket in JSON like %s',
    (text) => {
      expect(readScannedText(text)).toEqual({ kind: 'bad_json' });
    },
  );

  test.each(['', '   ', 'hola', `${ID}A`, 'ORD-', "ORD-1' or 1=1", 'https://evil.example/ORD-1', '<img src=x onerror=alert(1)>', '\u0000', `[${JSON.stringify(ID)}]`, 'A'.repeat(10_000), `{${' '.repeat(10_000)}}`])(
    'nothing in other texts',
    (text) => {
      expect(readScannedText(text)).toEqual({ kind: 'unknown' });
    },
  );
});
