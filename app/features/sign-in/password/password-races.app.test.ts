import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import { aMember, anAppWithPost, isSignedIn, login, mailsFor, MEMBER_PASSWORD, recoveryOf, sendForm, tryLogin } from '#tests/support/people/accounts.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';

const THIEFS = 'Lladre8Peres';
const OWNERS = 'Amo8Pomes';

let app: TestApp;
let post: OutgoingMail[];
beforeAll(async () => {
  ({ app, post } = await anAppWithPost());
});
afterAll(() => app.close());

test('a change of password that is under way does not undo the reset of the account’s owner', async () => {
  const AHEAD_MS = [0, 15, 30, 60];
  let undone = 0;
  let rounds = 0;
  for (let round = 0; round < count({ test: 2, soak: 25 }); round += 1) {
    for (const ahead of AHEAD_MS) {
      const member = await aMember(app);
      const session = await login(app, member);
      await sendForm(app, '/forgot-password', { email: member.email });
      const { token } = recoveryOf((await mailsFor(app, post, member.email)).at(-1)!);

      const change = sendForm(app, '/change-password', { current: MEMBER_PASSWORD, password: THIEFS, repeat: THIEFS }, { cookie: session });
      await pause(ahead);
      const reset = await sendForm(app, '/reset-password', { access_token: token, password: OWNERS, repeat: OWNERS });
      expect(reset.status).toBe(200);
      await change;

      const entered = await Promise.all([OWNERS, THIEFS].map(async (password) => (await tryLogin(app, { email: member.email, password })).status));
      if (entered.join() !== '204,401' || (await isSignedIn(app, session))) undone += 1;
      rounds += 1;
    }
  }
  figure('S1 resets that a change under way undid', `${undone} of ${rounds}`);
  expect(undone).toBe(0);
});

test('of two changes at once from two sessions one holds, and only its session lives on', async () => {
  const member = await aMember(app);
  const sessions = [await login(app, member), await login(app, member)];
  const wanted = ['Primera8Peres', 'Segona8Peres'];
  const answers = await Promise.all(wanted.map(async (password, n) => (await sendForm(app, '/change-password', { current: MEMBER_PASSWORD, password, repeat: password }, { cookie: sessions[n]! })).status));
  const winner = answers.indexOf(200);
  expect(answers[1 - winner]).toBe(401);
  expect(await Promise.all(wanted.map(async (password) => (await tryLogin(app, { email: member.email, password })).status))).toEqual(winner === 0 ? [204, 401] : [401, 204]);
  expect(await Promise.all(sessions.map((cookie) => isSignedIn(app, cookie)))).toEqual(winner === 0 ? [true, false] : [false, true]);
});
