import { type AuditEntry, writeAudits } from '#app/platform/adapters/db/audit.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { pageOfList } from '#app/domain/paging.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { type GrantableRight, rightsWord } from '#app/domain/people/rights.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asAdmin, type RightLost } from '#app/platform/http/guards/staff.server.ts';
import { selectGrantedRights } from '#app/platform/http/guards/staff-store.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { enqueueInvitations, notifyAddressChange } from '#app/features/sign-in/recovery/service.server.ts';
import { resetSecondFactorTx } from '#app/features/second-factor/service.server.ts';
import { endSessions } from '#app/features/sign-in/session/service.server.ts';

import {
  countUsers,
  countWithoutPassword,
  deleteUserRow,
  type HistoryRow,
  insertUsers,
  type ListedUserRow,
  lockUser,
  selectHistory,
  selectToInvite,
  selectUsers,
  selectUserDetails,
  setRights,
  updateBanned,
  updateEmail,
  updateName,
  updateUsers,
  type UserFilter,
  type UserRow,
  type UserDetailsRow,
} from './users-store.server.ts';

export const USERS_A_PAGE = 50;
const MOST_ENTRIES = 30;

export interface UserPage {
  users: ListedUserRow[];
  total: number;
  page: number;
  pages: number;
}

export async function listUsers(deps: Deps, _admin: AdminId, input: UserFilter & { page: number }): Promise<UserPage> {
  if (!isStorableText(input.search)) return { users: [], total: 0, page: 1, pages: 1 };
  const total = await countUsers(deps.db.query, input);
  const { page, pages, limit, offset } = pageOfList({ total, page: input.page, size: USERS_A_PAGE });
  const users = await selectUsers(deps.db.query, input, { limit, offset });
  return { users, total, page, pages };
}

export interface UserDetails {
  user: UserDetailsRow;
  history: HistoryRow[];
}

export async function findUser(deps: Deps, _admin: AdminId, userId: string): Promise<UserDetails | null> {
  if (!isUuid(userId)) return null;
  const user = await selectUserDetails(deps.db.query, userId, deps.clock.now());
  return user && { user, history: await selectHistory(deps.db.query, userId, MOST_ENTRIES) };
}

/** `changed_meanwhile`: another admin was quicker. */
export type UserOutcome = { outcome: 'done' | 'not_found' } | { outcome: 'last_admin' | 'changed_meanwhile' | 'disabled' } | RightLost;

export interface PersonOfAccount {
  name: string;
  email: string;
}

export type CorrectionOutcome = UserOutcome | { outcome: 'email_taken' };

export type CreateUserOutcome = { outcome: 'done'; userId: string } | { outcome: 'email_taken' } | RightLost;

export interface UserInput {
  name: string;
  email: string;
  role: Role;
  invitation: 'send' | 'none';
}

/** Without a password: the invitation sets it. */
export async function createUser(deps: Deps, admin: AdminId, input: UserInput): Promise<CreateUserOutcome> {
  return asAdmin(deps, admin, async (tx, { now, audit }): Promise<CreateUserOutcome> => {
    const user = { id: deps.ids.uuid(), name: input.name, email: input.email, role: input.role };
    const [made] = await insertUsers(tx, [user], now);
    if (!made) return { outcome: 'email_taken' };
    await audit({ action: 'user.created', subject: 'user', subjectId: user.id, detail: { before: null, after: user.role } });
    if (input.invitation === 'send') {
      await enqueueInvitations(tx, deps, [{ userId: user.id, email: user.email }]);
      await audit({ action: 'user.invited', subject: 'user', subjectId: user.id });
    }
    return { outcome: 'done', userId: user.id };
  });
}

export async function inviteUser(deps: Deps, admin: AdminId, userId: string): Promise<UserOutcome> {
  return changeUser(deps, admin, userId, async (tx, user, { record }) => {
    if (user.banned) return { outcome: 'disabled' };
    await enqueueInvitations(tx, deps, [{ userId, email: user.email }]);
    await record('user.invited');
    return { outcome: 'done' };
  });
}

/**
 * `from`: what the admin's page displayed. A new mailbox is unverified until its link is opened, so that nobody sees the orders of an
 * address that is not theirs; a mistyped one would lock the only admin out.
 */
export async function correctPerson(deps: Deps, admin: AdminId, correction: { userId: string; from: PersonOfAccount; to: PersonOfAccount }): Promise<CorrectionOutcome> {
  const { userId, from, to } = correction;
  return changeUser<CorrectionOutcome>(deps, admin, userId, async (tx, user, { admins, now, record }) => {
    if (user.name !== from.name || user.email !== from.email) return { outcome: 'changed_meanwhile' };
    if (user.email !== to.email) {
      if (isLastOf(admins, user)) return { outcome: 'last_admin' };
      if (user.banned) return { outcome: 'disabled' };
      if (!(await updateEmail(tx, userId, { email: to.email, now }))) return { outcome: 'email_taken' };
      await endSessions(tx, userId, { keep: null });
      await notifyAddressChange(tx, deps, { userId, from: user.email, to: to.email });
      await record('user.address_changed');
    }
    if (user.name !== to.name) {
      await updateName(tx, userId, { name: to.name, now });
      await record('user.renamed');
    }
    return { outcome: 'done' };
  });
}

export async function readWithoutPassword(deps: Deps, _admin: AdminId): Promise<number> {
  return countWithoutPassword(deps.db.query);
}

