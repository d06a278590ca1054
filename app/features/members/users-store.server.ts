import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { containing } from '#app/platform/adapters/db/like-pattern.ts';
import type { DatabaseTables } from '#app/platform/adapters/db/tables.server.ts';
import type { GrantableRight } from '#app/domain/people/rights.ts';
import type { Role } from '#app/domain/people/roles.ts';

export interface UserRow {
  id: string;
  name: string;
  email: string;
  role: Role;
  banned: boolean;
  emailVerified: boolean;
  createdAt: Date;
}

export interface ListedUserRow extends UserRow {
  rights: GrantableRight[];
  hasPassword: boolean;
}

export interface UserFilter {
  /** `%` and `_` are literal. */
  search: string;
  role: Role | null;
}

const USER_COLUMNS = ['users.id', 'users.name', 'users.email', 'users.role', 'users.banned', 'users.emailVerified', 'users.createdAt'] as const;

const HAS_PASSWORD = sql<boolean>`users.password_hash is not null`;

const RIGHTS = sql<GrantableRight[]>`array(select staff_right from user_rights where user_rights.user_id = users.id order by staff_right)`;

/** With an unverified address. */
export async function insertUser(tx: Tx, { now, ...user }: Pick<UserRow, 'id' | 'name' | 'email' | 'role'> & { now: Date }): Promise<void> {
  await tx.insertInto('users').values({ ...user, emailVerified: false, banned: false, createdAt: now, updatedAt: now }).execute();
}

