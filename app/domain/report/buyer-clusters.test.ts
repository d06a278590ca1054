import { expect, test } from 'vitest';

import { type BoughtOrder, buyerClusters } from './buyer-clusters.ts';

const order = (orderNumber: string, { buyer = null, email = null, tickets = 11 }: Partial<BoughtOrder>): BoughtOrder => ({ orderId: `id of ${orderNumber}`, orderNumber, buyer, email, tickets });
const numbers = (orders: BoughtOrder[], above = 20): string[][] => buyerClusters(orders, above).map((cluster) => cluster.orders.map(({ orderNumber }) => orderNumber));

test('orders of one account or browser are one buyer’s, whatever addresses they give', () => {
  expect(buyerClusters([order('1', { buyer: 'visitor:a', email: 'neus@example.com' }), order('2', { buyer: 'visitor:a', email: 'pau@example.com' })], 20)).toEqual([
    { emails: ['neus@example.com', 'pau@example.com'], orders: [{ orderId: 'id of 1', orderNumber: '1' }, { orderId: 'id of 2', orderNumber: '2' }], tickets: 22 },
  ]);
});

test.each([
  ['Neus@example.com', 'neus@example.com', true],
  ['neus+1@example.com', 'neus+sopar@example.com', true],
  ['n.eus@gmail.com', 'neus+a@googlemail.com', true],
  ['n.eus@example.com', 'neus@example.com', false],
  ['neus@gmail.com', 'pau@gmail.com', false],
  ['+1@example.com', '+2@example.com', false],
  ['neus@example.com', 'neus@example.org', false],
])('%s and %s are one mailbox: %s', (one, other, isOne) => {
  expect(numbers([order('1', { email: one }), order('2', { email: other })]).length).toBe(isOne ? 1 : 0);
});

test('an address is told once, however many orders it has, and one without address adds none', () => {
  const orders = [order('1', { buyer: 'user:a', email: 'a@example.com' }), order('2', { buyer: 'user:a', email: 'a@example.com' }), order('3', { buyer: 'user:a' })];
  expect(buyerClusters(orders, 20)).toMatchObject([{ emails: ['a@example.com'], tickets: 33 }]);
});

test('an account and a mailbox that are called the same are two', () => {
  expect(numbers([order('1', { buyer: 'a@example.com' }), order('2', { email: 'a@example.com' })])).toEqual([]);
});

test('a third order joins two that share nothing', () => {
  const orders = [order('1', { buyer: 'visitor:a', email: 'a@example.com' }), order('2', { buyer: 'user:b', email: 'b@example.com' }), order('3', { buyer: 'visitor:a', email: 'b@example.com', tickets: 1 })];
  expect(numbers(orders.slice(0, 2))).toEqual([]);
  expect(numbers(orders)).toEqual([['1', '2', '3']]);
});

test('those without buyer and address stand alone, what one order may have is nobody’s cluster, and the most comes first', () => {
  expect(numbers([order('1', {}), order('2', {})])).toEqual([]);
  expect(numbers([order('1', { tickets: 21 }), order('2', { tickets: 21 })])).toEqual([['1'], ['2']]);
  expect(numbers([order('1', { buyer: 'user:a', tickets: 20 })])).toEqual([]);
  const two = (buyer: string, tickets: number): BoughtOrder[] => ['x', 'y'].map((name) => order(buyer + name, { buyer, tickets }));
  expect(numbers([...two('few', 11), ...two('many', 20)])).toEqual([['manyx', 'manyy'], ['fewx', 'fewy']]);
});
