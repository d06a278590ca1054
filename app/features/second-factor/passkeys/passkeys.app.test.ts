import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import { aMember, anAppWithPost, isSignedIn, login, mailsFor, type Member, sendForm } from '#tests/support/people/accounts.ts';
import { anAuthenticator, aPasskey, requestToSign, type Authenticator, passkeyIdOf, postJson } from '#tests/support/people/authenticator.ts';
import { cookieOf } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let post: OutgoingMail[];
beforeAll(async () => {
  ({ app, post } = await anAppWithPost({ env: { PUBLIC_URL: 'http://localhost' } }));
});
afterAll(() => app.close());

interface Owner {
  member: Member;
  cookie: string;
  passkey: Authenticator;
}

async function anOwner(role: 'socio' | 'admin' = 'socio'): Promise<Owner> {
  const member = await aMember(app, { role });
  const cookie = await login(app, member);
  return { member, cookie, passkey: await aPasskey(app, cookie) };
}

async function signInBy(passkey: Authenticator, as: Partial<Parameters<Authenticator['show']>[0]> = {}): Promise<Response> {
  const options = await requestToSign(app, '/api/session/passkey/options');
  return postJson(app, '/api/session/passkey', { response: passkey.show({ challenge: options.challenge, ...as }) }, options.cookie);
}

async function letThePasswordAge({ id }: Member): Promise<void> {
  await app.db.query.updateTable('sessions').set({ provedAt: null }).where('userId', '=', id).execute();
}

describe('signing in by passkey', () => {
  test('needs neither password nor code, and is a whole session', async () => {
    const { member, passkey } = await anOwner();
    await app.db.query.insertInto('secondFactors').values({ userId: member.id, sealedSecret: 'x', createdAt: app.clock.now(), confirmedAt: app.clock.now() }).execute();
    const answer = await signInBy(passkey);
    expect(answer.status).toBe(204);
    expect(await isSignedIn(app, cookieOf(answer.headers))).toBe(true);
    const actions = await app.db.query.selectFrom('audit').select(['action', 'detail']).where('subjectId', '=', member.id).orderBy('id').execute();
    expect(actions.slice(-2).map(({ action }) => action)).toEqual(['user.passkey_added', 'user.signed_in']);
    expect(actions.at(-1)!.detail).toEqual({ by: 'passkey' });
  });

  test('tells nobody who has one: a guest is asked for any', async () => {
    await anOwner();
    const options = await requestToSign(app, '/api/session/passkey/options');
    expect(options.allowCredentials ?? []).toEqual([]);
  });

  test.each<[string, Partial<Parameters<Authenticator['show']>[0]>]>([
    ['on another site', { origin: 'https://falla.example' }],
    ['for another party', { relyingParty: 'falla.example' }],
    ['without knowing who touched it', { unverified: true }],
    ['for a challenge that it made up', { challenge: Buffer.from('made up by somebody').toString('base64url') }],
    ['with a count that does not go on', { counter: 1 }],
  ])('is refused when it was signed %s', async (_how, as) => {
    const { member, passkey } = await anOwner();
    expect((await signInBy(passkey, { counter: 5 })).status).toBe(204);
    expect((await signInBy(passkey, { counter: 6, ...as })).status).toBe(401);
    const failed = await app.db.query.selectFrom('audit').select('detail').where('subjectId', '=', member.id).where('action', '=', 'user.sign_in_failed').execute();
    expect(failed).toEqual([{ detail: { step: 'passkey' } }]);
  });

  test('takes each challenge once, of twenty at once too', async () => {
    const { passkey } = await anOwner();
    const options = await requestToSign(app, '/api/session/passkey/options');
    const response = passkey.show(options);
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await postJson(app, '/api/session/passkey', { response }, options.cookie)).status));
    figure('J17 uses of one signature of a passkey at once that succeeded', `${statuses.filter((status) => status === 204).length} of 20`);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect((await postJson(app, '/api/session/passkey', { response }, options.cookie)).status).toBe(401);
  });

  test('is for the browser that asked, and in its session', async () => {
    const [{ passkey, cookie }, other] = [await anOwner(), await requestToSign(app, '/api/session/passkey/options')];
    const mine = await requestToSign(app, '/api/session/passkey/options');
    const elsewhere = await postJson(app, '/api/session/passkey', { response: passkey.show(mine) }, other.cookie);
    const nowhere = await postJson(app, '/api/session/passkey', { response: passkey.show(mine) });
    const inSession = await postJson(app, '/api/session/passkey', { response: passkey.show(mine) }, `${cookie}; ${mine.cookie}`);
    expect([elsewhere.status, nowhere.status, inSession.status]).toEqual([401, 401, 401]);
  });

  test('takes a challenge no longer than five minutes', async () => {
    const { passkey } = await anOwner();
    const options = await requestToSign(app, '/api/session/passkey/options');
    await app.db.query.updateTable('passkeyChallenges').set({ expiresAt: new Date(0) }).execute();
    expect((await postJson(app, '/api/session/passkey', { response: passkey.show(options) }, options.cookie)).status).toBe(401);
  });

  test('is over with the passkey, and while the account is disabled', async () => {
    const { member, cookie, passkey } = await anOwner();
    await app.db.query.updateTable('users').set({ banned: true }).where('id', '=', member.id).execute();
    expect((await signInBy(passkey)).status).toBe(401);
    await app.db.query.updateTable('users').set({ banned: false }).where('id', '=', member.id).execute();
    expect((await sendForm(app, '/claus-acces', { intent: 'remove', passkey: await passkeyIdOf(app, member) }, { cookie })).status).toBe(200);
    expect((await signInBy(passkey)).status).toBe(401);
  });

  test.each([{}, { response: null }, { response: { id: 7 } }, { response: { id: 'x', response: 'y' } }])('says of %o that it is none', async (body) => {
    const options = await requestToSign(app, '/api/session/passkey/options');
    expect((await postJson(app, '/api/session/passkey', body, options.cookie)).status).toBe(401);
  });
});

