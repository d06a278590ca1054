import { z } from 'zod';

import { isHandedOut, isPaid } from '#app/domain/order/status.ts';
import { tablesText } from '#app/domain/seating/table-text.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import type { HoldingFacts } from '#app/design/mail-layout/holdings.server.tsx';
import type { MailToWrite, RenderedMail } from '#app/features/mail/service.server.ts';
import { bearerOf, selectOrder, selectTickets, type TicketRecord } from '#app/features/orders/service.server.ts';
import { readRecipientHolding } from '#app/features/tickets/recipients/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

/** Null when the tables were taken back meanwhile, or the tickets are no longer valid. */
export async function renderTablesMail(deps: Deps, mail: MailToWrite): Promise<RenderedMail | null> {
  const held = mail.orderId === null ? await readRecipientHolding(deps, mail) : await heldByBuyer(deps, mail.orderId);
  const announced = announcedTables(mail.detail);
  const tickets = (held?.tickets ?? []).flatMap(({ ticketNumber, table }) => (table === null ? [] : [{ ticketNumber, table, before: announced(ticketNumber) }]));
  const tables = tablesText([...new Set(tickets.map(({ table }) => table))].toSorted((a, b) => a - b));
  if (held === null || tables === null) return null;
  const { tablesMailTemplate } = await import('./mails/tables-mail.server.tsx');
  return { ...(await tablesMailTemplate({ ...held.facts, tables, tickets }, await deps.settings.current())), attachments: [] };
}

interface Held {
  facts: HoldingFacts;
  tickets: TicketRecord[];
}

async function heldByBuyer(deps: Deps, orderId: string): Promise<Held | null> {
  const order = await selectOrder(deps.db.query, { id: orderId });
  if (order === null || !isPaid(order.status) || order.event.withdrawnAt !== null) return null;
  const url = new URL('/payment-success', deps.env.publicUrl);
  url.searchParams.set('order_id', bearerOf(order));
  const { title, image, date, time, location } = order.event;
  return {
    facts: { holds: 'order', holdings: [{ number: order.orderNumber, url: url.href }], eventTitle: title, eventImage: image, dateText: formatDate(date), time, location },
    tickets: (await selectTickets(deps.db.query, [order.id])).filter(isHandedOut),
  };
}

export function tablesAnnouncedBefore(detail: unknown): string | null {
  return z.object({ told: z.string().nullable() }).safeParse(detail).data?.told ?? null;
}

/** By ticket, the table that its holder was last told: of an order's by position, of taken ones by number. */
function announcedTables(detail: unknown): (ticketNumber: string) => number | null {
  const tables = new Map((tablesAnnouncedBefore(detail) ?? '').split(' ').map((one) => one.split(':') as [string, string | undefined]));
  return (ticketNumber) => {
    const table = tables.get(ticketNumber) ?? tables.get(ticketNumber.split('-T').at(-1) ?? '');
    return table === undefined ? null : Number(table);
  };
}
