import { expect, test } from 'vitest';

import { saleAnswerFrom } from './ask-again.ts';

test.each([
  ['sold', 201, { orderId: 'o1' }, { outcome: 'sold', orderId: 'o1' }],
  ['refused', 409, { code: 'TILL_NOT_OPEN', message: 'Tancada' }, { outcome: 'refused', problem: 'Tancada' }],
  ['not said to whoever has no right any more, made or not', 403, { code: 'FORBIDDEN', message: 'No' }, { outcome: 'unknown' }],
  ['refused once the shift is over', 403, { code: 'SHIFT_OVER', message: 'Acabat' }, { outcome: 'refused', problem: 'Acabat' }],
  ['not known while the drawer closes', 409, { code: 'TILL_CLOSING', message: 'Tancant' }, null],
  ['not known while nobody is signed in', 401, { code: 'NOT_SIGNED_IN', message: 'Qui eres' }, null],
  ['not known where the server is too busy', 503, { code: 'BUSY', message: 'Ara no' }, null],
  ['not known by what a proxy says', 403, { error: 'Forbidden' }, null],
])('a lost sale is %s', (_what, status, body, answer) => expect(saleAnswerFrom(status, body)).toEqual(answer));
