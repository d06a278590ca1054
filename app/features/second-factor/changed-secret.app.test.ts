import { Secret, TOTP } from 'otpauth';
import { expect, onTestFinished, test } from 'vitest';

import { createKeys } from '#app/platform/adapters/keys.server.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aTestApp } from '#tests/support/app/test-app.ts';
import { aMember, isSignedIn, login, MEMBER_PASSWORD, sendForm } from '#tests/support/people/accounts.ts';
import { cookieOf } from '#tests/support/people/buyers.ts';
import { aDoorkeeper, admit, soldTickets } from '#tests/support/people/scanners.ts';

import { resetSecondFactorAtTerminal } from './terminal.server.ts';

const STEP_MS = 30_000;

test('under another COMBOI_SECRET tickets let in, people sign in again, and a second factor is refused in words until it is taken away', async () => {
  let secret = 'the first secret of this installation';
  const before = await aTestApp({ deps: () => ({ keys: createKeys(secret) }) });
  onTestFinished(() => before.close());
  const [ticket] = await soldTickets(before, { event: await anEvent(before), quantity: 1 });
  const member = await aMember(before);
  const cookie = await login(before, member);
  await sendForm(before, '/verificacio', { intent: 'begin' }, { cookie });
  const html = await (await before.ask('/verificacio', { headers: { Cookie: cookie } })).text();
  const shared = /<code[^>]*>([A-Z2-7 ]{39})<\/code>/.exec(html)![1]!.replaceAll(' ', '');
  const code = (): string => new TOTP({ secret: Secret.fromBase32(shared) }).generate({ timestamp: before.clock.now().getTime() });
  expect((await sendForm(before, '/verificacio', { intent: 'confirm', code: code() }, { cookie })).status).toBe(200);
  before.clock.advance(STEP_MS);

  secret = 'the second secret, after a move without the first';
  const after = await before.another();
  onTestFinished(() => after.close());
  expect(await admit(after, await aDoorkeeper(after), { ticketId: ticket!.id })).toMatchObject({ success: true });
  const first = await sendForm(after, '/login', { email: member.email, password: MEMBER_PASSWORD });
  const refused = await sendForm(after, '/login/codi', { code: code() }, { cookie: cookieOf(first.headers) });
  expect([refused.status, (await refused.text()).includes('El codi no és correcte')]).toEqual([400, true]);
  expect(await resetSecondFactorAtTerminal(after.deps, member.email)).toBe('done');
  expect(await isSignedIn(after, await login(after, member))).toBe(true);
});
