import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { OrderStatus } from '#app/domain/order/status.ts';
import type { VoucherCategory, VoucherKind } from '#app/domain/vouchers/voucher.ts';

export interface VoucherRow {
  id: string;
  kind: VoucherKind;
  value: number | null;
  per: 'order' | 'ticket' | null;
  category: VoucherCategory | null;
  uses: number;
  perMailbox: number | null;
  ticketLimit: number | null;
  combines: boolean;
  startsAt: Date | null;
  endsAt: Date | null;
  endedAt: Date | null;
  eventIds: number[];
}

const FACTS = ['vouchers.id', 'vouchers.kind', 'vouchers.value', 'vouchers.per', 'vouchers.category', 'vouchers.uses', 'vouchers.perMailbox', 'vouchers.ticketLimit', 'vouchers.combines', 'vouchers.startsAt', 'vouchers.endsAt', 'vouchers.endedAt'] as const;

function eventIds() {
  return sql<number[]>`array(select event_id from voucher_events where voucher_id = vouchers.id order by event_id)`.as('eventIds');
}

export async function selectVouchersByCodes(query: Query | Tx, codes: readonly string[]): Promise<(VoucherRow & { code: string; label: string })[]> {
  if (codes.length === 0) return [];
  return query
    .selectFrom('voucherCodes')
    .innerJoin('vouchers', 'vouchers.id', 'voucherCodes.voucherId')
    .select(['voucherCodes.code', 'voucherCodes.label', ...FACTS])
    .select(eventIds())
    .where('voucherCodes.code', 'in', [...new Set(codes)])
    .execute();
}

