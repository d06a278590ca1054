import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Tender } from '#app/domain/till/means.ts';

export async function markPaidManually(tx: Tx, payment: { paymentId: string; means: Tender; charge: string; now: Date }): Promise<void> {
  const { paymentId, means, charge, now } = payment;
  await tx
    .updateTable('payments')
    .set({ status: 'paid', paidAt: now, providerPayment: charge, means })
    .where('id', '=', paymentId)
    .where('provider', '=', 'till')
    .where('status', '=', 'creating')
    .executeTakeFirstOrThrow();
}
