import { MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';
import { cookieOf } from '#tests/support/people/buyers.ts';

import { differs } from '../difference.ts';
import type { World } from '../world.ts';
import { cookieFor, type Person } from './person.ts';
import { linkInMail, press } from './presser.ts';

const MINUTE_MS = 60_000;

/** Signs in by the page, by a link or by the call; the session ends with it, and opens nothing afterwards. */
export async function signInAndOut(world: World, owner: Person): Promise<void> {
  const { dice, address } = owner;
  const byPage = dice.chance(0.5);
  const answer = byPage ? await press(world, owner, { path: '/login', field: 'password', wanted: { email: owner.email, password: MEMBER_PASSWORD }, cookie: '', remembers: false }) : await world.insist(dice, { path: '/api/session', body: { email: owner.email, password: MEMBER_PASSWORD }, address });
  world.record.did(owner.name, `signs in ${byPage ? 'by the page' : 'by the call'} ${answer?.status ?? ''}`);
  if (answer === null || answer.headers.getSetCookie().length === 0) return;
  const cookie = cookieOf(answer.headers);
  await world.insist(dice, { path: '/api/session', cookie, address });
  await world.insist(dice, { path: '/api/session/password', body: { password: MEMBER_PASSWORD }, cookie, address });
  // The password is asked for again only where it was shown long ago.
  if (dice.chance(0.3)) world.clock.advance(16 * MINUTE_MS);
  await press(world, owner, { path: '/confirma-contrasenya', cookie, wanted: { password: MEMBER_PASSWORD }, remembers: false });
  const path = dice.chance(0.5) ? '/logout' : '/api/session';
  await world.insist(dice, path === '/logout' ? { path, form: {}, cookie, address } : { method: 'DELETE', path, cookie, address });
  const { body } = await world.insist<{ person: unknown }>(dice, { path: '/api/session', cookie, address });
  if (body.person !== null) throw differs(world, `a session of ${owner.name} that was ended is still ${JSON.stringify(body.person)}`);
}

/** Asks for a link into the account, or for a new password, and for what is kept about them; follows what comes by mail. */
export async function askByMail(world: World, owner: Person): Promise<void> {
  const { dice, address } = owner;
  await press(world, owner, { path: dice.pick(['/login/enllac', '/forgot-password', '/les-meues-dades']), field: 'email', wanted: { email: owner.email }, cookie: '', remembers: false });
  world.clock.advance(MINUTE_MS);
  await world.rounds();
  const link = linkInMail(world, owner.email, /https?:\/\/[^\s#]+\/(?:login\/entra|les-meues-dades\/obrir)\?\S+/);
  world.record.did(owner.name, `asks by mail${link === null ? '' : ', and follows'}`);
  if (link === null) return;
  const opened = await press(world, owner, { path: link, cookie: '', remembers: false });
  if (opened === null || opened.headers.getSetCookie().length === 0) return;
  const cookie = cookieOf(opened.headers);
  if (!link.startsWith('/les-meues-dades')) return;
  for (const intent of ['rename', 'withdraw', '', 'leave']) {
    await press(world, owner, { path: '/les-meues-dades', ...(intent !== '' && { intent }), wanted: { name: owner.name, words: 'Què en sabeu?' }, cookie, remembers: false });
  }
  await world.insist(dice, { path: '/les-meues-dades/dades.json', cookie, address });
  if (dice.chance(0.1)) await press(world, owner, { path: '/les-meues-dades/tancar', cookie, remembers: false });
}

/** Sets a password that is the same as before, and ends the other sessions. */
export async function changePassword(world: World, owner: Person): Promise<void> {
  let cookie = await cookieFor(world, owner);
  if (cookie === null) return;
  const other = `${MEMBER_PASSWORD}x`;
  for (const [current, password] of [[MEMBER_PASSWORD, other], [other, MEMBER_PASSWORD]] as const) {
    const answer = await press(world, owner, { path: '/change-password', wanted: { current, password, repeat: password }, cookie, remembers: false });
    // A new session comes with a new password.
    if (answer !== null && answer.headers.getSetCookie().length > 0) cookie = cookieOf(answer.headers);
  }
  await press(world, owner, { path: '/dispositius', intent: 'end-others', cookie, remembers: false });
  owner.cookie = null;
  world.record.did(owner.name, 'changes the password');
}
