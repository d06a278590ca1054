import { z } from 'zod';

import { isPaid } from '#app/domain/order/status.ts';
import type { MailToWrite, RenderedMail } from '#app/features/mail/service.server.ts';
import { selectOrder } from '#app/features/orders/service.server.ts';
import { orderFacts, withTickets } from '#app/features/tickets/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

const detailSchema = z.object({ dishes: z.array(z.string()).min(1) });

/** Null when the tickets are no longer valid. */
export async function renderDishChangedMail(deps: Deps, { orderId, detail }: MailToWrite): Promise<RenderedMail | null> {
  const order = orderId === null ? null : await selectOrder(deps.db.query, { id: orderId });
  const changed = detailSchema.safeParse(detail);
  if (!order || !isPaid(order.status) || !changed.success) return null;
  const [mailed] = await withTickets(deps.db.query, [order]);
  if (mailed === undefined || mailed.tickets.length === 0) return null;
  const { dishChangedMailTemplate } = await import('./dish-changed-mail.server.tsx');
  return { ...(await dishChangedMailTemplate({ ...orderFacts(deps, mailed), dishes: changed.data.dishes }, await deps.settings.current())), attachments: [] };
}
