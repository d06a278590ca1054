import { expect, test } from 'vitest';

import { pageOfList } from './paging.ts';

test.each([
  [{ total: 0, page: 1 }, { page: 1, pages: 1, offset: 0 }],
  [{ total: 50, page: 1 }, { page: 1, pages: 1, offset: 0 }],
  [{ total: 51, page: 2 }, { page: 2, pages: 2, offset: 50 }],
  [{ total: 51, page: 9 }, { page: 2, pages: 2, offset: 50 }],
  [{ total: 51, page: 0 }, { page: 1, pages: 2, offset: 0 }],
])('of a list %o that shows fifty at once: %o', (list, expected) => {
  expect(pageOfList({ ...list, size: 50 })).toEqual({ ...expected, limit: 50 });
});
