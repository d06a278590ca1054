import { expect, test } from 'vitest';

import { unreadOf } from './unread.ts';

const ID = 'ABCDEFGHIJKLMNOPQRSTUVWX27';

test.each([
  [ID, 'scanner', null],
  [ID, 'camera', null],
  [ID.slice(0, 25), 'scanner', 'NOT_WHOLE'],
  [ID.slice(9), 'scanner', 'NOT_WHOLE'],
  [`${ID}${ID}`, 'scanner', 'NOT_WHOLE'],
  ['cketId":"ABCDEFGHIJKLMNO"}', 'scanner', 'NOT_WHOLE'],
  ['D-1794700000-0042-T1', 'scanner', 'NOT_WHOLE'],
  ['{"ticketId":1}', 'scanner', null],
  ['ORD-1794700000-0042-T1', 'camera', null],
  ['https://example.com/menu', 'scanner', 'FOREIGN'],
  ['8410000000017', 'scanner', 'FOREIGN'],
  ['WIFI:S:casal;;', 'camera', 'FOREIGN'],
  ['Oferta', 'camera', 'FOREIGN'],
] as const)('%s read by a %s', (text, by, code) => {
  expect(unreadOf(text, by)?.code ?? null).toBe(code);
});
