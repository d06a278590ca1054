import { UNSAFE_ErrorResponseImpl as Answer } from 'react-router';
import { expect, test } from 'vitest';

import { lostAnswerText, NO_CONNECTION, withEveryFailureReported } from './lost-connection.ts';

const OURS = expect.stringContaining('El servidor no ha pogut contestar');

test.each([
  ['no answer', new TypeError('Failed to fetch'), NO_CONNECTION],
  ["a proxy's own page", new Answer(502, 'Bad Gateway', '<h1>502</h1>'), OURS],
  ['an error on our side', new Error('Unexpected Server Error'), OURS],
  ['an answer that is none', new Error('Unable to decode turbo-stream response'), OURS],
  ['too many requests', new Answer(429, '', null), OURS],
  ['an ended session', new Answer(401, '', null), null],
  ['somebody who may not', new Answer(403, '', null), null],
  ['what is not there', new Answer(404, '', null), null],
  ['a way elsewhere', new Response(null, { status: 302 }), null],
])('beside a form after %s', (_what, error, text) => {
  expect(lostAnswerText(error)).toEqual(text);
});

test('a page that tells every failure tells a refusal too, and whether it was the connection', async () => {
  async function after(failure: unknown): Promise<unknown> {
    const ask = async (): Promise<null> => {
      throw failure;
    };
    return withEveryFailureReported<string | null>(ask, (lost) => lost);
  }
  expect(await after(new Answer(403, 'Forbidden', '<h1>403</h1>'))).toMatchObject({ data: null, init: { status: 503 } });
  expect(await after(new TypeError('Failed to fetch'))).toMatchObject({ data: NO_CONNECTION, init: { status: 503 } });
  const redirect = new Response(null, { status: 302, headers: { Location: '/login' } });
  await expect(after(redirect)).rejects.toBe(redirect);
});
