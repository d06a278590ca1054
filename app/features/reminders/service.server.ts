import { z } from 'zod';

import { quietUntil, reminderDueAt, reminderKey } from '#app/domain/mail/reminder.ts';
import { placeOnMap } from '#app/domain/association.ts';
import { isHandedOut, isPaid, isWithRecipient } from '#app/domain/order/status.ts';
import { mayChangeMenu } from '#app/domain/ticket/menu-change.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { dayInMadrid, instantInMadrid } from '#app/domain/time/madrid-time.ts';
import { enqueueMails, type MailToWrite, type RenderedMail } from '#app/features/mail/service.server.ts';
import { bearerOf, type OrderRecord, selectOrder, selectTickets, type TicketRecord } from '#app/features/orders/service.server.ts';
import { orderFacts, printedTickets } from '#app/features/tickets/service.server.ts';
import { receivedTicketUrl, selectReceivedTicket } from '#app/features/tickets/transfer/service.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { claimReminders, countWaitingReminders, type RemindedEvent, selectRemindedEvents, selectReminderState, selectUnreminded } from './store.server.ts';

/** Few at a time, so that a buyer's tickets don't wait behind all of them. */
const AT_ONCE = 50;

/** Puts reminders that are due into the outbox, once for each holder and day. Safe in concurrent processes. */
export async function enqueueDueReminders(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  if (quietUntil(now) !== null) return;
  const today = dayInMadrid(now);
  for (const event of await selectRemindedEvents(deps.db.query, [today, addDays(today, 1)])) {
    const due = reminderDueAt(event);
    if (now.getTime() < due || now.getTime() >= instantInMadrid(event.date, event.time)) continue;
    const room = AT_ONCE - (await countWaitingReminders(deps.db.query, now));
    if (room <= 0) return;
    await remind(deps, { event, since: new Date(due), limit: room, now });
  }
}

async function remind(deps: Deps, { event, since, limit, now }: { event: RemindedEvent; since: Date; limit: number; now: Date }): Promise<void> {
  await deps.db.inTransaction(async (tx) => {
    const holders = (await selectUnreminded(tx, { event, since, limit })).map((holder) => ({ ...holder, key: reminderKey({ eventId: event.id, date: event.date, holder: holder.holder }), mailId: deps.ids.uuid() }));
    if (holders.length === 0) return;
    const claimed = await claimReminders(tx, holders.map(({ key, mailId }) => ({ key, eventId: event.id, mailId, enqueuedAt: now })));
    const mails = holders
      .filter(({ key }) => claimed.has(key))
      .map(({ holder, isTransfer, email, mailId }) => ({
        id: mailId,
        kind: 'reminder',
        cause: 'reminder' as const,
        // Of a taken ticket the order is somebody else's: what happens to its address must not touch this mail.
        orderId: isTransfer ? null : holder,
        recipient: email,
        detail: isTransfer ? { date: event.date, transfer: holder } : { date: event.date },
        now,
      }));
    if (mails.length > 0) await enqueueMails(tx, mails);
  });
}

/** What admins read of an event's reminder; null where it has none. */
export async function reminderText(deps: Deps, _admin: AdminId, eventId: number): Promise<string | null> {
  const state = await selectReminderState(deps.db.query, eventId);
  if (state === null) return null;
  const { reminderAt, date, time, mails, sent, failed } = state;
  if (mails > 0) return `${sent} de ${mails} ${mails === 1 ? 'recordatori enviat' : 'recordatoris enviats'}${failed === 0 ? '' : `, ${failed === 1 ? '1 no ha arribat' : `${failed} no han arribat`}`}.`;
  if (reminderAt === null) return "Este acte no té recordatori: es posa en editar-lo.";
  const now = deps.clock.now().getTime();
  if (now >= instantInMadrid(date, time)) return null;
  const due = reminderDueAt({ date, reminderAt });
  return now < due ? `Eixirà tot sol: ${instantText(new Date(due).toISOString())}.` : "Encara no ha eixit cap recordatori: qui ha comprat després de l'hora no en rep.";
}

