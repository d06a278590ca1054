import type { AuthenticationResponseJSON, PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

import { displayName } from '#app/domain/association.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { openVerifiedSession, proveSession, sessionTokenOf } from '#app/features/sign-in/session/service.server.ts';
import { traceAccount } from '#app/features/sign-in/trace/service.server.ts';

import { enqueueSecondFactorNotice } from '../notice.server.ts';
import { storeChallenge, spendChallenge } from './challenges.server.ts';
import { relyingParty } from './relying-party.ts';
import { deletePasskey, insertPasskey, type KnownPasskey, markPasskeyUsed, type PasskeyRow, updatePasskeyName, selectPasskey, selectPasskeys } from './store.server.ts';

const MAX_PASSKEYS = 20;

type User = Extract<Actor, { kind: 'user' }>;

export interface Begun<Options> {
  options: Options;
  cookie: string;
}

export async function listPasskeys(deps: Deps, user: User): Promise<PasskeyRow[]> {
  return selectPasskeys(deps.db.query, user.userId);
}

/** Null where WebAuthn does not work at our address, or the account has reached its limit. */
export async function beginAdding(deps: Deps, { user, headers }: { user: User; headers: Headers }): Promise<Begun<PublicKeyCredentialCreationOptionsJSON> | null> {
  const rp = relyingParty(deps.env.publicUrl);
  const [passkeys, sessionToken] = await Promise.all([selectPasskeys(deps.db.query, user.userId), sessionTokenOf(deps, headers)]);
  if (rp === null || sessionToken === null || passkeys.length >= MAX_PASSKEYS) return null;
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: displayName((await deps.settings.current()).association),
    rpID: rp.id,
    userID: Uint8Array.from(Buffer.from(user.userId)),
    userName: user.email,
    userDisplayName: user.name,
    excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options, cookie: await storeChallenge(deps, { challenge: options.challenge, purpose: 'add', sessionToken }) };
}

export async function addPasskey(deps: Deps, addition: { user: User; headers: Headers; response: unknown; name: string }): Promise<boolean> {
  const { user, headers, response, name } = addition;
  const rp = relyingParty(deps.env.publicUrl);
  const sessionToken = await sessionTokenOf(deps, headers);
  const expectedChallenge = sessionToken === null ? null : await spendChallenge(deps, { headers, purpose: 'add', sessionToken });
  if (rp === null || expectedChallenge === null) return false;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const verified = await orRefused(deps, () =>
    verifyRegistrationResponse({ response: response as RegistrationResponseJSON, expectedChallenge, expectedOrigin: rp.origin, expectedRPID: rp.id, requireUserVerification: true }),
  );
  if (verified?.verified !== true) return false;
  const { id: credentialId, publicKey, counter } = verified.registrationInfo.credential;
  return deps.db.inTransaction(async (tx) => {
    const { userId, email } = user;
    if (!(await insertPasskey(tx, { id: deps.ids.uuid(), userId, credentialId, publicKey: Buffer.from(publicKey).toString('base64url'), counter, name, now: deps.clock.now() }))) return false;
    await enqueueSecondFactorNotice(tx, deps, { email, kind: 'passkey_added' });
    await traceAccount(deps, tx, { event: 'user.passkey_added', userId });
    return true;
  });
}

export async function renamePasskey(deps: Deps, { user, id, name }: { user: User; id: string; name: string }): Promise<boolean> {
  return deps.db.inTransaction((tx) => updatePasskeyName(tx, { id, userId: user.userId, name }));
}

export async function removePasskey(deps: Deps, { user, id }: { user: User; id: string }): Promise<boolean> {
  return deps.db.inTransaction(async (tx) => {
    if (!(await deletePasskey(tx, { id, userId: user.userId }))) return false;
    await enqueueSecondFactorNotice(tx, deps, { email: user.email, kind: 'passkey_removed' });
    await traceAccount(deps, tx, { event: 'user.passkey_removed', userId: user.userId });
    return true;
  });
}

