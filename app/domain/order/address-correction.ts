import { isPaid, type OrderStatus } from './status.ts';

const CORRECTABLE_MS = 15 * 60_000;

export interface CorrectableOrder {
  status: OrderStatus;
  buyer: string | null;
  paidAt: Date | null;
  addressCorrectedAt: Date | null;
}

export function mayCorrectAddress(order: CorrectableOrder, { buyer, now }: { buyer: string | null; now: Date }): boolean {
  if (!isPaid(order.status) || order.paidAt === null || order.addressCorrectedAt !== null) return false;
  if (buyer === null || buyer !== order.buyer || !buyer.startsWith('visitor:')) return false;
  return now.getTime() - order.paidAt.getTime() < CORRECTABLE_MS;
}
