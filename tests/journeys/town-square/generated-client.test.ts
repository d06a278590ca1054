import { expect } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';
import { compile, runCompiled, TICKET_BUYER, typesFrom } from '#tests/support/programs/generated-client.ts';
import { test } from '#tests/support/site/journey.ts';

test('a client that other people make of the description compiles, and buys a ticket; what it gets wrong it is told before', async ({ site, onTestFinished }) => {
  const folder = await temporaryFolder();
  onTestFinished(() => removeDataDir(folder));
  await anEvent(site, { title: 'Sopar per a programes', extras: { Cafe: [200, 150, 100] } });
  await typesFrom(await (await fetch(new URL('/api/openapi.json', site.url))).text(), folder);

  const mistakes: [string, string, RegExp][] = [
    ['eventId: event.id, email', 'event: event.id, email', /'eventId' is missing|'event' does not exist/],
    ['placed.paymentUrl', 'placed.paymentLink', /'paymentLink' does not exist/],
    ["'/api/orders/{orderId}'", "'/api/order/{orderId}'", /'"\/api\/order\/\{orderId\}"' is not assignable/],
    ["order.status === 'paid'", "order.status === 'payed'", /no overlap/],
  ];
  for (const [right, wrong, complaint] of mistakes) expect(await compile(folder, TICKET_BUYER.replaceAll(right, wrong))).toMatch(complaint);
  expect(await compile(folder, TICKET_BUYER)).toBe('');
  expect(await runCompiled(folder, site.url)).toEqual({ orderNumber: expect.stringMatching(/^ORD-/), total: 1400, tickets: [expect.stringMatching(/-T1$/)] });
  expect(await site.db.query.selectFrom('orders').select(['status', 'totalAmount']).where('email', '=', 'programa@example.com').execute()).toEqual([{ status: 'paid', totalAmount: 1400 }]);
});
