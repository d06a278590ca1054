import { afterAll, beforeAll, expect, test } from 'vitest';

import type { OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import { aMember, anAppWithPost, isSignedIn, login, mailsFor, MEMBER_PASSWORD, sendForm } from '#tests/support/people/accounts.ts';
import { aPlacedOrder, press, refreshOrder } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { anEvent } from '#tests/support/app/events.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let post: OutgoingMail[];
beforeAll(async () => {
  ({ app, post } = await anAppWithPost());
});
afterAll(() => app.close());

test('a member who is deleted in mid-order is gone at once, and what they pay for still arrives', async () => {
  const member = await aMember(app);
  const cookie = await login(app, member);
  const placed = await aPlacedOrder(app, { event: await anEvent(app), cookie, body: { email: member.email } });
  await app.db.query.deleteFrom('users').where('id', '=', member.id).execute();
  expect(await isSignedIn(app, cookie)).toBe(false);
  await press(app, placed, 'pay');
  expect((await refreshOrder(app, placed.orderId)).status).toBe('paid');
  expect(await mailsFor(app, post, member.email)).toHaveLength(1);
  expect(await app.db.query.selectFrom('sessions').select('id').where('userId', '=', member.id).execute()).toEqual([]);
});

test('a role that is taken between the order and its payment leaves both as they were agreed', async () => {
  const rounds = count({ test: 5, soak: 100 });
  let honoured = 0;
  for (let n = 0; n < rounds; n += 1) {
    const member = await aMember(app, { role: 'comision' });
    const event = await anEvent(app, { visibility: 'comision' });
    const placed = await aPlacedOrder(app, { event, cookie: await login(app, member) });
    await app.db.query.updateTable('users').set({ role: 'public' }).where('id', '=', member.id).execute();
    await press(app, placed, 'pay');
    const { amount } = await app.db.query.selectFrom('payments').select('amount').where('orderId', '=', placed.orderId).executeTakeFirstOrThrow();
    const { userRole } = await app.db.query.selectFrom('tickets').select('userRole').where('orderId', '=', placed.orderId).executeTakeFirstOrThrow();
    const { status, total } = await refreshOrder(app, placed.orderId);
    expect({ status, total, amount, userRole }).toEqual({ status: 'paid', total: 1000, amount: 1000, userRole: 'comision' });
    honoured += 1;
  }
  figure('F9 orders honoured whose role changed before they were paid', `${honoured} of ${rounds}`);
});

test.each([
  ['/change-password', { current: MEMBER_PASSWORD, password: 'Quatre8Peres', repeat: 'Quatre8Peres' }],
  ['/login', { email: 'x', password: MEMBER_PASSWORD }],
  ['/forgot-password', { email: 'x' }],
])('a role that somebody adds to the form of %s is not heard', async (path, fields) => {
  const member = await aMember(app, { role: 'public' });
  const cookie = await login(app, member);
  const claims = { role: 'admin', 'user[role]': 'admin', 'data.role': 'admin', 'metadata[role]': 'admin', banned: 'false', emailVerified: 'true' };
  await sendForm(app, path, { ...fields, ...('email' in fields && { email: member.email }), ...claims }, { cookie });
  await app.ask('/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: member.email, password: MEMBER_PASSWORD, role: 'admin', user: { role: 'admin' }, data: { role: 'admin' } }),
  });
  const stored = await app.db.query.selectFrom('users').select(['role', 'emailVerified']).where('id', '=', member.id).executeTakeFirstOrThrow();
  const gained = [stored.role !== 'public', stored.emailVerified].filter(Boolean).length;
  figure(`H2 rights gained by ${Object.keys(claims).length} claims in the form of ${path}`, gained);
  expect(stored).toEqual({ role: 'public', emailVerified: false });
});

test('a role given or taken is true on the very next request, in every tab', async () => {
  const member = await aMember(app, { role: 'public' });
  const cookie = await login(app, member);
  const hidden = await anEvent(app, { visibility: 'comision', title: 'Sopar de comissió' });
  const status = async (): Promise<number[]> =>
    Promise.all(['/admin', `/order/${hidden.id}`, `/order/${hidden.id}.data`, `/api/events/${hidden.id}`].map(async (path) => (await app.ask(path, { headers: { Cookie: cookie } })).status));
  const become = (role: 'public' | 'comision' | 'admin'): Promise<unknown> => app.db.query.updateTable('users').set({ role }).where('id', '=', member.id).execute();
  const results: Record<string, number[]> = { public: await status() };
  await become('comision');
  results['comision'] = await status();
  await become('admin');
  results['admin'] = await status();
  await become('public');
  results['again'] = await status();
  expect(results).toEqual({ public: [403, 404, 404, 404], comision: [403, 200, 200, 200], admin: [200, 200, 200, 200], again: [403, 404, 404, 404] });
});
