import { formatDate } from '#app/domain/dates.ts';
import { isPaid } from '#app/domain/order.ts';
import type { Letter, MailToWrite } from '#app/features/mail/service.server.ts';
import type { Neighbours } from '#app/neighbours.server.ts';

import type { PrintableTicket } from './schema.ts';
import { type MailedOrder, selectMailedOrder, selectRefundTold } from './store.server.ts';
import { ticketPng } from './ticket-image.server.ts';

/** The tickets of a paid order, each as a picture; null when the order isn't paid any more. */
export async function composeTicketsMail(app: Neighbours, { orderId }: MailToWrite): Promise<Letter | null> {
  const order = orderId === null ? null : await selectMailedOrder(app.db.query, orderId);
  if (!order || !isPaid(order.status) || order.tickets.length === 0) return null;
  const { ticketsLetter } = await import('./mails/tickets-mail.server.tsx');
  const pictures = [];
  for (const ticket of order.tickets) {
    pictures.push({ contentId: contentIdOf(ticket.ticketNumber), png: await ticketPng(printable(order, ticket)) });
  }
  const words = await ticketsLetter({
    ...orderFacts(app, order),
    total: order.totalAmount,
    tickets: order.tickets.map((ticket) => ({ ...ticket, contentId: contentIdOf(ticket.ticketNumber) })),
  });
  return {
    ...words,
    attachments: pictures.map(({ contentId, png }, index) => ({
      filename: `ticket-${order.tickets[index]!.ticketNumber}.png`,
      contentType: 'image/png',
      content: png,
      contentId,
    })),
  };
}

/** Tells a buyer that money comes back, and why; null when there is no such refund. */
export async function composeRefundMail(app: Neighbours, { orderId, createdAt }: MailToWrite): Promise<Letter | null> {
  if (orderId === null) return null;
  const [order, refund] = await Promise.all([selectMailedOrder(app.db.query, orderId), selectRefundTold(app.db.query, orderId, createdAt)]);
  if (!order || !refund) return null;
  const { refundLetter } = await import('./mails/refund-mail.server.tsx');
  return { ...(await refundLetter({ ...orderFacts(app, order), amount: refund.amount, reason: refund.reason })), attachments: [] };
}

function orderFacts(app: Neighbours, order: MailedOrder): { orderNumber: string; orderUrl: string; eventTitle: string; eventImage: string; dateText: string; time: string; location: string | null } {
  const orderUrl = new URL('/payment-success', app.env.publicUrl);
  orderUrl.searchParams.set('order_id', order.id);
  return {
    orderNumber: order.orderNumber,
    orderUrl: orderUrl.href,
    eventTitle: order.eventTitle,
    eventImage: order.eventImage,
    dateText: formatDate(order.eventDate),
    time: order.eventTime,
    location: order.location,
  };
}

function printable(order: MailedOrder, ticket: MailedOrder['tickets'][number]): PrintableTicket {
  return {
    ...ticket,
    eventTitle: order.eventTitle,
    eventImage: order.eventImage,
    dateText: formatDate(order.eventDate),
    time: order.eventTime,
    location: order.location,
  };
}

/** Numbers hold letters, digits and hyphens only, so they stand in a content id as they are. */
function contentIdOf(ticketNumber: string): string {
  return `${ticketNumber}@comboi`;
}
