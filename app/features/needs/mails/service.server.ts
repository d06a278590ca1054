import { z } from 'zod';

import type { HoldingFacts } from '#app/design/mail-layout/holdings.server.tsx';
import { isPaid } from '#app/domain/order/status.ts';
import type { MailToWrite, RenderedMail } from '#app/features/mail/service.server.ts';
import { selectOrder } from '#app/features/orders/service.server.ts';
import { orderFacts, withTickets } from '#app/features/tickets/service.server.ts';
import { readRecipientHolding } from '#app/features/tickets/recipients/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

const detailSchema = z.object({ dishes: z.array(z.string()).min(1) });

/** Null when the tickets are no longer valid, or somebody else's. */
export async function renderDishChangedMail(deps: Deps, mail: MailToWrite): Promise<RenderedMail | null> {
  const changed = detailSchema.safeParse(mail.detail);
  const facts = mail.orderId === null ? ((await readRecipientHolding(deps, mail))?.facts ?? null) : await buyersFacts(deps, mail.orderId);
  if (facts === null || !changed.success) return null;
  const { dishChangedMailTemplate } = await import('./dish-changed-mail.server.tsx');
  return { ...(await dishChangedMailTemplate({ ...facts, dishes: changed.data.dishes }, await deps.settings.current())), attachments: [] };
}

async function buyersFacts(deps: Deps, orderId: string): Promise<HoldingFacts | null> {
  const order = await selectOrder(deps.db.query, { id: orderId });
  if (!order || !isPaid(order.status) || order.event.withdrawnAt !== null) return null;
  const [mailed] = await withTickets(deps.db.query, [order]);
  return mailed === undefined || mailed.tickets.length === 0 ? null : orderFacts(deps, mailed);
}
