import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { CorrectableOrder } from '#app/domain/order/address-correction.ts';
import type { OrderStatus } from '#app/domain/order/status.ts';

export async function lockOrderNumber(tx: Tx, orderNumber: string): Promise<{ id: string; status: OrderStatus; email: string | null } | null> {
  const order = await tx.selectFrom('orders').select(['id', 'status', 'email']).where('orderNumber', '=', orderNumber).forNoKeyUpdate().executeTakeFirst();
  return order ?? null;
}

export async function updateAddress(tx: Tx, orderId: string, email: string): Promise<void> {
  await tx.updateTable('orders').set({ email }).where('id', '=', orderId).execute();
}

export async function lockForCorrection(tx: Tx, orderId: string): Promise<(CorrectableOrder & { id: string; email: string | null }) | null> {
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'status', 'email', 'buyer', 'paidAt', 'addressCorrectedAt'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  return order ?? null;
}

export async function updateLink(tx: Tx, orderId: string, link: { linkId: string; addressCorrectedAt: Date }): Promise<void> {
  await tx.updateTable('orders').set(link).where('id', '=', orderId).execute();
}

export async function selectValidTicketIds(tx: Tx, orderId: string): Promise<string[]> {
  const tickets = await tx.selectFrom('tickets').select('id').where('orderId', '=', orderId).where('status', '=', 'active').orderBy('position').forUpdate().execute();
  return tickets.map(({ id }) => id);
}

/** The door can then say that the old id was replaced. */
export async function updateTicketId(tx: Tx, change: { from: string; to: string; now: Date }): Promise<void> {
  await tx.updateTable('tickets').set({ id: change.to }).where('id', '=', change.from).execute();
  await tx.insertInto('retiredTicketIds').values({ id: change.from, ticketId: change.to, retiredAt: change.now }).execute();
}
