import { expect, test } from 'vitest';

import { assertAllPermitted, API_ROUTES, pagePaths, PAGES } from './permissions.server.ts';

const EVERYTHING = { pages: Object.keys(PAGES), calls: Object.keys(API_ROUTES) };

test('what the table names may be opened', () => {
  expect(() => assertAllPermitted(EVERYTHING)).not.toThrow();
});

test('a page without a line keeps the app from starting', () => {
  expect(() => assertAllPermitted({ ...EVERYTHING, pages: [...EVERYTHING.pages, '/admin/secret'] })).toThrow('/admin/secret');
});

test('a call without a line keeps the app from starting', () => {
  expect(() => assertAllPermitted({ ...EVERYTHING, calls: [...EVERYTHING.calls, 'POST /api/events'] })).toThrow('POST /api/events');
});

test('a line that inherits its name permits nothing', () => {
  expect(() => assertAllPermitted({ ...EVERYTHING, calls: [...EVERYTHING.calls, 'constructor'] })).toThrow('constructor');
});

test('a line for a page that does not exist is a mistake as well', () => {
  expect(() => assertAllPermitted({ ...EVERYTHING, pages: EVERYTHING.pages.slice(1) })).toThrow(EVERYTHING.pages[0]!);
});

test('a page inside a frame is known by its whole path, an index by that of its parent', () => {
  const route = (id: string, parentId: string | undefined, path: string | undefined, index = false) => [id, { id, parentId, path, index }];
  const routes = Object.fromEntries([route('root', undefined, ''), route('frame', 'root', undefined), route('home', 'frame', undefined, true), route('order', 'frame', 'order/:eventId')]);
  expect(pagePaths({ routes } as unknown as Parameters<typeof pagePaths>[0])).toEqual(['/', '/order/:eventId']);
});
