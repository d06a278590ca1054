import { describe, expect, test } from 'vitest';

import { PAGES } from '#app/features.ts';

import { assertAllDeclared, createRouteTable, DEFAULT_BODY_BYTES, pagePaths } from './route-table.server.ts';

const PATHS = PAGES.map(({ path }) => path);

test('what features declare may be opened', () => {
  expect(() => assertAllDeclared(PATHS, PATHS)).not.toThrow();
});

test.each(['/admin/secret', 'POST /api/events', 'constructor'])('what nobody declared keeps the app from starting: %s', (undeclared) => {
  expect(() => assertAllDeclared([...PATHS, undeclared], PATHS)).toThrow(undeclared);
});

test('a declaration of what does not exist is a mistake as well', () => {
  expect(() => assertAllDeclared(PATHS.slice(1), PATHS)).toThrow(PATHS[0]!);
});

test('no page is declared twice', () => {
  expect(PATHS.filter((path, index) => PATHS.indexOf(path) !== index)).toEqual([]);
});

test('a page inside a layout is known by its whole path, an index by that of its parent', () => {
  const route = (id: string, parentId: string | undefined, path: string | undefined, index = false) => [id, { id, parentId, path, index }];
  const routes = Object.fromEntries([
    route('root', undefined, ''),
    route('layout', 'root', undefined),
    route('home', 'layout', undefined, true),
    route('tickets', 'layout', 'tickets'),
    route('panel', 'tickets', undefined, true),
  ]);
  expect(pagePaths({ routes } as unknown as Parameters<typeof pagePaths>[0])).toEqual(['/', '/tickets']);
});

describe('a page with long forms', () => {
  const table = createRouteTable([
    { path: '/admin/users/import', screen: 'x.tsx', audience: { right: 'admin' }, formBytes: 1_000_000 },
    { path: '/contact', screen: 'y.tsx', audience: 'anyone' },
  ]);

  test.each(['/admin/users/import', '/admin/users/import.data', '/admin/users/import/'])('counts by itself: %s', (path) => {
    expect([table.takesLongForms(path), table.formBytesAt(path)]).toEqual([true, 1_000_000]);
  });

  test.each(['/contact', '/admin/users', '/admin/users/import/x'])('is no other: %s', (path) => {
    expect([table.takesLongForms(path), table.formBytesAt(path)]).toEqual([false, DEFAULT_BODY_BYTES]);
  });
});
