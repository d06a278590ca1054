import { afterAll, beforeAll, expect, test } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { give, take } from '#tests/support/people/transfers.ts';
import { aDoorkeeper, ask, type AtTheDoor, soldTickets } from '#tests/support/people/scanners.ts';

let app: TestApp;
let keeper: AtTheDoor;
beforeAll(async () => {
  app = await aTestApp();
  keeper = await aDoorkeeper(app);
});
afterAll(() => closeInOrder(app));

async function find(eventId: number, text: string): Promise<object[]> {
  return (await ask<{ tickets: object[] }>(app, keeper, { path: `/api/door/${eventId}/search?q=${encodeURIComponent(text)}` })).body.tickets;
}

test('search finds by name, number and the beginning of an address, and answers name and number', async () => {
  const searched = await anEvent(app);
  const [ticket] = await soldTickets(app, { event: searched, body: { email: 'zaragoza@example.com', userName: 'Pilar Ferrer' } });
  const found = [{ ticketNumber: ticket!.ticketNumber, name: 'Pilar Ferrer', status: 'active' }];
  for (const text of ['ferrer', ticket!.ticketNumber.slice(4, 20), 'zarag', 'ZARAGOZA@']) expect(await find(searched.id, text)).toEqual(found);
  for (const text of ['za', '%%%', '___', 'example.com', 'aragoza@']) expect(await find(searched.id, text)).toEqual([]);
});

test('search finds a ticket that was given away by the name of whoever took it, and shows that name', async () => {
  const searched = await anEvent(app);
  const [own, lent] = await soldTickets(app, { event: searched, quantity: 2, body: { userName: 'Pilar Ferrer' } });
  await take(app, await give(app, lent!), { name: 'Bernat Marco' });
  const [pilars, bernats] = [{ ticketNumber: own!.ticketNumber, name: 'Pilar Ferrer', status: 'active' }, { ticketNumber: lent!.ticketNumber, name: 'Bernat Marco', status: 'active' }];
  expect(await find(searched.id, 'bernat')).toEqual([bernats]);
  expect(await find(searched.id, 'ferrer')).toEqual([bernats, pilars]);
  await app.db.query.updateTable('tickets').set({ givenTo: '' }).where('ticketNumber', '=', lent!.ticketNumber).execute();
  expect(await find(searched.id, lent!.ticketNumber)).toEqual([{ ...bernats, name: null }]);
});
