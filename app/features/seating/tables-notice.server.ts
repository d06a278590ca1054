import { isHandedOut, isPaid } from '#app/domain/order/status.ts';
import { tablesText } from '#app/domain/seating/table-text.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import type { MailToWrite, RenderedMail } from '#app/features/mail/service.server.ts';
import { bearerOf, selectOrder, selectTickets } from '#app/features/orders/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import type { TablesMail } from './mails/tables-mail.server.tsx';

/** Null when the tables were taken back meanwhile, or the tickets are no longer valid. */
export async function renderTablesMail(deps: Deps, { orderId }: MailToWrite): Promise<RenderedMail | null> {
  const order = orderId === null ? null : await selectOrder(deps.db.query, { id: orderId });
  if (order === null || !isPaid(order.status)) return null;
  const tickets = (await selectTickets(deps.db.query, [order.id])).filter(isHandedOut);
  const tables = tablesText([...new Set(tickets.flatMap(({ table }) => (table === null ? [] : [table])))].toSorted((a, b) => a - b));
  if (tables === null) return null;
  const address = new URL('/payment-success', deps.env.publicUrl);
  address.searchParams.set('order_id', bearerOf(order));
  const { title, image, date, time, location } = order.event;
  const mail: TablesMail = { orderNumber: order.orderNumber, orderUrl: address.href, eventTitle: title, eventImage: image, dateText: formatDate(date), time, location, tables, tickets };
  const { tablesMailTemplate } = await import('./mails/tables-mail.server.tsx');
  return { ...(await tablesMailTemplate(mail, await deps.settings.current())), attachments: [] };
}
