import { afterAll, beforeAll, expect, test } from 'vitest';

import { login, sendForm, tryLogin } from '#tests/support/people/accounts.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

import type { AccountInput, MadeAccount } from './first-account.server.ts';

const PASSWORD = 'Quatre8Peres';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => app.close());

async function make(input: Partial<AccountInput>): Promise<MadeAccount> {
  return app.comboi.makeAccount(app.deps, { email: 'primera@example.com', name: 'Primera Admin', role: 'admin', password: PASSWORD, ...input });
}

async function userOf(email: string) {
  return app.db.query.selectFrom('users').select(['id', 'name', 'role', 'emailVerified']).where('email', '=', email).executeTakeFirst();
}

test('the admin made at the terminal opens the admin pages with the password typed there, and stands in the audit', async () => {
  expect(await make({ email: 'Primera@Example.com', name: '  Primera   Admin ' })).toEqual({ outcome: 'made', email: 'primera@example.com', role: 'admin', link: null });
  const cookie = await login(app, { email: 'primera@example.com' }, PASSWORD);
  const user = (await userOf('primera@example.com'))!;
  expect(user).toMatchObject({ name: 'Primera Admin', role: 'admin' });
  const sheet = await app.ask(`/admin/users/${user.id}`, { headers: { Cookie: cookie } });
  expect(sheet.status).toBe(200);
  expect(await sheet.text()).toContain('Creat: Administrador');
});

test('a link from the terminal sets the password once and proves no mailbox', async () => {
  const made = await make({ email: 'segona@example.com', password: null });
  const link = made.outcome === 'made' ? made.link : null;
  const token = new URLSearchParams(new URL(link ?? 'none:').hash.slice(1)).get('access_token')!;
  const fields = { access_token: token, password: PASSWORD, repeat: PASSWORD };
  expect((await sendForm(app, '/reset-password', fields)).status).toBe(200);
  expect((await sendForm(app, '/reset-password', fields)).status).toBe(400);
  expect((await tryLogin(app, { email: 'segona@example.com', password: PASSWORD })).status).toBe(204);
  expect(await userOf('segona@example.com')).toMatchObject({ emailVerified: false });
});

test.each([
  [{ email: 'no és correu' }, '«no és correu» is not an e-mail address.'],
  [{ name: ' ' }, 'The name must have 1 to 100 characters.'],
  [{ name: 'x'.repeat(101) }, 'The name must have 1 to 100 characters.'],
  [{ role: 'king' }, 'The role must be one of public, socio, comision, admin.'],
  [{ password: 'curta' }, 'La contrasenya ha de tindre almenys 6 caràcters'],
  [{ email: 'admin@comboi.test' }, 'There is an account of admin@comboi.test already.'],
])('nothing is made of %o, and it says why', async (input, reason) => {
  const before = await app.db.query.selectFrom('users').select('id').execute();
  expect(await make({ email: 'altra@example.com', ...input })).toEqual({ outcome: 'refused', reason });
  expect(await app.db.query.selectFrom('users').select('id').execute()).toHaveLength(before.length);
});
