import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

/** Reads what others write. */
const FORGIVING = 'app/domain/time/dates.ts';

const TEXTS = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => join('app', path))
  .filter((path) => path !== FORGIVING);

test('every apostrophe that people read is straight', () => {
  const curly = [...TEXTS, 'db/cast.ts'].filter((path) => readFileSync(path, 'utf8').includes('’'));
  expect(curly).toEqual([]);
});
