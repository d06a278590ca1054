import { expect, test } from 'vitest';

import { RIGHTS } from '#app/domain/people/rights.ts';

import { hasAdminIcon } from './admin-icons.tsx';
import { adminNavFor } from './admin-nav.server.ts';

test('each entry of the rail bears the icon of its feature', () => {
  const items = adminNavFor({ rights: RIGHTS });
  expect(items.length).toBeGreaterThan(10);
  expect(items.filter(({ feature }) => !hasAdminIcon(feature))).toEqual([]);
});
