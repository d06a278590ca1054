import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { SessionSnapshot } from '#app/platform/adapters/payments/payment-provider.server.ts';
import { cents, sumCents } from '#app/domain/money.ts';
import { composeSoldTickets } from '#app/domain/payment/sale-record.ts';
import { instantInMadrid } from '#app/domain/time/madrid-time.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { findEventForSale, menuFor, wasOnSaleAt } from '#app/features/events/service.server.ts';
import { restoreOrder } from '#app/features/orders/service.server.ts';
import { readTermsVersion } from '#app/features/settings/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { insertAttempt, markOpened, selectOrderOfSession, selectPayments, type SessionOrder } from '../store.server.ts';

/** Rebuilds a paid order missing from a restored backup from the payment's metadata; null where that is incomplete or contradicts the database. */
export async function restoreSale(tx: Tx, facts: { deps: Deps; snapshot: SessionSnapshot; source: string }): Promise<SessionOrder | null> {
  const { deps, snapshot, source } = facts;
  const { sale, orderId } = snapshot;
  // One provider account may serve several sites.
  if (snapshot.state !== 'paid' || sale?.origin !== deps.env.publicUrl.origin || !isUuid(orderId) || (await selectPayments(tx, [orderId])).length > 0) return null;
  const now = deps.clock.now();
  const event = await findEventForSale(tx, sale.eventId);
  const tickets = event && composeSoldTickets(menuFor('public', event), sale.tickets);
  if (!event || !tickets || instantInMadrid(event.date, event.time) <= now.getTime() || !(await wasOnSaleAt(tx, event.id, sale.createdAt))) return null;

  const total = sumCents(tickets.map(({ price }) => cents(price)));
  const { orderNumber, eventId, email, createdAt, expiresAt: holdExpiresAt, account } = sale;
  const termsVersion = await readTermsVersion(tx);
  if (!(await restoreOrder(tx, { id: orderId, orderNumber, eventId, email, total, termsVersion, createdAt, holdExpiresAt, tickets, uses: sale.uses, account }, { actor: source, now }))) return null;
  await insertAttempt(tx, { id: deps.ids.uuid(), orderId, idempotencyKey: sale.key, amount: total, expiresAt: holdExpiresAt, provider: deps.payments.name, now });
  await markOpened(tx, [{ key: sale.key, session: snapshot.session, url: null }]);
  deps.log.warn({ orderNumber }, 'an order that our books had lost was placed again from what the payment provider knows of it');
  return selectOrderOfSession(tx, snapshot);
}
