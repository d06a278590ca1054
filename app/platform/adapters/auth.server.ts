import { betterAuth } from 'better-auth';
import { admin } from 'better-auth/plugins/admin';
import { createAccessControl } from 'better-auth/plugins/access';

import { MAX_PASSWORD_UNITS } from '#app/domain/people/password.ts';
import { ROLES } from '#app/domain/people/roles.ts';

import type { Database } from './db/database.server.ts';
import { randomIds } from './ids.server.ts';
import { hashPassword, verifyPassword } from './password-hashing.server.ts';

export const SESSION_LIFE_S = 30 * 24 * 60 * 60;
const COOKIE_NAME = 'comboi.session_token';

/** `__Host-` keeps sub-domains from planting a session of theirs; browsers allow it over https only. */
export function sessionCookieName(publicUrl: URL): string {
  return publicUrl.protocol === 'https:' ? `__Host-${COOKIE_NAME}` : COOKIE_NAME;
}

const access = createAccessControl({});
const noStatements = access.newRole({});

/** None of the library's routes is mounted: services call `auth.api`. No cookie cache, since it would keep a revoked session alive. */
export function createAuth(parts: { db: Database; secret: string; publicUrl: URL }) {
  return betterAuth({
    appName: 'Comboi',
    baseURL: parts.publicUrl.origin,
    secret: parts.secret,
    telemetry: { enabled: false },
    logger: { level: 'error' },
    database: { db: parts.db.query, type: 'postgres', transaction: true },
    user: { modelName: 'users' },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_LIFE_S,
      disableSessionRefresh: true,
      additionalFields: { provedAt: { type: 'date', required: false, input: false }, seenAt: { type: 'date', required: false, input: false }, awaitsCode: { type: 'boolean', required: false, input: false, defaultValue: false } },
    },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    emailAndPassword: { enabled: true, disableSignUp: true, maxPasswordLength: MAX_PASSWORD_UNITS, password: { hash: hashPassword, verify: verifyPassword } },
    rateLimit: { enabled: false },
    plugins: [
      admin({
        defaultRole: 'public',
        adminRoles: ['admin'],
        ac: access,
        roles: Object.fromEntries(ROLES.map((role) => [role, noStatements])),
      }),
    ],
    advanced: {
      // Not 'uuid': on PostgreSQL the library then leaves the id to a column default, which our tables don't have.
      database: { generateId: () => randomIds.uuid(), validateSchema: false },
      ipAddress: { disableIpTracking: true },
      cookiePrefix: 'comboi',
      // The library would say `__Secure-`, which a sub-domain may plant as well.
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: sessionCookieName(parts.publicUrl),
          attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: parts.publicUrl.protocol === 'https:' },
        },
      },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;
