import { writeAudit } from '#app/adapters/db/audit.server.ts';
import { mayCorrectAddress } from '#app/domain/order/address-correction.ts';
import { maskEmailAddress } from '#app/domain/people/email-address.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { redirectMails } from '#app/features/mail/service.server.ts';
import type { AdminId } from '#app/http/guards/guards.server.ts';
import { asStaff, orRightLost } from '#app/http/guards/staff.server.ts';
import type { Deps } from '#app/deps.server.ts';

import { selectOrder } from '../store.server.ts';
import { lockForCorrection, lockOrderNumber, selectValidTicketIds, updateAddress, updateLink, updateTicketId } from './store.server.ts';

export interface AddressCorrection {
  orderNumber: string;
  /** The address that was on the admin's screen. */
  from: string;
  /** As the server's rule reads it. */
  to: string;
}

/**
 * The address an order was given is wrong: from now on it is another one, and what its buyer has not got goes there.
 * Asking again for what is already so changes nothing and sends nothing.
 */
export async function correctAddress(deps: Deps, admin: AdminId, correction: AddressCorrection): Promise<'done' | 'not_found' | 'changed_meanwhile' | 'right_lost'> {
  const { orderNumber, from, to } = correction;
  const outcome = await asStaff(deps, { staff: admin, right: 'admin' }, async (tx): Promise<'done' | 'not_found' | 'changed_meanwhile'> => {
    const order = isStorableText(orderNumber) ? await lockOrderNumber(tx, orderNumber) : null;
    if (!order) return 'not_found';
    if (order.email === to) return 'done';
    if (order.email !== from) return 'changed_meanwhile';
    await updateAddress(tx, order.id, to);
    await writeAudit(tx, {
      at: deps.clock.now(),
      actor: `user:${admin}`,
      action: 'order.address_corrected',
      subject: 'order',
      subjectId: order.id,
      detail: { before: maskEmailAddress(from), after: maskEmailAddress(to) },
    });
    await redirectMails(deps, tx, { ...order, email: to });
    return 'done';
  });
  return orRightLost(outcome);
}

/**
 * A guest typed the address wrong and sees it on the page. What went to the wrong one opens nothing any more: the order
 * gets another link and its tickets other codes, which go to the right address. Returns the new link's id.
 */
export async function correctOwnAddress(
  deps: Deps,
  correction: { bearer: string; buyer: string | null; to: string },
): Promise<{ bearer: string } | 'not_found' | 'not_allowed'> {
  const { bearer, buyer, to } = correction;
  const found = await selectOrder(deps.db.query, { bearer });
  if (!found) return 'not_found';
  return deps.db.inTransaction(async (tx) => {
    const order = await lockForCorrection(tx, found.id);
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
      detail: { before: maskEmailAddress(order.email), after: maskEmailAddress(to) },
    });
    await redirectMails(deps, tx, { ...order, email: to });
    return { bearer: linkId };
  });
}
