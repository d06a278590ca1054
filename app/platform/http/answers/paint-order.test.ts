import { expect, test } from 'vitest';

import { orderByPaint } from './paint-order.server.ts';

const VIEWPORT = '<meta name="viewport" content="width=device-width"/>';
const SCRIPT = '<link rel="modulepreload" nonce="N" href="/assets/a.js"/>';
const SHEETS = '<link rel="stylesheet" href="/assets/site.css"/><link rel="stylesheet" href="/own.css"/>';

test('style sheets are asked for first, in their order, and scripts wait for them; nothing changes its place', () => {
  const ordered = orderByPaint(`<html><head><meta charset="utf-8"/>${VIEWPORT}${SCRIPT}${SHEETS}</head><body></body></html>`);
  const ahead = '<link rel="preload" as="style" href="/assets/site.css"/><link rel="preload" as="style" href="/own.css"/>';
  expect(ordered).toBe(`<html><head><meta charset="utf-8"/>${VIEWPORT}${ahead}${SCRIPT.replace('<link', '<link fetchpriority="low"')}${SHEETS}</head><body></body></html>`);
});

test('a page with elements of staff pages names their style sheet after the one of all pages', () => {
  const site = '<link rel="stylesheet" href="/assets/style-Ab_1.css"/>';
  const page = (name: string): string => orderByPaint(`<html><head>${VIEWPORT}${site}</head><body><p class="${name}"></p></body></html>`);
  expect(page('staff_row_12')).toContain(`${site}<link rel="stylesheet" href="/assets/style-Ab_1.staff.css"/></head>`);
  expect(page('staff_row_12')).toContain(`${VIEWPORT}<link rel="preload" as="style" href="/assets/style-Ab_1.css"/><link rel="preload" as="style" href="/assets/style-Ab_1.staff.css"/>`);
  expect(page('_row_12')).not.toContain('.staff.css');
});

test('what only looks like a head, in the words of a page, is left alone', () => {
  const page = `<html><head>${VIEWPORT}</head><body>${SHEETS}${SCRIPT}</body></html>`;
  expect(orderByPaint(page)).toBe(page);
});
