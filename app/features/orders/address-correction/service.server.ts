import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { mayCorrectAddress } from '#app/domain/order/address-correction.ts';
import { isPaid, type OrderStatus } from '#app/domain/order/status.ts';
import { maskEmailAddress } from '#app/domain/people/email-address.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { enqueueMail, redirectMails } from '#app/features/mail/service.server.ts';
import type { AdminId, Hand } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, orRightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { selectOrder } from '../store.server.ts';
import { lockForCorrection, lockOrderNumber, selectValidTicketIds, updateAddress, updateLink, updateTicketId } from './store.server.ts';

export interface AddressCorrection {
  orderNumber: string;
  /** The address on the admin's screen, against concurrent changes; null where there was none. */
  from: string | null;
  to: string;
}

/** Idempotent: what the buyer has not received goes to the new address, and repeating the call sends nothing. */
export async function correctAddress(deps: Deps, admin: AdminId, correction: AddressCorrection): Promise<CorrectionOutcome | 'right_lost'> {
  return orRightLost(await asStaff(deps, { staff: admin, right: 'admin' }, (tx) => correctTx(tx, deps, { ...correction, by: admin })));
}

/** For a sale at the till whose buyer left no address. */
export async function nameAddress(deps: Deps, staff: Hand<'till'>, sale: { orderNumber: string; to: string }): Promise<CorrectionOutcome | 'right_lost'> {
  const order = isStorableText(sale.orderNumber) ? await selectOrder(deps.db.query, { orderNumber: sale.orderNumber }) : null;
  if (order === null) return 'not_found';
  return orRightLost(await asStaff(deps, { staff, right: 'till', shift: { eventId: order.eventId, drawer: null } }, (tx) => correctTx(tx, deps, { ...sale, from: null, by: staff })));
}

type CorrectionOutcome = 'done' | 'not_found' | 'changed_meanwhile';

async function correctTx(tx: Tx, deps: Deps, { orderNumber, from, to, by }: AddressCorrection & { by: string }): Promise<CorrectionOutcome> {
  const order = isStorableText(orderNumber) ? await lockOrderNumber(tx, orderNumber) : null;
  if (!order) return 'not_found';
  if (order.email === to) return 'done';
  if (order.email !== from) return 'changed_meanwhile';
  await updateAddress(tx, order.id, to);
  await writeAudit(tx, {
    at: deps.clock.now(),
    actor: `user:${by}`,
    action: 'order.address_corrected',
    subject: 'order',
    subjectId: order.id,
    detail: { before: from && maskEmailAddress(from), after: maskEmailAddress(to) },
  });
  await notifyNewAddress(deps, tx, { ...order, before: from, email: to });
  return 'done';
}

async function notifyNewAddress(deps: Deps, tx: Tx, order: { id: string; status: OrderStatus; before: string | null; email: string }): Promise<void> {
  if (order.before !== null) return redirectMails(deps, tx, order);
  if (isPaid(order.status)) await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'tickets', cause: 'sale', orderId: order.id, recipient: order.email, now: deps.clock.now() });
}

/** The mail may have reached a stranger, so order and tickets get new ids and the old ones open nothing; the caller ends what was given of them. Returns the order's new id. */
export async function correctOwnAddress(deps: Deps, tx: Tx, correction: { orderId: string; buyer: string | null; to: string }): Promise<{ bearer: string } | 'not_allowed'> {
  const { orderId, buyer, to } = correction;
  const order = await lockForCorrection(tx, orderId);
  const now = deps.clock.now();
  if (!order || !mayCorrectAddress(order, { buyer, now })) return 'not_allowed';
  const linkId = deps.ids.uuid();
  await updateAddress(tx, order.id, to);
  await updateLink(tx, order.id, { linkId, addressCorrectedAt: now });
  for (const ticketId of await selectValidTicketIds(tx, order.id)) await updateTicketId(tx, { from: ticketId, to: deps.ids.ticket(), now });
  await writeAudit(tx, {
    at: now,
    actor: order.buyer ?? 'nobody',
    action: 'order.address_corrected',
    subject: 'order',
    subjectId: order.id,
    detail: { before: order.email && maskEmailAddress(order.email), after: maskEmailAddress(to) },
  });
  await redirectMails(deps, tx, { ...order, email: to });
  return { bearer: linkId };
}
