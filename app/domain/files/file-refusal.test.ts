import { expect, test } from 'vitest';

import { BUCKETS, MB } from './bucket.ts';
import { fileRefusalText, shrunkImageProblem } from './file-refusal.ts';

test('a booklet that is too large is told its size, never less than it has, and the limit that is enforced', () => {
  const { maxUploadBytes } = BUCKETS.booklets;
  const text = fileRefusalText({ code: 'TOO_LARGE', bytes: maxUploadBytes + 1 }, 'booklets');
  expect(text).toBe(`L'arxiu és massa gran (50,1MB). El màxim permés és ${maxUploadBytes / MB}MB.`);
});

test('a picture that the browser has made smaller may have the 5 MB that its field names, and not a byte more', () => {
  expect(shrunkImageProblem(5 * MB)).toBeNull();
  expect(shrunkImageProblem(5 * MB + 1)).toBe('La imagen es demasiado grande. Máximo 5MB.');
  expect(fileRefusalText({ code: 'TOO_LARGE', bytes: 15 * MB + 1 }, 'events')).toBe('La imagen es demasiado grande. Máximo 15MB.');
});
