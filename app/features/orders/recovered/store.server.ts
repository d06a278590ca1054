import { sql } from 'kysely';

import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { RestoredTicket, SoldUse } from '#app/domain/payment/sale-record.ts';

export interface LostOrder {
  id: string;
  orderNumber: string;
  eventId: number;
  email: string | null;
  total: number;
  termsVersion: string;
  createdAt: Date;
  holdExpiresAt: Date;
  tickets: readonly RestoredTicket[];
  uses: readonly SoldUse[];
  /** Null: a guest's, or of an account that is not there any more. */
  account: string | null;
}

export async function lockStock(tx: Tx, eventId: number): Promise<void> {
  await tx.selectFrom('eventStock').select('eventId').where('eventId', '=', eventId).forUpdate().execute();
}

export async function findsPlaces(tx: Tx, tickets: readonly RestoredTicket[]): Promise<boolean> {
  const order = { tickets: tickets.map(({ menu }) => ({ menu })) };
  const { rows } = await sql`select n from lacking_dishes(${JSON.stringify([order])}::jsonb)`.execute(tx);
  return rows.length === 0;
}

/** Inserts no places: they are taken already. */
export async function insertLostOrder(tx: Tx, order: LostOrder): Promise<void> {
  const { id, orderNumber, eventId, email, total, termsVersion, createdAt, holdExpiresAt, tickets, uses, account } = order;
  // Beyond their quota members pay what the public pays.
  const role = tickets.find((ticket) => ticket.role !== 'public')?.role ?? 'public';
  await tx
    .insertInto('orders')
    .values({ id, orderNumber, eventId, userId: sql<string | null>`(select id from users where id = ${account}::uuid)`, email, role, status: 'pending_payment', totalAmount: total, ticketQuantity: tickets.length, termsVersion, holdExpiresAt, createdAt })
    .execute();
  const rows = tickets.map((ticket, at) => ({
    id: ticket.id,
    orderId: id,
    eventId,
    position: at + 1,
    ticketNumber: `${orderNumber}-T${at + 1}`,
    price: ticket.price,
    discount: ticket.discount,
    menuSelection: JSON.stringify(ticket.menu),
    extrasSelection: JSON.stringify(ticket.extras),
    userRole: role,
    pricedAs: ticket.role === role ? null : ticket.role,
    status: 'pending_payment' as const,
    createdAt,
  }));
  await tx.insertInto('tickets').values(rows).execute();
  if (uses.length > 0) await insertVoucherUses(tx, id, uses);
}

/** A code that was made and lost since then leaves nothing but what it took off. */
async function insertVoucherUses(tx: Tx, orderId: string, uses: readonly SoldUse[]): Promise<void> {
  await sql`
    insert into voucher_uses (order_id, code, discount)
    select ${orderId}::uuid, c.code, u.discount
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as u ("voucherId" uuid, position integer, discount integer)
    join voucher_codes c on c.voucher_id = u."voucherId" and c.position = u.position`.execute(tx);
}
