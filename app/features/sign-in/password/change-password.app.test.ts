import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import { hashPassword } from '#app/platform/adapters/password-hashing.server.ts';
import { createRateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import { aMember, anAppWithPost, isSignedIn, login, mailsFor, MEMBER_PASSWORD, sendForm, tryLogin } from '#tests/support/people/accounts.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { statementsThatWait } from '#tests/support/app/waiting-statements.ts';

import { deleteSessions } from '../session/store.server.ts';
import { setPassword } from '../store.server.ts';
import { changePassword } from './passwords.server.ts';

let app: TestApp;
let post: OutgoingMail[];
beforeAll(async () => {
  ({ app, post } = await anAppWithPost());
});
afterAll(() => app.close());

describe('changing the password', () => {
  const NEW = 'Quatre8Peres';

  test('ends the other sessions, keeps this one, and tells the owner', async () => {
    const member = await aMember(app);
    const here = await login(app, member);
    const others = await Promise.all(Array.from({ length: 3 }, () => login(app, member)));
    const answer = await sendForm(app, '/change-password', { current: MEMBER_PASSWORD, password: NEW, repeat: NEW }, { cookie: here });
    expect(await answer.text()).toContain('Contrasenya canviada correctament!');
    const alive = await Promise.all(others.map((cookie) => isSignedIn(app, cookie)));
    figure('J9 other sessions that live on after a password was changed', `${alive.filter(Boolean).length} of ${alive.length}`);
    expect(alive).toEqual([false, false, false]);
    expect(await isSignedIn(app, here)).toBe(true);
    expect((await tryLogin(app, { email: member.email, password: NEW })).status).toBe(204);
    expect((await mailsFor(app, post, member.email)).map(({ subject }) => subject)).toEqual(['La teua contrasenya ha canviat']);
  });

  test('shuts out whoever is just signing in with the old one', async () => {
    const member = await aMember(app);
    const next = await hashPassword(NEW);
    let late: Promise<Response> | null = null;
    await app.db.inTransaction(async (tx) => {
      await setPassword(tx, { userId: member.id, hash: next, now: app.clock.now() });
      late = tryLogin(app, { email: member.email, password: MEMBER_PASSWORD });
      await expect.poll(() => statementsThatWait(app)).toBe(1);
      await deleteSessions(tx, member.id, { keep: null });
    });
    expect((await late!).status).toBe(401);
    expect(await app.db.query.selectFrom('sessions').select('id').where('userId', '=', member.id).execute()).toEqual([]);
    expect((await tryLogin(app, { email: member.email, password: NEW })).status).toBe(204);
  });

  test('where the session ended meanwhile says so, whichever password was given', async () => {
    const { id: userId, email, name } = await aMember(app);
    const change = { actor: { kind: 'user', userId, role: 'socio', rights: [], name, email }, sessionToken: 'ended', next: NEW, limits: createRateLimits(app.deps) } as const;
    for (const current of ['Equivocada1', MEMBER_PASSWORD]) expect(await changePassword(app.deps, { ...change, current })).toEqual({ outcome: 'signed_out' });
  });

  test.each([
    [{ current: '', password: NEW, repeat: NEW }, 'Per favor, omple tots els camps.'],
    [{ current: MEMBER_PASSWORD, password: '', repeat: '' }, 'Per favor, omple tots els camps.'],
    [{ current: MEMBER_PASSWORD, password: 'Ab1', repeat: 'Ab1' }, 'La nova contrasenya ha de tenir almenys 6 caràcters.'],
    [{ current: MEMBER_PASSWORD, password: 'abcdef1', repeat: 'abcdef1' }, 'La contrasenya ha de contindre almenys una lletra majúscula'],
    [{ current: MEMBER_PASSWORD, password: NEW, repeat: `${NEW}x` }, 'Les contrasenyes no coincideixen.'],
    [{ current: 'Equivocada1', password: NEW, repeat: NEW }, 'La contrasenya actual és incorrecta.'],
    [{ current: MEMBER_PASSWORD, password: 'Password1', repeat: 'Password1' }, 'massa comuna'],
    [{ current: MEMBER_PASSWORD, password: 'Comboi2027', repeat: 'Comboi2027' }, 'No faces servir el teu nom'],
    [{ current: MEMBER_PASSWORD, password: 'Membre2027', repeat: 'Membre2027' }, 'No faces servir el teu nom'],
  ])('with %j is refused: %s', async (fields, words) => {
    const member = await aMember(app);
    const cookie = await login(app, member);
    const answer = await sendForm(app, '/change-password', fields, { cookie });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(words);
    expect((await tryLogin(app, { email: member.email, password: MEMBER_PASSWORD })).status).toBe(204);
  });

  test('is for whoever is signed in', async () => {
    const answer = await sendForm(app, '/change-password', { current: MEMBER_PASSWORD, password: NEW, repeat: NEW });
    expect(answer.status).toBe(401);
    expect((await answer.text()).replaceAll('&#x27;', "'")).toContain("No s'ha pogut obtindre l'usuari actual.");
  });
});