/** A guest may use any passkey of the site, a signed-in user only their own. Null where WebAuthn does not work. */
export async function beginShowing(deps: Deps, { actor, headers }: { actor: Actor; headers: Headers }): Promise<Begun<PublicKeyCredentialRequestOptionsJSON> | null> {
  const rp = relyingParty(deps.env.publicUrl);
  if (rp === null) return null;
  const sessionToken = await sessionTokenOf(deps, headers);
  const own = actor.kind === 'user' ? await selectPasskeys(deps.db.query, actor.userId) : [];
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({ rpID: rp.id, userVerification: 'required', allowCredentials: own.map(({ credentialId }) => ({ id: credentialId })) });
  return { options, cookie: await storeChallenge(deps, { challenge: options.challenge, purpose: sessionToken === null ? 'sign_in' : 'prove', sessionToken }) };
}

export type OutcomeView = { outcome: 'signed_in'; cookies: Headers } | { outcome: 'proved' | 'refused' } | { outcome: 'too_many'; retryAfterSeconds: number };

export interface PresentedPasskey {
  actor: Actor;
  headers: Headers;
  response: unknown;
  address: string;
  limits: RateLimits;
}

/** With user verification a passkey replaces password and code, and the password asked again. */
export async function takePasskey(deps: Deps, { actor, headers, response, address, limits }: PresentedPasskey): Promise<OutcomeView> {
  const retryAfterSeconds = await limits.take('password', address);
  if (retryAfterSeconds !== null) return { outcome: 'too_many', retryAfterSeconds };
  const sessionToken = await sessionTokenOf(deps, headers);
  const expectedChallenge = await spendChallenge(deps, { headers, purpose: sessionToken === null ? 'sign_in' : 'prove', sessionToken });
  const answer = response as AuthenticationResponseJSON;
  const passkey = expectedChallenge === null || typeof answer?.id !== 'string' ? null : await selectPasskey(deps.db.query, answer.id);
  if (passkey === null || expectedChallenge === null || (actor.kind === 'user' && actor.userId !== passkey.userId)) return { outcome: 'refused' };
  const counter = await verifiedCounter(deps, { passkey, answer, expectedChallenge });
  const refused = counter === null ? null : await deps.db.inTransaction(async (tx): Promise<OutcomeView | null> => {
    if (!(await markPasskeyUsed(tx, { id: passkey.id, counter, now: deps.clock.now() }))) return null;
    if (sessionToken !== null) return (await proveSession(tx, deps, { token: sessionToken, userId: passkey.userId })) ? { outcome: 'proved' } : null;
    const cookies = await openVerifiedSession(tx, deps, { userId: passkey.userId, email: passkey.email, headers });
    if (cookies === null) return null;
    await traceAccount(deps, tx, { event: 'user.signed_in', userId: passkey.userId, detail: { by: 'passkey' } });
    return { outcome: 'signed_in', cookies };
  });
  if (refused !== null) return refused;
  await traceAccount(deps, deps.db.query, { event: 'user.sign_in_failed', userId: passkey.userId, actor: 'visitor', detail: { step: 'passkey' } });
  return { outcome: 'refused' };
}

/** Null also where the counter did not increase, which hints at a cloned passkey. */
async function verifiedCounter(deps: Deps, { passkey, answer, expectedChallenge }: { passkey: KnownPasskey; answer: AuthenticationResponseJSON; expectedChallenge: string }): Promise<number | null> {
  const rp = relyingParty(deps.env.publicUrl);
  if (rp === null) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const credential = { id: passkey.credentialId, publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')), counter: Number(passkey.counter) };
  const verified = await orRefused(deps, () =>
    verifyAuthenticationResponse({ response: answer, expectedChallenge, expectedOrigin: rp.origin, expectedRPID: rp.id, requireUserVerification: true, credential }),
  );
  return verified?.verified === true ? verified.authenticationInfo.newCounter : null;
}

/** The library throws on any invalid input, and all of it comes from outside. */
async function orRefused<Result>(deps: Deps, verify: () => Promise<Result>): Promise<Result | null> {
  try {
    return await verify();
  } catch (error) {
    deps.log.warn({ err: error }, 'a passkey was refused');
    return null;
  }
}
