import { expect, test } from 'vitest';

import { BUCKETS, MB } from './bucket.ts';
import { fileRefusalText } from './file-refusal.ts';

test('a booklet that is too large is told its size, never less than it has, and the limit that is enforced', () => {
  const { maxUploadBytes } = BUCKETS.booklets;
  const text = fileRefusalText({ code: 'TOO_LARGE', bytes: maxUploadBytes + 1 }, 'booklets');
  expect(text).toBe(`L'arxiu és massa gran (50,1MB). El màxim permés és ${maxUploadBytes / MB}MB.`);
});
