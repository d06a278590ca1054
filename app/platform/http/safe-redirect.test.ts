import { expect, test } from 'vitest';

import { PAGES } from '#app/features.ts';

import { createRouteTable } from './route-table.server.ts';
import { safePath } from './safe-redirect.ts';

const routes = createRouteTable(PAGES);

test.each(['/', '/my-tickets', '/order/3', '/checkout/3?cancelled=1', '/admin/users?q=%25'])('%s is a place to return to', (path) => {
  expect(safePath(path, routes)).toBe(path);
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'javascript:alert(1)',
  'my-tickets',
  '',
  '/login',
  '/logout',
  '/api/session',
  `/${'x'.repeat(600)}`,
  null,
  undefined,
  7,
])('%j is none', (path) => {
  expect(safePath(path, routes)).toBeNull();
});
