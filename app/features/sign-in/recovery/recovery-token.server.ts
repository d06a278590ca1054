import { createHash } from 'node:crypto';

import { errors, jwtVerify, SignJWT } from 'jose';

import { isUuid } from '#app/domain/uuid.ts';
import type { Deps } from '#app/platform/deps.server.ts';

const AUDIENCE = 'recovery';
const ALGORITHM = 'HS256';
const TOKENS = 'recovery tokens';

/** The code works once; the signature rejects guesses without a database query. */
export interface RecoveryClaims {
  userId: string;
  code: string;
  /** Sent by mail, which proves the mailbox. */
  mailed: boolean;
}

type ReadToken = { outcome: 'read'; claims: RecoveryClaims } | { outcome: 'malformed' | 'expired' | 'invalid' };

interface RecoveryLink {
  userId: string;
  code: string;
  mailed: boolean;
  createdAt: Date;
  expiresAt: Date;
}

/** Derived from the mail's id: a resent mail carries the same link, and the code is stored nowhere. */
export function codeFor({ keys }: Deps, mailId: string): string {
  return keys.sign('recovery codes', mailId);
}

export function hashOfCode(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** Spec §2. In the hash, which is never sent to a server. */
export async function recoveryUrl(deps: Deps, link: RecoveryLink): Promise<string> {
  const token = await new SignJWT({ mailed: link.mailed })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setAudience(AUDIENCE)
    .setSubject(link.userId)
    .setJti(link.code)
    .setIssuedAt(link.createdAt)
    .setExpirationTime(link.expiresAt)
    .sign(deps.keys.derive(TOKENS));
  const parameters = new URLSearchParams({
    access_token: token,
    refresh_token: 'none',
    expires_at: String(toSeconds(link.expiresAt)),
    expires_in: String(toSeconds(link.expiresAt) - toSeconds(link.createdAt)),
    token_type: 'bearer',
    type: 'recovery',
  });
  return new URL(`/#${parameters.toString()}`, deps.env.publicUrl).href;
}

export async function readToken(deps: Deps, token: string): Promise<ReadToken> {
  if (token.split('.').length !== 3) return { outcome: 'malformed' };
  try {
    const { payload } = await jwtVerify(token, deps.keys.derive(TOKENS), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      currentDate: deps.clock.now(),
      requiredClaims: ['sub', 'jti', 'exp'],
    });
    const { sub: userId, jti: code } = payload;
    if (userId === undefined || code === undefined || !isUuid(userId)) return { outcome: 'invalid' };
    return { outcome: 'read', claims: { userId, code, mailed: payload['mailed'] === true } };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { outcome: 'expired' };
    if (error instanceof errors.JOSEError) return { outcome: 'invalid' };
    throw error;
  }
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
