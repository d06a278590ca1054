import { type RawBuilder, sql, type SqlBool } from 'kysely';

/** Not of `mails` that were given up since there was no news in them for their recipient any more. */
export const hasSomethingToSay: RawBuilder<SqlBool> = sql`(mails.failure is distinct from 'nothing_to_say')`;

/** Of rows of `mails` that failed with something to say: no newer tickets of the same order were written since, and the recipient was not erased. */
export const isAbandoned: RawBuilder<SqlBool> = sql`(mails.status = 'failed' and ${hasSomethingToSay} and mails.recipient <> ''
  and not (mails.kind = 'tickets' and exists (select from mails newer where newer.order_id = mails.order_id and newer.kind = 'tickets' and newer.created_at > mails.created_at)))`;
