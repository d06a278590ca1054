import type { Tx } from '#app/adapters/db/database.server.ts';
import type { OrderStatus } from '#app/domain/order/status.ts';

export async function lockOrderNumber(tx: Tx, orderNumber: string): Promise<{ id: string; status: OrderStatus; email: string } | null> {
  const order = await tx.selectFrom('orders').select(['id', 'status', 'email']).where('orderNumber', '=', orderNumber).forUpdate().executeTakeFirst();
  return order ?? null;
}

export async function updateAddress(tx: Tx, orderId: string, email: string): Promise<void> {
  await tx.updateTable('orders').set({ email }).where('id', '=', orderId).execute();
}
