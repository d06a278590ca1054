import { expect, test } from 'vitest';

import { hidePrivate, loggableError, loggablePath } from './loggable.server.ts';

const ORDER = '0b8f2e3c-9a1d-4c52-8e77-3f1f0a9c2d11';

test.each([
  [`http://x/api/orders/${ORDER}`, '/api/orders/:id'],
  [`http://x/api/orders/${ORDER.replaceAll('-', '')}`, '/api/orders/:id'],
  ['http://x/ticket/6GXYNO77GXIEMAPHDUZ73V4RG2', '/ticket/:ticket'],
  ['http://x/api/tickets/ORD-1795227959-0005-T1', '/api/tickets/:number'],
  ['http://x/reset;token=abc/next', '/reset/next'],
  ['http://x/payment-success?order_id=1', '/payment-success'],
  ['http://x/tickets', '/tickets'],
])('of %s the log says %s', (url, expected) => {
  expect(loggablePath(url)).toBe(expected);
});

test('a path can begin no line of its own in a log', () => {
  expect(loggablePath('http://x/api/orders/x%0A99:99%20ERROR%20fake%00')).not.toMatch(/[\r\n\0]/);
});

test('what the database tells of a row is not repeated, nor who is named in a message', () => {
  const error = Object.assign(new Error(`no mail for empar@example.com of ${ORDER}`), {
    code: '23514',
    constraint: 'orders_total_check',
    detail: `Failing row contains (${ORDER}, empar@example.com).`,
    cause: new Error('because of joan@example.com'),
  });
  const logged = JSON.stringify(loggableError(error));
  expect(logged).toContain('23514');
  expect(logged).not.toMatch(/empar|joan|0b8f2e3c|Failing row/);
});

test('line breaks of a stack stay, other control characters do not', () => {
  expect(hidePrivate('a\nb\u001b[31mc\rd')).toBe('a\nb [31mc d');
});