const reminderSchema = z.object({ date: z.string(), transfer: z.string().optional() });

/** Null once there is nothing to come to: the event was withdrawn or moved, it has begun, or the tickets are somebody else's. */
export async function renderReminderMail(deps: Deps, { orderId, recipient, detail }: MailToWrite): Promise<RenderedMail | null> {
  const reminder = reminderSchema.safeParse(detail).data;
  if (reminder === undefined) return null;
  const held = orderId === null ? await takenTicket(deps, { transferId: reminder.transfer ?? null, recipient }) : await ownTickets(deps, orderId);
  const now = deps.clock.now();
  if (held === null || held.tickets.length === 0 || !isStillOn(held.order, reminder.date, now)) return null;
  const { order, tickets } = held;
  const { reminderMailTemplate } = await import('./mails/reminder-mail.server.tsx');
  const site = await deps.settings.current();
  const words = await reminderMailTemplate({
    ...orderFacts(deps, order),
    ...(reminder.transfer !== undefined && { orderUrl: receivedTicketUrl(deps, reminder.transfer) }),
    isToday: reminder.date === dayInMadrid(now),
    mapUrl: placeOnMap(order.event.location, site.association),
    tickets: tickets.map(({ ticketNumber, table, menu, extras }) => ({ ticketNumber, table, dishes: [...menu.flatMap(({ items }) => items), ...extras].map(({ name }) => name) })),
    isTaken: orderId === null,
    transferUrl: orderId !== null && order.event.givingAllowed ? transferAddress(deps, order) : null,
    termsUrl: new URL('/condicions', deps.env.publicUrl).href,
    dishesUntilText: dishesUntil(order, tickets, now),
  }, site);
  return { ...words, attachments: [await printedTickets(deps, { order, tickets, madeAt: now })] };
}

interface HeldTickets {
  order: OrderRecord;
  tickets: TicketRecord[];
}

async function ownTickets(deps: Deps, orderId: string): Promise<HeldTickets | null> {
  const order = await selectOrder(deps.db.query, { id: orderId });
  if (order === null || !isPaid(order.status)) return null;
  return { order, tickets: (await selectTickets(deps.db.query, [order.id])).filter((ticket) => ticket.status === 'active' && isHandedOut(ticket)) };
}

async function takenTicket(deps: Deps, { transferId, recipient }: { transferId: string | null; recipient: string }): Promise<HeldTickets | null> {
  const taken = transferId === null ? null : await selectReceivedTicket(deps.db.query, transferId);
  if (taken === null || taken.email !== recipient) return null;
  const order = await selectOrder(deps.db.query, { id: taken.orderId });
  if (order === null || !isPaid(order.status)) return null;
  const tickets = (await selectTickets(deps.db.query, [order.id])).filter((ticket) => ticket.id === taken.ticketId && ticket.status === 'active' && isWithRecipient(ticket));
  return { order, tickets };
}

function isStillOn({ event }: OrderRecord, date: string, now: Date): boolean {
  return event.withdrawnAt === null && event.date === date && now < event.startsAt;
}

function transferAddress(deps: Deps, order: OrderRecord): string {
  const url = new URL('/donar-tiquet', deps.env.publicUrl);
  url.searchParams.set('order_id', bearerOf(order));
  return url.href;
}

function dishesUntil({ event: { kitchenDeadline } }: OrderRecord, tickets: readonly TicketRecord[], now: Date): string | null {
  const may = tickets.some((ticket) => ticket.hasDishIds && ticket.menu.length > 0 && mayChangeMenu(ticket, { kitchenDeadline, now, byAdmin: false }));
  return may && kitchenDeadline !== null ? instantText(kitchenDeadline.toISOString()) : null;
}
