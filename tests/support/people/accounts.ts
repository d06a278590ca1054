import type { Mailer, OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import { hashPassword } from '#app/platform/adapters/password-hashing.server.ts';
import type { GrantableRight } from '#app/domain/people/rights.ts';
import type { Role } from '#app/domain/people/roles.ts';

import { cookieOf } from './buyers.ts';
import { aTestApp, type TestApp, type TestAppOptions } from '../app/test-app.ts';

export const MEMBER_PASSWORD = 'Tres7Taronges';

export interface Member {
  id: string;
  email: string;
  name: string;
}

let made = 0;
/** Hashing is slow on purpose: each password is hashed once. */
const hashes = new Map<string, Promise<string>>();

function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

/** An account of its own for a test, whose password is known. */
export async function aMember(app: Pick<TestApp, 'db' | 'deps'>, input: { role?: Role; rights?: readonly GrantableRight[]; email?: string; name?: string; banned?: boolean; password?: string | null; hash?: string } = {}): Promise<Member> {
  made += 1;
  const { ids } = app.deps;
  const member = { id: ids.uuid(), email: input.email ?? `membre${made}@example.com`, name: input.name ?? `Membre ${made}` };
  const now = app.deps.clock.now();
  const passwordHash = input.password === null ? null : (input.hash ?? (await hashOf(input.password ?? MEMBER_PASSWORD)));
  await app.db.query
    .insertInto('users')
    .values({ ...member, passwordHash, emailVerified: false, role: input.role ?? 'socio', banned: input.banned ?? false, createdAt: now, updatedAt: now })
    .execute();
  for (const staffRight of input.rights ?? []) await app.db.query.insertInto('userRights').values({ userId: member.id, staffRight }).execute();
  return member;
}

/** An app whose mail lands in a list. */
export async function anAppWithPost(options: TestAppOptions = {}): Promise<{ app: TestApp; post: OutgoingMail[] }> {
  const post: OutgoingMail[] = [];
  const mailer: Mailer = {
    perSecond: null,
    async send(mail) {
      post.push(mail);
      return { sent: true };
    },
    close: async () => {},
  };
  const app = await aTestApp({ ...options, deps: (usual) => ({ mailer, ...options.deps?.(usual) }) });
  return { app, post };
}

/** Sends what waits in the outbox and says what came for somebody, newest last. */
export async function mailsFor(app: TestApp, post: readonly OutgoingMail[], email: string): Promise<OutgoingMail[]> {
  await app.round('outbox');
  await app.round('outbox');
  return post.filter((mail) => mail.to === email);
}

/** The parameters of the recovery link in a mail. */
export function recoveryOf(mail: OutgoingMail): { url: URL; parameters: URLSearchParams; token: string } {
  const url = new URL(/https?:\/\/\S+#\S+/.exec(mail.text)?.[0] ?? 'none:');
  const parameters = new URLSearchParams(url.hash.slice(1));
  return { url, parameters, token: parameters.get('access_token') ?? '' };
}

export async function tryLogin(app: TestApp, credentials: { email: string; password: string }, from: { cookie?: string; address?: string } = {}): Promise<Response> {
  return app.ask('/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(from.cookie !== undefined && { Cookie: from.cookie }) },
    body: JSON.stringify(credentials),
    ...(from.address !== undefined && { address: from.address }),
  });
}

/** The cookies of somebody who has just signed in. */
export async function login(app: TestApp, member: Pick<Member, 'email'>, password: string = MEMBER_PASSWORD): Promise<string> {
  const response = await tryLogin(app, { email: member.email, password });
  if (response.status !== 204) throw new Error(`${member.email} could not sign in: ${response.status}`);
  return cookieOf(response.headers);
}

/** Whether the server knows who sends this cookie. */
export async function isSignedIn(app: TestApp, cookie: string): Promise<boolean> {
  return (await app.ask('/change-password', { headers: { Cookie: cookie } })).status === 200;
}

/** Sends a screen's form as a browser without scripts does. */
export async function sendForm(app: TestApp, path: string, fields: Record<string, string>, from: { cookie?: string; address?: string; headers?: Record<string, string> } = {}): Promise<Response> {
  return app.ask(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...(from.cookie !== undefined && { Cookie: from.cookie }), ...from.headers },
    body: new URLSearchParams(fields),
    ...(from.address !== undefined && { address: from.address }),
  });
}
