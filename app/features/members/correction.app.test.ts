import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { memberPages } from '#tests/support/app/member-pages.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { aMember, anAppWithPost, isSignedIn, login, mailsFor, type Member, MEMBER_PASSWORD, recoveryOf, sendForm, tryLogin } from '#tests/support/people/accounts.ts';
import { aPaidOrder, signedIn } from '#tests/support/people/buyers.ts';

const NEW = 'Quatre8Peres';

let app: TestApp;
let post: OutgoingMail[];
let admin: string;
beforeAll(async () => {
  ({ app, post } = await anAppWithPost());
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => closeInOrder(app));

const { submit, auditOf } = memberPages(() => ({ app, admin }));

function correct(who: Member, to: { name?: string; email?: string }, more: Record<string, string> = {}): Promise<Response> {
  return submit(`/admin/users/${who.id}`, { intent: 'person', fromName: who.name, fromEmail: who.email, name: to.name ?? who.name, email: to.email ?? who.email, ...more });
}

async function accountOf(id: string): Promise<{ name: string; email: string; emailVerified: boolean }> {
  return app.db.query.selectFrom('users').select(['name', 'email', 'emailVerified']).where('id', '=', id).executeTakeFirstOrThrow();
}

async function verify(id: string): Promise<void> {
  await app.db.query.updateTable('users').set({ emailVerified: true }).where('id', '=', id).execute();
}

describe('a mailbox that an admin corrects', () => {
  test('is told to both addresses, ends the sessions, and shows no order of its address until its link was opened', async () => {
    const member = await aMember(app);
    await verify(member.id);
    const event = await anEvent(app, { title: 'Sopar d’una altra persona' });
    await aPaidOrder(app, { event, body: { email: 'bustia.nova@example.com' } });
    await sendForm(app, '/forgot-password', { email: member.email });
    const oldLink = recoveryOf((await mailsFor(app, post, member.email)).at(-1)!);
    const session = await login(app, member);
    expect(await isSignedIn(app, session)).toBe(true);

    expect((await correct(member, { email: 'bustia.nova@example.com' })).status).toBe(303);
    expect(await isSignedIn(app, session)).toBe(false);
    expect(await accountOf(member.id)).toEqual({ name: member.name, email: 'bustia.nova@example.com', emailVerified: false });
    const [toOld, toNew] = [(await mailsFor(app, post, member.email)).at(-1)!, (await mailsFor(app, post, 'bustia.nova@example.com')).at(-1)!];
    expect([toOld.subject, toNew.subject]).toEqual(['El teu compte ja no té este correu', 'Confirma el teu correu nou']);
    expect(toOld.text).not.toContain('bustia.nova');
    const refused = await sendForm(app, `/reset-password?${new URLSearchParams({ access_token: oldLink.token, type: 'recovery' })}`, { access_token: oldLink.token, password: NEW, repeat: NEW });
    expect(refused.status).toBe(400);

    const again = await login(app, { ...member, email: 'bustia.nova@example.com' });
    const tickets = async (cookie: string): Promise<string> => (await app.ask('/my-tickets', { headers: { Cookie: cookie } })).text();
    expect(await tickets(again)).not.toContain('Sopar d’una altra persona');
    const { token } = recoveryOf(toNew);
    await sendForm(app, `/reset-password?${new URLSearchParams({ access_token: token, type: 'recovery' })}`, { access_token: token, password: NEW, repeat: NEW });
    expect((await accountOf(member.id)).emailVerified).toBe(true);
    const confirmed = await login(app, { email: 'bustia.nova@example.com' }, NEW);
    expect(await tickets(confirmed)).toContain('Sopar d’una altra persona');
    expect((await tryLogin(app, { email: member.email, password: MEMBER_PASSWORD })).status).toBe(401);
    expect(JSON.stringify(await auditOf(member.id))).not.toContain('bustia.nova');
    expect((await auditOf(member.id)).map(({ action }) => action)).toContain('user.address_changed');
  });

  test('is refused beside its field where another account has it, and changes nothing', async () => {
    const [one, other] = [await aMember(app), await aMember(app)];
    const answer = await correct(one, { name: 'Nom Nou', email: other.email });
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('Ja hi ha un usuari amb este correu.');
    expect((await accountOf(one.id)).name).toBe(one.name);
    expect(await mailsFor(app, post, one.email)).toEqual([]);
  });

  test('is never the only admin’s own', async () => {
    const { id, name, email } = await app.db.query.selectFrom('users').select(['id', 'name', 'email']).where('email', '=', 'admin@comboi.test').executeTakeFirstOrThrow();
    const answer = await correct({ id, name, email }, { email: 'mal.escrit@example.com' });
    expect([answer.status, (await accountOf(id)).email]).toEqual([409, 'admin@comboi.test']);
    expect((await answer.text()).replaceAll('&#x27;', "'")).toContain("És l'únic administrador");
  });

  test('asks for the password where it was typed long ago', async () => {
    const member = await aMember(app);
    const later = await signedIn(app, 'admin@comboi.test');
    app.clock.advance(16 * 60_000);
    const fields = { intent: 'person', fromName: member.name, fromEmail: member.email, name: member.name, email: 'tard@example.com' };
    const response = await submit(`/admin/users/${member.id}`, fields, later);
    expect([response.status, (await accountOf(member.id)).email]).toEqual([403, member.email]);
    admin = await signedIn(app, 'admin@comboi.test');
  });
});

test('a name is corrected without a mail and without ending anything; the second of two admins is told', async () => {
  const member = await aMember(app, { name: 'Neus Luch' });
  const session = await login(app, member);
  expect((await correct(member, { name: 'Neus Lluch' })).status).toBe(303);
  expect([(await accountOf(member.id)).name, await isSignedIn(app, session)]).toEqual(['Neus Lluch', true]);
  expect(await mailsFor(app, post, member.email)).toEqual([]);
  const late = await correct(member, { name: 'Neus Luque' });
  expect(await late.text()).toContain('Un altre administrador ho ha canviat mentrestant');
  expect((await accountOf(member.id)).name).toBe('Neus Lluch');
});

test('all who have no password are invited at once, and nobody twice a day', async () => {
  const [fresh, disabled, known] = [await aMember(app, { password: null }), await aMember(app, { password: null, banned: true }), await aMember(app)];
  const page = await (await app.ask('/admin/users', { headers: { Cookie: admin } })).text();
  expect(page).toContain('Convida els qui no tenen contrasenya');
  for (let round = 0; round < 2; round += 1) expect((await submit('/admin/users', { intent: 'invite-all' })).status).toBe(303);
  const invitations = async ({ email }: Member): Promise<number> => (await app.db.query.selectFrom('mails').select('id').where('recipient', '=', email).where('kind', '=', 'invitation').execute()).length;
  expect(await Promise.all([fresh, disabled, known].map(invitations))).toEqual([1, 0, 0]);
  app.clock.advance(25 * 3_600_000);
  admin = await signedIn(app, 'admin@comboi.test');
  await submit('/admin/users', { intent: 'invite-all' });
  expect(await invitations(fresh)).toBe(2);
});