/** By orders that have ended well: one that still waits to be paid may be the caller's own. */
export async function countFinalUses(query: Query, code: string): Promise<number> {
  const { count } = await query
    .selectFrom('voucherUses')
    .innerJoin('orders', 'orders.id', 'voucherUses.orderId')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('voucherUses.code', '=', code)
    .where('orders.status', 'in', ['paid', 'completed'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface VoucherSums {
  made: number;
  used: number;
  /** What they took off, in cents. */
  worth: number;
}

export interface ListedVoucherRow extends VoucherRow, VoucherSums {
  note: string | null;
  createdAt: Date;
  firstLabel: string | null;
}

const STANDING = sql`o.status in ('pending_payment', 'paid', 'completed')`;

/** Newest first. */
export async function selectVouchers(query: Query, { id, limit }: { id?: string; limit: number }): Promise<ListedVoucherRow[]> {
  return query
    .selectFrom('vouchers')
    .select([...FACTS, 'vouchers.note', 'vouchers.createdAt'])
    .select(eventIds())
    .select(sql<string | null>`(select label from voucher_codes c where c.voucher_id = vouchers.id order by position limit 1)`.as('firstLabel'))
    .select(sql<number>`(select count(*)::integer from voucher_codes c where c.voucher_id = vouchers.id)`.as('made'))
    .select(sql<number>`(select count(*)::integer from voucher_uses u join orders o on o.id = u.order_id join voucher_codes c on c.code = u.code where c.voucher_id = vouchers.id and ${STANDING})`.as('used'))
    .select(
      sql<number>`(select coalesce(sum(t.discount), 0)::integer from voucher_uses u join orders o on o.id = u.order_id join voucher_codes c on c.code = u.code join tickets t on t.order_id = o.id
        where c.voucher_id = vouchers.id and u.discount > 0 and t.status in ('pending_payment', 'active', 'used') and ${STANDING})`.as('worth'),
    )
    .$if(id !== undefined, (all) => all.where('vouchers.id', '=', id!))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export interface CodeUse {
  code: string;
  label: string;
  used: number;
}

export async function selectCodes(query: Query, voucherId: string): Promise<CodeUse[]> {
  const { rows } = await sql<CodeUse>`
    select c.code, c.label, count(o.id)::integer as used
    from voucher_codes c left join voucher_uses u on u.code = c.code left join orders o on o.id = u.order_id and ${STANDING}
    where c.voucher_id = ${voucherId} group by c.code order by c.position limit 1000`.execute(query);
  return rows;
}

export interface VoucherOrder {
  orderId: string;
  orderNumber: string;
  label: string;
  status: OrderStatus;
  eventTitle: string;
  discount: number;
}

/** Newest first. */
export async function selectVoucherOrders(query: Query, voucherId: string): Promise<VoucherOrder[]> {
  const { rows } = await sql<VoucherOrder>`
    select o.id as "orderId", o.order_number as "orderNumber", c.label, o.status, e.title as "eventTitle", u.discount
    from voucher_codes c join voucher_uses u on u.code = c.code join orders o on o.id = u.order_id join events e on e.id = o.event_id
    where c.voucher_id = ${voucherId} order by o.created_at desc, o.id limit 200`.execute(query);
  return rows;
}

export interface NewVoucher extends Omit<VoucherRow, 'endedAt'> {
  note: string | null;
  createdAt: Date;
  createdBy: string;
  codes: readonly { code: string; label: string }[];
}

/** False where a code is somebody's already. */
export async function insertVoucher(tx: Tx, { eventIds: events, codes, ...voucher }: NewVoucher): Promise<boolean> {
  await tx.insertInto('vouchers').values(voucher).execute();
  if (events.length > 0) await tx.insertInto('voucherEvents').values(events.map((eventId) => ({ voucherId: voucher.id, eventId }))).execute();
  const inserted = await tx
    .insertInto('voucherCodes')
    .values(codes.map(({ code, label }, position) => ({ code, label, position, voucherId: voucher.id })))
    .onConflict((known) => known.column('code').doNothing())
    .returning('code')
    .execute();
  return inserted.length === codes.length;
}

export async function selectExistingEvents(query: Query | Tx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  return (await query.selectFrom('events').select('id').where('id', 'in', [...ids]).where('deletedAt', 'is', null).execute()).map(({ id }) => id);
}

/** Not over yet, soonest first. */
export async function selectEventsForVouchers(query: Query, since: string): Promise<{ id: number; title: string; date: string }[]> {
  return query.selectFrom('events').select(['id', 'title', 'eventDate as date']).where('archivedAt', 'is', null).where('eventDate', '>=', since).orderBy('eventDate').orderBy('id').limit(100).execute();
}

/** Whoever uses a code of it at this instant is waited for. */
export async function endVoucherRow(tx: Tx, id: string, now: Date): Promise<boolean> {
  await sql`select lock_voucher_codes(array(select code from voucher_codes where voucher_id = ${id}))`.execute(tx);
  const { numUpdatedRows } = await tx.updateTable('vouchers').set({ endedAt: now }).where('id', '=', id).where('endedAt', 'is', null).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Who codes were for, once they can't be used any more and their last use is that long ago. */
export async function eraseVoucherNotesBefore(query: Query, before: Date): Promise<void> {
  await sql`
    update vouchers set note = null where note is not null and created_at < ${before}
      and (ended_at < ${before} or ends_at < ${before} or not exists (
        select from voucher_codes c where c.voucher_id = vouchers.id
          and (select count(*) from voucher_uses u join orders o on o.id = u.order_id where u.code = c.code and ${STANDING}) < vouchers.uses))
      and not exists (
        select from voucher_codes c join voucher_uses u on u.code = c.code join orders o on o.id = u.order_id
        where c.voucher_id = vouchers.id and o.created_at >= ${before})`.execute(query);
}

/** Soonest first. */
export async function selectVoucherEvents(query: Query, ids: readonly number[]): Promise<{ id: number; title: string; date: string }[]> {
  if (ids.length === 0) return [];
  return query.selectFrom('events').select(['id', 'title', 'eventDate as date']).where('id', 'in', [...ids]).orderBy('eventDate').orderBy('id').execute();
}
