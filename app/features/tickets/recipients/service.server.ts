import { z } from 'zod';

import type { MailCause } from '#app/platform/adapters/db/tables/operations-tables.server.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { HoldingFacts } from '#app/design/mail-layout/holdings.server.tsx';
import { isPaid, isWithRecipient } from '#app/domain/order/status.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { enqueueMails, type MailToWrite } from '#app/features/mail/service.server.ts';
import { type OrderRecord, selectOrder, selectTickets, type TicketRecord } from '#app/features/orders/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { receivedTicketUrl } from '../transfer/service.server.ts';
import { endOrderTransfers } from '../transfer/store.server.ts';
import { enqueueEndMails } from './end-mails.server.ts';
import { selectReceivedTickets, selectTicketRecipients } from './store.server.ts';

export { enqueueEndMails };

export async function listTicketRecipients(query: Query | Tx, eventId: number): Promise<{ email: string }[]> {
  return selectTicketRecipients(query, eventId);
}

interface RecipientMail {
  eventId: number;
  kind: string;
  cause: MailCause;
  announcementId: string | null;
  detail?: Record<string, unknown>;
  now: Date;
}

/** One for each mailbox, however many tickets it took. They name no order, because that is the sender's. */
export async function enqueueRecipientMails(deps: Deps, tx: Tx, { eventId, detail = {}, ...mail }: RecipientMail): Promise<number> {
  const recipients = await selectTicketRecipients(tx, eventId);
  await enqueueMails(tx, recipients.map(({ email }) => ({ ...mail, id: deps.ids.uuid(), orderId: null, recipient: email, detail: { ...detail, eventId } })));
  return recipients.length;
}

/** Once the order's address was wrong: whoever opened its link may have given its tickets away, or taken them. */
export async function endTransfersOfOrder(deps: Deps, tx: Tx, orderId: string): Promise<void> {
  const now = deps.clock.now();
  const ticketIds = (await selectTickets(tx, [orderId])).filter(({ status }) => status === 'active').map(({ id }) => id);
  await enqueueEndMails(deps, tx, { ticketIds, now, detail: { takenBackAt: now.toISOString() } });
  await endOrderTransfers(tx, orderId, now);
}

export interface ReceivedTicketRecord {
  order: OrderRecord;
  ticket: TicketRecord;
  url: string;
}

const recipientDetail = z.object({ eventId: z.int(), ticketNumbers: z.array(z.string()).optional(), takenBackAt: z.coerce.date().optional() });

/** Of a mail to somebody who took tickets: those that are still theirs, valid or not, or the ones that it says were taken back. */
export async function readReceivedTickets(deps: Deps, { recipient, detail }: MailToWrite): Promise<ReceivedTicketRecord[]> {
  const about = recipientDetail.safeParse(detail).data;
  if (about === undefined) return [];
  const rows = await selectReceivedTickets(deps.db.query, { eventId: about.eventId, email: recipient, endedAt: about.takenBackAt ?? null });
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))];
  const [orders, tickets] = await Promise.all([Promise.all(orderIds.map((id) => selectOrder(deps.db.query, { id }))), selectTickets(deps.db.query, orderIds)]);
  return rows.flatMap(({ transferId, ticketId, orderId }) => {
    const order = orders[orderIds.indexOf(orderId)] ?? null;
    const ticket = tickets.find(({ id }) => id === ticketId);
    if (order === null || ticket === undefined || about.ticketNumbers?.includes(ticket.ticketNumber) === false) return [];
    return { order, ticket, url: receivedTicketUrl(deps, transferId) };
  });
}

export async function readValidReceivedTickets(deps: Deps, mail: MailToWrite): Promise<ReceivedTicketRecord[]> {
  return (await readReceivedTickets(deps, mail)).filter(({ order, ticket }) => isPaid(order.status) && isWithRecipient(ticket) && order.event.withdrawnAt === null);
}

/** Null once the tickets are somebody else's again, or no longer valid. */
export async function readRecipientHolding(deps: Deps, mail: MailToWrite): Promise<{ facts: HoldingFacts; tickets: TicketRecord[] } | null> {
  const received = await readValidReceivedTickets(deps, mail);
  const [first] = received;
  return first === undefined ? null : { facts: receivedFacts(first.order, received), tickets: received.map(({ ticket }) => ticket) };
}

export function receivedFacts({ event }: OrderRecord, received: readonly ReceivedTicketRecord[]): HoldingFacts {
  return {
    holds: 'received',
    holdings: received.map(({ ticket, url }) => ({ number: ticket.ticketNumber, url })),
    eventTitle: event.title,
    eventImage: event.image,
    dateText: formatDate(event.date),
    time: event.time,
    location: event.location,
  };
}

export function byOrder(received: readonly ReceivedTicketRecord[]): { order: OrderRecord; tickets: TicketRecord[] }[] {
  const orders = new Map(received.map(({ order }) => [order.id, order]));
  return [...orders.values()].map((order) => ({ order, tickets: received.filter((one) => one.order.id === order.id).map(({ ticket }) => ticket) }));
}