describe('a passkey', () => {
  test('stands for the password asked again, once it has been shown in that session', async () => {
    const { member, cookie, passkey } = await anOwner();
    await letThePasswordAge(member);
    const remove = async (): Promise<Response> => sendForm(app, '/claus-acces', { intent: 'remove', passkey: await passkeyIdOf(app, member) }, { cookie });
    const options = await remove();
    expect(options.status).toBe(400);
    expect(await options.text()).toContain('Confirma que eres tu');
    const toSign = await requestToSign(app, '/api/session/passkey/options', cookie);
    expect(toSign.allowCredentials).toEqual([expect.objectContaining({ id: passkey.id })]);
    expect((await postJson(app, '/api/session/passkey', { response: passkey.show(toSign) }, toSign.cookie)).status).toBe(204);
    expect((await remove()).status).toBe(200);
  });

  test('of somebody else proves nothing', async () => {
    const [mine, theirs] = [await anOwner(), await anOwner()];
    await letThePasswordAge(mine.member);
    const toSign = await requestToSign(app, '/api/session/passkey/options', mine.cookie);
    expect((await postJson(app, '/api/session/passkey', { response: theirs.passkey.show(toSign) }, toSign.cookie)).status).toBe(401);
  });

  test('is added by who typed the password a short while ago, and by nobody else', async () => {
    const member = await aMember(app);
    const cookie = await login(app, member);
    const options = await requestToSign(app, '/api/passkeys/options', cookie);
    await letThePasswordAge(member);
    const late = await postJson(app, '/api/passkeys', { name: 'Un altre', response: anAuthenticator().register(options) }, options.cookie);
    expect([late.status, (await postJson(app, '/api/passkeys/options', {}, cookie)).status, (await postJson(app, '/api/passkeys/options', {})).status]).toEqual([403, 403, 401]);
    expect(await app.db.query.selectFrom('passkeys').select('id').where('userId', '=', member.id).execute()).toEqual([]);
  });

  test('tells its owner by mail that it has come and gone, and nobody of what was refused', async () => {
    const [{ member, cookie }, other] = [await anOwner(), await anOwner()];
    const passkey = await passkeyIdOf(app, member);
    expect((await sendForm(app, '/claus-acces', { intent: 'remove', passkey }, { cookie: other.cookie })).status).toBe(409);
    expect((await sendForm(app, '/claus-acces', { intent: 'remove', passkey }, { cookie })).status).toBe(200);
    expect((await sendForm(app, '/claus-acces', { intent: 'remove', passkey }, { cookie })).status).toBe(409);
    const mails = await mailsFor(app, post, member.email);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual(["El teu compte té una clau d'accés nova", "S'ha esborrat una clau d'accés del teu compte"]);
    for (const { text } of mails) expect(text).toContain('http://localhost/forgot-password');
    expect(mails.find(({ subject }) => subject.includes('nova'))!.text).toContain('esborra-la en «Els meus dispositius»');
    expect(await mailsFor(app, post, other.member.email)).toHaveLength(1);
  });

  test('that does not know its person is not added, nor one twice', async () => {
    const { member, cookie, passkey } = await anOwner();
    const statuses: number[] = [];
    for (const [authenticator, unverified] of [[anAuthenticator(), true], [passkey, undefined]] as const) {
      const options = await requestToSign(app, '/api/passkeys/options', cookie);
      statuses.push((await postJson(app, '/api/passkeys', { name: 'X', response: authenticator.register({ challenge: options.challenge, ...(unverified && { unverified }) }) }, options.cookie)).status);
    }
    expect(statuses).toEqual([401, 401]);
    expect(await app.db.query.selectFrom('passkeys').select('name').where('userId', '=', member.id).execute()).toEqual([{ name: 'El mòbil' }]);
  });

  test('gets another name, keeps a wrong one in its field, and no one else renames or removes it', async () => {
    const [{ member, cookie }, other] = [await anOwner(), await anOwner()];
    const passkey = await passkeyIdOf(app, member);
    const rename = (name: string, by: string): Promise<Response> => sendForm(app, '/claus-acces', { intent: 'rename', passkey, name }, { cookie: by });
    expect(await (await rename('Portàtil de casa', cookie)).text()).toContain('Nom canviat.');
    const refused = await rename('x'.repeat(61), cookie);
    expect(refused.status).toBe(400);
    const page = await refused.text();
    expect(page).toContain('Escriu un nom de 60 lletres com a molt');
    expect(page).toContain('x'.repeat(61));
    expect((await rename('Robada', other.cookie)).status).toBe(409);
    expect((await sendForm(app, '/claus-acces', { intent: 'remove', passkey }, { cookie: other.cookie })).status).toBe(409);
    expect(await app.db.query.selectFrom('passkeys').select('name').where('id', '=', passkey).execute()).toEqual([{ name: 'Portàtil de casa' }]);
  });
});
