import { expect, test } from 'vitest';

import { awardsByYear } from './award.ts';

test('the newest year stands first, and a year keeps the order of its awards', () => {
  const [first, second, old] = [{ year: 2026, title: 'Primer' }, { year: 2026, title: 'Segon' }, { year: 1999, title: 'Vell' }];
  expect(awardsByYear([old!, first!, second!])).toEqual([
    { year: 2026, awards: [first, second] },
    { year: 1999, awards: [old] },
  ]);
});
