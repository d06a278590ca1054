import { expect, test } from 'vitest';

import { orderByPaint } from './paint-order.server.ts';

const VIEWPORT = '<meta name="viewport" content="width=device-width"/>';
const SCRIPT = '<link rel="modulepreload" nonce="N" href="/assets/a.js"/>';
const SHEETS = ['<link rel="stylesheet" href="/assets/site.css"/>', '<link rel="stylesheet" href="/own.css"/>'] as const;

test('style sheets come first, in their order, and scripts wait for them', () => {
  const ordered = orderByPaint(`<html><head><meta charset="utf-8"/>${VIEWPORT}${SCRIPT}${SHEETS.join('')}</head><body></body></html>`);
  expect(ordered).toBe(`<html><head><meta charset="utf-8"/>${VIEWPORT}${SHEETS.join('')}${SCRIPT.replace('<link', '<link fetchpriority="low"')}</head><body></body></html>`);
});

test('what only looks like a head, in the words of a page, is left alone', () => {
  const page = `<html><head>${VIEWPORT}</head><body>${SHEETS.join('')}${SCRIPT}</body></html>`;
  expect(orderByPaint(page)).toBe(page);
});
