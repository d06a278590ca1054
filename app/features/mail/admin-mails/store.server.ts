import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';

import { hasSomethingToSay, isAbandoned } from '#app/platform/adapters/mail/abandoned-mails.server.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { containing } from '#app/platform/adapters/db/like-pattern.ts';
import type { DatabaseTables } from '#app/platform/adapters/db/tables.server.ts';
import type { DeliveryFailure } from '#app/domain/mail/delivery-failure.ts';
import type { EmailStatus } from '#app/domain/order/status.ts';

import { TEST_MAIL } from '../test-mail.server.ts';

export type MailFilter = 'attention' | 'failed' | 'waiting' | 'sent' | 'all';

export interface MailSearch {
  filter: MailFilter;
  /** Part of an order number or an address. */
  search: string;
  waitingBefore: Date;
}

export interface MailListRow {
  id: string;
  kind: string;
  status: EmailStatus;
  recipient: string;
  attempts: number;
  nextAttemptAt: Date;
  failure: DeliveryFailure | null;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
  orderNumber: string | null;
  orderEmail: string | null;
}

export async function selectOwnAddress(tx: Tx, userId: string): Promise<string> {
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  return email;
}

export async function countTestMails(tx: Tx, { to, since }: { to: string; since: Date }): Promise<number> {
  const { count } = await tx.selectFrom('mails').select(sql<number>`count(*)::int`.as('count')).where('kind', '=', TEST_MAIL).where('recipient', '=', to).where('createdAt', '>', since).executeTakeFirstOrThrow();
  return count;
}

export async function hasSentExpected(query: Query): Promise<boolean> {
  const { rows } = await sql<{ isSent: boolean }>`select exists (select from mails where status = 'sent' and (kind = ${TEST_MAIL} or order_id is not null)) as is_sent`.execute(query);
  return rows[0]?.isSent ?? false;
}

export async function countMails(query: Query, input: MailSearch): Promise<number> {
  const { count } = await query
    .selectFrom('mails')
    .leftJoin('orders', 'orders.id', 'mails.orderId')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where((eb) => matches(eb, input))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Failed ones first, then the newest. */
export async function selectMails(query: Query, input: MailSearch, page: { limit: number; offset: number }): Promise<MailListRow[]> {
  return query
    .selectFrom('mails')
    .leftJoin('orders', 'orders.id', 'mails.orderId')
    .select(['mails.id', 'mails.kind', 'mails.status', 'mails.recipient', 'mails.attempts', 'mails.nextAttemptAt', 'mails.failure', 'mails.lastError', 'mails.createdAt', 'mails.sentAt'])
    .select(['orders.orderNumber', 'orders.email as orderEmail'])
    .where((eb) => matches(eb, input))
    .orderBy((eb) => eb.case().when('mails.status', '=', 'failed').then(0).else(1).end())
    .orderBy('mails.createdAt', 'desc')
    .orderBy('mails.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** Restarts the retry period. Null when it is neither failed nor waiting. */
export async function makeDueAgain(tx: Tx, mailId: string, now: Date): Promise<{ orderId: string | null } | null> {
  const mail = await tx
    .updateTable('mails')
    .set({ status: 'pending', nextAttemptAt: now, triedSince: now, uncertainSendings: 0 })
    .where('id', '=', mailId)
    .where('recipient', '<>', '')
    .where((eb) => eb.or([eb('status', '=', 'failed'), eb.and([eb('status', '=', 'pending'), eb('nextAttemptAt', '>', now)])]))
    .returning('orderId')
    .executeTakeFirst();
  return mail ?? null;
}

export async function selectFailures(query: Query | Tx): Promise<{ failure: DeliveryFailure; count: number }[]> {
  const rows = await query
    .selectFrom('mails')
    .select(({ fn }) => ['failure', fn.countAll<string>().as('count')])
    .where(isAbandoned)
    .groupBy('failure')
    .orderBy('count', 'desc')
    .execute();
  return rows.map(({ failure, count }) => ({ failure: failure ?? 'unknown', count: Number(count) }));
}

export async function selectUnsentMails(query: Query): Promise<{ pending: number; sending: number; failed: number; oldestWaitingSince: Date | null }> {
  const rows = await query
    .selectFrom('mails')
    .select(({ fn }) => ['status', fn.countAll<string>().as('count'), fn.min<Date>('createdAt').as('oldest')])
    .where('status', '<>', 'sent')
    .where('recipient', '<>', '')
    .where(hasSomethingToSay)
    .groupBy('status')
    .execute();
  const of = (wanted: EmailStatus): number => Number(rows.find(({ status }) => status === wanted)?.count ?? 0);
  const waiting = rows.flatMap(({ status, oldest }) => (status === 'failed' ? [] : oldest.getTime()));
  return { pending: of('pending'), sending: of('sending'), failed: of('failed'), oldestWaitingSince: waiting.length === 0 ? null : new Date(Math.min(...waiting)) };
}

/** Restarts the retry period. */
export async function makeFailuresDueAgain(tx: Tx, { failure, now }: { failure: DeliveryFailure; now: Date }): Promise<{ id: string; orderId: string | null }[]> {
  return tx
    .updateTable('mails')
    .set({ status: 'pending', nextAttemptAt: now, triedSince: now, uncertainSendings: 0 })
    .where(isAbandoned)
    .where((eb) => eb(eb.fn.coalesce('failure', sql.lit<DeliveryFailure>('unknown')), '=', failure))
    .returning(['id', 'orderId'])
    .execute();
}

export async function mailExists(query: Query, mailId: string): Promise<boolean> {
  return (await query.selectFrom('mails').select('id').where('id', '=', mailId).executeTakeFirst()) !== undefined;
}

type OfficeTables = Pick<DatabaseTables, 'mails'> & { orders: { [Column in keyof DatabaseTables['orders']]: DatabaseTables['orders'][Column] | null } };

function matches(eb: ExpressionBuilder<OfficeTables, 'mails' | 'orders'>, { filter, search, waitingBefore }: MailSearch): Expression<SqlBool> {
  const waiting = eb('mails.status', 'in', ['pending', 'sending']);
  const states: Record<MailFilter, Expression<SqlBool>> = {
    attention: eb.or([isAbandoned, eb.and([waiting, eb('mails.createdAt', '<=', waitingBefore)])]),
    failed: isAbandoned,
    waiting,
    sent: eb('mails.status', '=', 'sent'),
    all: eb.lit(true),
  };
  if (search === '') return states[filter];
  const part = containing(search);
  const found = (['mails.recipient', 'orders.email', 'orders.orderNumber'] as const).map((column) => eb(column, 'ilike', part));
  return eb.and([states[filter], eb.or(found)]);
}