export async function countUsers(query: Query, filter: UserFilter): Promise<number> {
  const { count } = await query
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where((eb) => matches(eb, filter))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function selectUsers(query: Query, filter: UserFilter, page: { limit: number; offset: number }): Promise<ListedUserRow[]> {
  return query
    .selectFrom('users')
    .select(USER_COLUMNS)
    .select([HAS_PASSWORD.as('hasPassword'), RIGHTS.as('rights')])
    .where((eb) => matches(eb, filter))
    .orderBy(sql`lower(users.name)`)
    .orderBy('users.email')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export interface UserDetailsRow extends ListedUserRow {
  sessions: number;
  hasSecondFactor: boolean;
  orders: number;
}

export async function selectUserDetails(query: Query, userId: string, now: Date): Promise<UserDetailsRow | null> {
  const user = await query
    .selectFrom('users')
    .select(USER_COLUMNS)
    .select([
      HAS_PASSWORD.as('hasPassword'),
      RIGHTS.as('rights'),
      sql<number>`(select count(*)::integer from sessions where sessions.user_id = users.id and sessions.expires_at > ${now} and not sessions.awaits_code)`.as('sessions'),
      sql<boolean>`exists (select from second_factors where second_factors.user_id = users.id and second_factors.confirmed_at is not null)`.as('hasSecondFactor'),
      sql<number>`(select count(*)::integer from orders where orders.user_id = users.id and orders.paid_at is not null)`.as('orders'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  return user ?? null;
}

export interface HistoryRow {
  id: string;
  at: Date;
  action: string;
  detail: unknown;
  actorName: string | null;
}

export async function selectHistory(query: Query, userId: string, limit: number): Promise<HistoryRow[]> {
  return query
    .selectFrom('audit')
    .leftJoin('users', (join) => join.on(sql`'user:' || users.id::text`, '=', sql.ref('audit.actor')))
    .select(['audit.id', 'audit.at', 'audit.action', 'audit.detail', 'users.name as actorName'])
    .where('audit.subject', '=', 'user')
    .where('audit.subjectId', '=', userId)
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .execute();
}

export async function lockUser(tx: Tx, userId: string): Promise<UserRow | null> {
  return (await tx.selectFrom('users').select(USER_COLUMNS).where('id', '=', userId).forUpdate().executeTakeFirst()) ?? null;
}

export type KnownUserRow = UserRow & Pick<ListedUserRow, 'rights'>;

/** `no key update`, so that they may sign in and buy meanwhile. */
export async function lockUsersByEmail(tx: Tx, emails: readonly string[]): Promise<KnownUserRow[]> {
  return tx.selectFrom('users').select(USER_COLUMNS).select(RIGHTS.as('rights')).where(sql<SqlBool>`users.email = any(${emails}::text[])`).orderBy('id').forNoKeyUpdate().execute();
}

export async function selectUsersByEmail(query: Query, emails: readonly string[]): Promise<KnownUserRow[]> {
  return query.selectFrom('users').select(USER_COLUMNS).select(RIGHTS.as('rights')).where(sql<SqlBool>`users.email = any(${emails}::text[])`).execute();
}

export interface NewUser {
  id: string;
  name: string;
  email: string;
  role: Role;
}

/** Returns the inserted ones; existing addresses are skipped. */
export async function insertUsers(tx: Tx, users: readonly NewUser[], now: Date): Promise<NewUser[]> {
  if (users.length === 0) return [];
  const { rows } = await sql<NewUser>`
    insert into users (id, name, email, role, created_at, updated_at)
    select id, name, email, role, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(users)}::jsonb) as given (id uuid, name text, email text, role text)
    on conflict (email) do nothing
    returning id, name, email, role
  `.execute(tx);
  return rows;
}

/** Promoting to admin deletes granted rights, so that a later demotion does not restore them. */
export async function updateUsers(tx: Tx, users: readonly Pick<NewUser, 'id' | 'name' | 'role'>[], now: Date): Promise<void> {
  if (users.length === 0) return;
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(users)}::jsonb) as given (id uuid, name text, role text)
    ), superseded as (
      delete from user_rights using given where user_rights.user_id = given.id and given.role = 'admin'
    )
    update users set name = given.name, role = given.role, updated_at = ${now} from given where users.id = given.id
  `.execute(tx);
}

/** Replaces all rights. The caller holds the accounts' locks. */
export async function setRights(tx: Tx, users: readonly { id: string; rights: readonly GrantableRight[] }[]): Promise<void> {
  if (users.length === 0) return;
  await sql`delete from user_rights where user_id = any(${users.map(({ id }) => id)}::uuid[])`.execute(tx);
  const rows = users.flatMap(({ id, rights }) => rights.map((right) => ({ user_id: id, staff_right: right })));
  await sql`
    insert into user_rights (user_id, staff_right)
    select user_id, staff_right from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (user_id uuid, staff_right text)
  `.execute(tx);
}

export async function updateName(tx: Tx, userId: string, change: { name: string; now: Date }): Promise<void> {
  await tx.updateTable('users').set({ name: change.name, updatedAt: change.now }).where('id', '=', userId).execute();
}

/** Unverified from then on. False where another account has it. */
export async function updateEmail(tx: Tx, userId: string, change: { email: string; now: Date }): Promise<boolean> {
  const taken = await tx.selectFrom('users').select('id').where('email', '=', change.email).where('id', '<>', userId).executeTakeFirst();
  if (taken !== undefined) return false;
  await tx.updateTable('users').set({ email: change.email, emailVerified: false, updatedAt: change.now }).where('id', '=', userId).execute();
  return true;
}

const NO_PASSWORD = sql<SqlBool>`users.password_hash is null and not users.banned`;

export async function countWithoutPassword(query: Query): Promise<number> {
  const { count } = await query.selectFrom('users').select(sql<number>`count(*)::int`.as('count')).where(NO_PASSWORD).executeTakeFirstOrThrow();
  return count;
}

/** Without those who were sent a link since then. */
export async function selectToInvite(tx: Tx, since: Date): Promise<{ id: string; email: string }[]> {
  return tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where(NO_PASSWORD)
    .where(sql<SqlBool>`not exists (select from recovery_codes c where c.user_id = users.id and c.created_at > ${since})`)
    .orderBy('id')
    .execute();
}

export async function updateBanned(tx: Tx, userId: string, change: { banned: boolean; now: Date }): Promise<void> {
  await tx.updateTable('users').set({ banned: change.banned, updatedAt: change.now }).where('id', '=', userId).execute();
}

export async function deleteUserRow(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', userId).execute();
}

type Users = ExpressionBuilder<DatabaseTables, 'users'>;

function matches(eb: Users, { search, role }: UserFilter): Expression<SqlBool> {
  const pattern = containing(search);
  return eb.and([
    ...(search === '' ? [] : [eb.or([eb('users.name', 'ilike', pattern), eb('users.email', 'ilike', pattern)])]),
    ...(role === null ? [] : [eb('users.role', '=', role)]),
  ]);
}
