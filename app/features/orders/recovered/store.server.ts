import { sql } from 'kysely';

import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { RestoredTicket } from '#app/domain/payment/sale-record.ts';

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
  const { id, orderNumber, eventId, email, total, termsVersion, createdAt, holdExpiresAt, tickets } = order;
  const { role } = tickets[0]!;
  await tx
    .insertInto('orders')
    .values({ id, orderNumber, eventId, email, role, status: 'pending_payment', totalAmount: total, ticketQuantity: tickets.length, termsVersion, holdExpiresAt, createdAt })
    .execute();
  const rows = tickets.map((ticket, at) => ({
    id: ticket.id,
    orderId: id,
    eventId,
    position: at + 1,
    ticketNumber: `${orderNumber}-T${at + 1}`,
    price: ticket.price,
    menuSelection: JSON.stringify(ticket.menu),
    extrasSelection: JSON.stringify(ticket.extras),
    userRole: ticket.role,
    status: 'pending_payment' as const,
    createdAt,
  }));
  await tx.insertInto('tickets').values(rows).execute();
}
