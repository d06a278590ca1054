import { UNSAFE_ErrorResponseImpl as Answer } from 'react-router';
import { expect, test } from 'vitest';

import { keepingPasswords } from './password-form.ts';

test.each([400, 403, 413, 502])('the passwords stay where they were typed when somebody between answers %i', async (status) => {
  const answer = await keepingPasswords(() => Promise.reject(new Answer(status, '', '<h1>No</h1>')), 'Error inesperat.');
  expect(answer).toMatchObject({ data: { done: false, problem: { field: null, text: 'Error inesperat.' } } });
});
