import { expect, test } from 'vitest';

import { tablesInRestoreOrder } from './restore-order.ts';

test('what is referred to comes first, and a circle is told', () => {
  const tables = ['scans', 'orders', 'tickets', 'events'].map((name) => ({ name }));
  const references = [
    { from: 'scans', to: 'tickets' },
    { from: 'tickets', to: 'orders' },
    { from: 'tickets', to: 'events' },
    { from: 'orders', to: 'events' },
  ];
  expect(tablesInRestoreOrder(tables, references).map(({ name }) => name)).toEqual(['events', 'orders', 'tickets', 'scans']);
  expect(() => tablesInRestoreOrder(tables, [...references, { from: 'events', to: 'scans' }])).toThrow('in a circle: scans, orders, tickets, events');
});
