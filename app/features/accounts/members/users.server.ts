import { type AuditEntry, writeAudit } from '#app/adapters/db/audit.server.ts';
import type { Tx } from '#app/adapters/db/database.server.ts';
import { parseEmailAddress } from '#app/domain/people/email-address.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { AdminId } from '#app/http/guards/guards.server.ts';
import type { Deps } from '#app/deps.server.ts';

import { enqueueInvitations } from '../recovery/recovery.server.ts';
import { deleteSessions } from '../store.server.ts';
import {
  countUsers,
  deleteUser as deleteUserRow,
  type HistoryRow,
  insertUsers,
  type ListedUserRow,
  lockActiveAdmins,
  lockUser,
  selectHistory,
  selectUsers,
  selectUserDetails,
  updateBanned,
  updateUsers,
  type UserFilter,
  type UserRow,
  type UserDetailsRow,
} from './users-store.server.ts';

export const USERS_A_PAGE = 50;
export const MAX_NAME = 100;
const MAX_TYPED_NAME = 10 * MAX_NAME;
const HISTORY_SHOWN = 30;

export interface UserPage {
  users: ListedUserRow[];
  total: number;
  /** From 1. Beyond the last one is the last one. */
  page: number;
  pages: number;
}

export async function listUsers(deps: Deps, _admin: AdminId, input: UserFilter & { page: number }): Promise<UserPage> {
  if (!isStorableText(input.search)) return { users: [], total: 0, page: 1, pages: 1 };
  const total = await countUsers(deps.db.query, input);
  const pages = Math.max(1, Math.ceil(total / USERS_A_PAGE));
  const page = Math.min(Math.max(1, input.page), pages);
  const users = await selectUsers(deps.db.query, input, { limit: USERS_A_PAGE, offset: (page - 1) * USERS_A_PAGE });
  return { users, total, page, pages };
}

export interface UserDetails {
  user: UserDetailsRow;
  history: HistoryRow[];
}

export async function findUser(deps: Deps, _admin: AdminId, userId: string): Promise<UserDetails | null> {
  if (!isUuid(userId)) return null;
  const user = await selectUserDetails(deps.db.query, userId, deps.clock.now());
  return user && { user, history: await selectHistory(deps.db.query, userId, HISTORY_SHOWN) };
}

export type UserRefusal =
  | 'not_found'
  /** Whoever asks was an admin when the request came, and is none any more. */
  | 'not_admin'
  /** Without this one nobody could administer anything. */
  | 'last_admin'
  /** Another admin was quicker: what the form was about is no longer so. */
  | 'changed_meanwhile'
  /** A disabled account gets no letters. */
  | 'disabled'
  | 'email_taken';

export type UserOutcome = { outcome: 'done'; userId: string } | { outcome: 'refused'; reason: UserRefusal };

export interface UserInput {
  name: string;
  email: string;
  role: Role;
  invitation: 'send' | 'none';
}

export type UserProblems = Partial<Record<'name' | 'email', string>>;

/** The wish as it can be kept, or what is wrong with it in words. */
export function checkUser(typed: { name: string; email: string }): { name: string; email: string } | { problems: UserProblems } {
  const name = tidyName(typed.name);
  const email = parseEmailAddress(typed.email);
  const problems: UserProblems = {};
  if (name === '') problems.name = 'Escriu el nom i els cognoms.';
  else if (name.length > MAX_NAME) problems.name = `El nom pot tindre fins a ${MAX_NAME} caràcters.`;
  else if (!isStorableText(name)) problems.name = 'El nom té caràcters que no es poden guardar.';
  if (email === null) problems.email = 'Per favor, introdueix un email vàlid';
  return email === null || problems.name !== undefined ? { problems } : { name, email };
}