const INVITED_AGAIN_AFTER_MS = 24 * 3_600_000;

/** Everybody who has no password yet and was sent no link since yesterday. */
export async function inviteAll(deps: Deps, admin: AdminId): Promise<{ outcome: 'done'; invited: number } | RightLost> {
  return asAdmin(deps, admin, async (tx, { now }) => {
    const users = await selectToInvite(tx, new Date(now.getTime() - INVITED_AGAIN_AFTER_MS));
    await enqueueInvitations(tx, deps, users.map(({ id, email }) => ({ userId: id, email })));
    await writeAudits(tx, users.map(({ id }) => ({ at: now, actor: `user:${admin}`, action: 'user.invited', subject: 'user', subjectId: id })));
    return { outcome: 'done' as const, invited: users.length };
  });
}

/** `from`: the role that the admin's page displayed. */
export async function changeRole(deps: Deps, admin: AdminId, change: { userId: string; from: Role; to: Role }): Promise<UserOutcome> {
  return changeUser(deps, admin, change.userId, async (tx, user, { admins, now, record }) => {
    if (user.role !== change.from) return { outcome: 'changed_meanwhile' };
    if (user.role === change.to) return { outcome: 'done' };
    if (isLastOf(admins, user)) return { outcome: 'last_admin' };
    await updateUsers(tx, [{ id: user.id, name: user.name, role: change.to }], now);
    await record('user.role_changed', { before: user.role, after: change.to });
    return { outcome: 'done' };
  });
}

export interface RightsChange {
  userId: string;
  from: readonly GrantableRight[];
  to: readonly GrantableRight[];
}

export async function changeRights(deps: Deps, admin: AdminId, { userId, from, to }: RightsChange): Promise<UserOutcome> {
  return changeUser(deps, admin, userId, async (tx, user, { record }) => {
    const before = rightsWord(await selectGrantedRights(tx, userId));
    const after = rightsWord(to);
    if (user.role === 'admin' || before !== rightsWord(from)) return { outcome: 'changed_meanwhile' };
    if (before === after) return { outcome: 'done' };
    await setRights(tx, [{ id: userId, rights: to }]);
    await record('user.rights_changed', { before, after });
    return { outcome: 'done' };
  });
}

export async function disableUser(deps: Deps, admin: AdminId, userId: string): Promise<UserOutcome> {
  return changeUser(deps, admin, userId, async (tx, user, { admins, now, record }) => {
    if (user.banned) return { outcome: 'done' };
    if (isLastOf(admins, user)) return { outcome: 'last_admin' };
    await updateBanned(tx, userId, { banned: true, now });
    await endSessions(tx, userId, { keep: null });
    await record('user.disabled', { before: 'enabled', after: 'disabled' });
    return { outcome: 'done' };
  });
}

export async function enableUser(deps: Deps, admin: AdminId, userId: string): Promise<UserOutcome> {
  return changeUser(deps, admin, userId, async (tx, user, { now, record }) => {
    if (!user.banned) return { outcome: 'done' };
    await updateBanned(tx, userId, { banned: false, now });
    await record('user.enabled', { before: 'disabled', after: 'enabled' });
    return { outcome: 'done' };
  });
}

export async function endSessionsByAdmin(deps: Deps, admin: AdminId, userId: string): Promise<UserOutcome> {
  return changeUser(deps, admin, userId, async (tx, _user, { record }) => {
    await endSessions(tx, userId, { keep: null });
    await record('user.sessions_ended');
    return { outcome: 'done' };
  });
}

/** After losing phone and recovery codes: the password alone signs in again, and every session ends. */
export async function resetSecondFactor(deps: Deps, admin: AdminId, userId: string): Promise<UserOutcome> {
  return changeUser(deps, admin, userId, async (tx, user) => {
    await resetSecondFactorTx(tx, deps, { userId, email: user.email, actor: `user:${admin}` });
    return { outcome: 'done' };
  });
}

/** Sessions and password go; orders and tickets stay with their address. */
export async function deleteUser(deps: Deps, admin: AdminId, userId: string): Promise<UserOutcome> {
  return changeUser(deps, admin, userId, async (tx, user, { admins, record }) => {
    if (isLastOf(admins, user)) return { outcome: 'last_admin' };
    await deleteUserRow(tx, userId);
    await record('user.deleted', { before: user.role, after: null });
    return { outcome: 'done' };
  });
}

interface UserWork {
  admins: readonly string[];
  now: Date;
  record(action: string, change?: AuditEntry['detail']): Promise<void>;
}

async function changeUser<Outcome extends { outcome: string } = UserOutcome>(
  deps: Deps,
  admin: AdminId,
  userId: string,
  change: (tx: Tx, user: UserRow, work: UserWork) => Promise<Outcome | UserOutcome>,
): Promise<Outcome | UserOutcome> {
  if (!isUuid(userId)) return { outcome: 'not_found' };
  return asAdmin(deps, admin, async (tx, { admins, now, audit }): Promise<Outcome | UserOutcome> => {
    const user = await lockUser(tx, userId);
    if (!user) return { outcome: 'not_found' };
    const record: UserWork['record'] = (action, detail) => {
      deps.log.info({ userId, event: action, by: admin }, 'account');
      return audit({ action, subject: 'user', subjectId: userId, ...(detail && { detail }) });
    };
    return change(tx, user, { admins, now, record });
  });
}

function isLastOf(admins: readonly string[], user: UserRow): boolean {
  return admins.length === 1 && admins[0] === user.id;
}
