import { expect, onTestFinished, test } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp } from '#tests/support/app/test-app.ts';
import { aMember, isSignedIn, login } from '#tests/support/people/accounts.ts';
import { aPaidOrder, aPlacedOrder, press, refreshOrder } from '#tests/support/people/buyers.ts';

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

test.each([['a day ahead', DAY_MS], ['a day behind', -DAY_MS]])('a clock that was %s and is set right holds up no mail, no payment, no place and nobody', async (_how, offMs) => {
  const app = await aTestApp();
  onTestFinished(() => closeInOrder(app));
  const event = await anEvent(app, { maxTickets: 10 });
  const member = await aMember(app);
  const cookie = await login(app, member);

  app.clock.advance(offMs);
  const paid = await aPaidOrder(app, { event, body: { email: 'neus@example.com' } });
  const begun = await aPlacedOrder(app, { event });
  const left = await aPlacedOrder(app, { event, quantity: 3 });
  const cookieOfThen = await login(app, member);
  app.clock.advance(-offMs);

  await app.round('outbox');
  expect(await refreshOrder(app, paid.orderId)).toMatchObject({ status: 'paid', emailStatus: 'sent' });
  await press(app, begun, 'pay');
  for (const job of ['provider feed', 'sweeper', 'outbox']) await app.round(job);
  expect(await refreshOrder(app, begun.orderId)).toMatchObject({ status: 'paid', emailStatus: 'sent' });
  expect([await isSignedIn(app, cookie), await isSignedIn(app, cookieOfThen), await isSignedIn(app, await login(app, member))]).toEqual([true, true, true]);
  await aPaidOrder(app, { event });

  app.clock.advance(HOUR_MS);
  await app.round('sweeper');
  expect(await refreshOrder(app, left.orderId)).toMatchObject({ status: 'cancelled' });
});