/** Normalising takes the square of the marks in a row: what can come down to no name is left as it is. */
function tidyName(typed: string): string {
  return typed.length > MAX_TYPED_NAME ? typed : typed.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Makes an account without a password: its owner sets one by the invitation, or by 'Has oblidat la contrasenya?'. */
export async function createUser(deps: Deps, admin: AdminId, input: UserInput): Promise<UserOutcome> {
  return asAdmin(deps, admin, async (tx, { now, tell }) => {
    const user = { id: deps.ids.uuid(), name: input.name, email: input.email, role: input.role };
    const [made] = await insertUsers(tx, [user], now);
    if (!made) return refused('email_taken');
    await tell('user.created', user, { before: null, after: user.role });
    if (input.invitation === 'send') {
      await enqueueInvitations(tx, deps, [{ userId: user.id, email: user.email }]);
      await tell('user.invited', user);
    }
    return { outcome: 'done', userId: user.id };
  });
}

export async function inviteUser(deps: Deps, admin: AdminId, userId: string): Promise<UserOutcome> {
  return changeUser(deps, admin, userId, async (tx, user, { tell }) => {
    if (user.banned) return refused('disabled');
    await enqueueInvitations(tx, deps, [{ userId, email: user.email }]);
    await tell('user.invited', user);
    return done(user);
  });
}

/** `from`: the role that was on the admin's screen. */
export async function changeRole(deps: Deps, admin: AdminId, change: { userId: string; from: Role; to: Role }): Promise<UserOutcome> {
  return changeUser(deps, admin, change.userId, async (tx, user, { admins, now, tell }) => {
    if (user.role !== change.from) return refused('changed_meanwhile');
    if (user.role === change.to) return done(user);
    if (isLastOf(admins, user)) return refused('last_admin');
    await updateUsers(tx, [{ id: user.id, name: user.name, role: change.to }], now);
    await tell('user.role_changed', user, { before: user.role, after: change.to });
    return done(user);
  });
}

/** Sessions end at once, and no password opens the account until it is enabled again. */
export async function disableUser(deps: Deps, admin: AdminId, userId: string): Promise<UserOutcome> {
  return changeUser(deps, admin, userId, async (tx, user, { admins, now, tell }) => {
    if (user.banned) return done(user);
    if (isLastOf(admins, user)) return refused('last_admin');
    await updateBanned(tx, userId, { banned: true, now });
    await deleteSessions(tx, userId, { keep: null });
    await tell('user.disabled', user, { before: 'enabled', after: 'disabled' });
    return done(user);
  });
}

export async function enableUser(deps: Deps, admin: AdminId, userId: string): Promise<UserOutcome> {
  return changeUser(deps, admin, userId, async (tx, user, { now, tell }) => {
    if (!user.banned) return done(user);
    await updateBanned(tx, userId, { banned: false, now });
    await tell('user.enabled', user, { before: 'disabled', after: 'enabled' });
    return done(user);
  });
}

export async function endSessions(deps: Deps, admin: AdminId, userId: string): Promise<UserOutcome> {
  return changeUser(deps, admin, userId, async (tx, user, { tell }) => {
    await deleteSessions(tx, userId, { keep: null });
    await tell('user.sessions_ended', user);
    return done(user);
  });
}

/** The account goes, with its sessions and password; orders and tickets stay, for their address. */
export async function deleteUser(deps: Deps, admin: AdminId, userId: string): Promise<UserOutcome> {
  return changeUser(deps, admin, userId, async (tx, user, { admins, tell }) => {
    if (isLastOf(admins, user)) return refused('last_admin');
    await deleteUserRow(tx, userId);
    await tell('user.deleted', user, { before: user.role, after: null });
    return done(user);
  });
}

interface Work {
  admins: readonly string[];
  now: Date;
  /** Writes the row that says who did what to whom. */
  tell(action: string, whom: Pick<UserRow, 'id'>, change?: AuditEntry['detail']): Promise<void>;
}

/** Runs as an admin who still is one: the admins are locked first, so that no two requests take the last two away. */
export async function asAdmin<Outcome>(
  deps: Deps,
  admin: AdminId,
  work: (tx: Tx, work: Work) => Promise<Outcome>,
): Promise<Outcome | { outcome: 'refused'; reason: UserRefusal }> {
  return deps.db.inTransaction(async (tx) => {
    const admins = await lockActiveAdmins(tx);
    if (!admins.includes(admin)) return refused('not_admin');
    const now = deps.clock.now();
    return work(tx, {
      admins,
      now,
      tell: (action, whom, change) =>
        writeAudit(tx, { at: now, actor: `user:${admin}`, action, subject: 'user', subjectId: whom.id, detail: change }),
    });
  });
}

async function changeUser(
  deps: Deps,
  admin: AdminId,
  userId: string,
  change: (tx: Tx, user: UserRow, work: Work) => Promise<UserOutcome>,
): Promise<UserOutcome> {
  if (!isUuid(userId)) return refused('not_found');
  return asAdmin(deps, admin, async (tx, work): Promise<UserOutcome> => {
    const user = await lockUser(tx, userId);
    return user ? change(tx, user, work) : refused('not_found');
  });
}

function isLastOf(admins: readonly string[], user: UserRow): boolean {
  return admins.length === 1 && admins[0] === user.id;
}

function done(user: UserRow): UserOutcome {
  return { outcome: 'done', userId: user.id };
}

function refused(reason: UserRefusal): { outcome: 'refused'; reason: UserRefusal } {
  return { outcome: 'refused', reason };
}
