import { type Association, placeOnMap } from '#app/domain/association.ts';
import { isComing } from '#app/domain/event/event-phase.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { addDays, formatDate } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { isHandedOut, isWithRecipient } from '#app/domain/order/status.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { mayChangeMenu } from '#app/domain/ticket/menu-change.ts';
import { readMenuSnapshot, type MenuSnapshotReading } from '#app/domain/ticket/menu-snapshot.ts';
import { type StatusLabel, ticketLabel } from '#app/domain/ticket/status-label.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { eventCalendar } from '#app/design/ticket-rendering/event-calendar.server.ts';
import { type OfferedWallets, offeredWallets } from '../wallet/service.server.ts';
import { printTickets, type PrintOutcome } from '../print/service.server.ts';
import { selectOwner, selectTicketOf, selectTicketsForEvent, selectTicketsOf, type TicketRow } from './store.server.ts';
import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';
import { toPrintable } from './printable-ticket.server.ts';

export interface MyTicket {
  printable: PrintableTicket;
  status: StatusLabel;
  /** `shown`: valid. `spent`: shown faded. `none`: a ticket that lets nobody in shows no code. */
  code: 'shown' | 'spent' | 'none';
  isWithRecipient: boolean;
  menu: MenuSnapshotReading;
  /** Who eats it, where the buyer said so. */
  person: string | null;
  /** "15 de març, 2027 · 21:04", Madrid's clock. */
  usedText: string | null;
  payPath: string | null;
  /** Null where its dishes can't be changed. */
  dishesPath: string | null;
  /** Null where nothing is asked or known of what its holder can't eat. */
  needsPath: string | null;
}

export interface MyEvent {
  eventId: number;
  title: string;
  tickets: MyTicket[];
  /** Null where none of the tickets is valid. */
  links: { calendar: string; pdf: string; share: string; map: string | null; give: { path: string; orderNumber: string }[]; groups: { path: string; orderNumber: string; name: string | null }[] } | null;
}

export interface MyTickets {
  wallets: OfferedWallets;
  coming: MyEvent[];
  past: MyEvent[];
}

/** More than anybody holds. */
const AT_MOST = 200;

/** Null for guests. */
export async function listMyTickets(deps: Deps, actor: Actor): Promise<MyTickets | null> {
  if (actor.kind === 'guest') return null;
  const owner = await selectOwner(deps.db.query, actor.userId);
  if (!owner) return null;
  const now = deps.clock.now();
  const since = addDays(dayInMadrid(now), -1);
  const [late, before] = await Promise.all([
    selectTicketsOf(deps.db.query, owner, { since, side: 'coming', now, limit: AT_MOST }),
    selectTicketsOf(deps.db.query, owner, { since, side: 'past', now, limit: AT_MOST }),
  ]);
  const isOver = (row: TicketRow): boolean => !isComing({ date: row.eventDate, time: row.eventTime }, now);
  const coming = late.filter((row) => !isOver(row));
  const { association } = await deps.settings.current();
  return { wallets: offeredWallets(deps), coming: byEvent(deps, { rows: coming, association, now }), past: byEvent(deps, { rows: [...late.filter(isOver).toReversed(), ...before], association, now }) };
}

/** Null when the ticket is not the user's own. */
export async function calendarOfTicket(deps: Deps, actor: Actor, ticketNumber: string): Promise<string | null> {
  if (actor.kind === 'guest' || !isStorableText(ticketNumber)) return null;
  const owner = await selectOwner(deps.db.query, actor.userId);
  const row = owner && (await selectTicketOf(deps.db.query, owner, ticketNumber));
  if (!row) return null;
  return eventCalendar({
    id: row.eventId,
    version: row.eventVersion,
    title: row.eventTitle,
    description: row.description,
    eventDate: row.eventDate,
    eventTime: row.eventTime,
    eventEndTime: row.eventEndTime,
    location: row.location,
    publicUrl: deps.env.publicUrl,
    association: (await deps.settings.current()).association,
    stamp: deps.clock.now(),
  });
}

export async function printMyEvent(
  deps: Deps,
  request: { actor: Actor; ticketNumber: string; network: string; limits: RateLimits; signal: AbortSignal },
): Promise<PrintOutcome> {
  const { actor, ticketNumber } = request;
  if (actor.kind === 'guest' || !isStorableText(ticketNumber)) return { outcome: 'nothing' };
  const owner = await selectOwner(deps.db.query, actor.userId);
  const row = owner && (await selectTicketOf(deps.db.query, owner, ticketNumber));
  if (!row) return { outcome: 'nothing' };
  const rows = await selectTicketsForEvent(deps.db.query, owner, row.eventId);
  const tickets = rows.filter((one) => isHandedOut(one) && one.status !== 'used').map(toPrintable);
  return printTickets(deps, { ...request, title: `Tiquets · ${row.eventTitle}`, tickets, key: `account\n${actor.userId}\n${row.eventId}` });
}

/** In the order of each event's first ticket. */
function byEvent(deps: Deps, { rows, association, now }: { rows: readonly TicketRow[]; association: Association; now: Date }): MyEvent[] {
  return [...Map.groupBy(rows, ({ eventId }) => eventId)].map(([eventId, theirs]) => {
    const tickets = theirs.map((row) => toCard(row, now));
    const [row] = theirs as [TicketRow];
    const open = tickets.find(({ code }) => code === 'shown');
    const call = open && `/api/my-tickets/${encodeURIComponent(open.printable.ticketNumber)}`;
    return {
      eventId,
      title: row.eventTitle.trim() || 'Esdeveniment',
      tickets,
      links: call === undefined ? null : { calendar: `${call}/calendar`, pdf: `${call}/event.pdf`, share: whatsAppAddress(deps, row), map: placeOnMap(row.location, association), give: ordersOf(theirs), groups: groupsOf(theirs) },
    };
  });
}

/** Orders whose tickets can be transferred, or were. */
function ordersOf(rows: readonly TicketRow[]): { path: string; orderNumber: string }[] {
  const orders = new Map(rows.filter((row) => row.status === 'active' && (row.givingAllowed || row.givenTo !== null)).map(({ orderNumber, bearer }) => [orderNumber, bearer]));
  return [...orders].map(([orderNumber, bearer]) => ({ orderNumber, path: `/donar-tiquet?order_id=${bearer}` }));
}

function groupsOf(rows: readonly TicketRow[]): { path: string; orderNumber: string; name: string | null }[] {
  const orders = new Map(rows.filter((row) => row.groups && row.status === 'active' && row.givenTo === null).map((row) => [row.orderNumber, row]));
  return [...orders].map(([orderNumber, { bearer, groupName }]) => ({ orderNumber, path: `/la-meua-colla?order_id=${bearer}`, name: groupName }));
}

function toCard(row: TicketRow, now: Date): MyTicket {
  const menu = readMenuSnapshot(row.menu);
  const mayChange = row.givenTo === null && menu.kind === 'menu' && mayChangeMenu(row, { kitchenDeadline: row.kitchenDeadline, now, byAdmin: false });
  const code = !isHandedOut(row) ? 'none' : row.status === 'used' ? 'spent' : 'shown';
  const printable = toPrintable(row);
  return {
    // The id is the code: of a transferred ticket it belongs to the recipient.
    printable: code === 'none' ? { ...printable, id: '' } : printable,
    status: ticketLabel(row),
    code,
    isWithRecipient: isWithRecipient(row),
    menu,
    person: row.givenTo === null && row.noteName !== '' ? row.noteName : null,
    dishesPath: mayChange ? `/canviar-plats/${encodeURIComponent(row.ticketNumber)}` : null,
    needsPath: code !== 'none' && row.givenTo === null && (row.asksNeeds || row.hasNeeds) ? `/necessitats/${encodeURIComponent(row.ticketNumber)}` : null,
    usedText: row.usedAt === null ? null : instantText(row.usedAt.toISOString()),
    payPath: row.status === 'pending_payment' ? `/payment-success?order_id=${row.orderId}` : null,
  };
}

/** Never with the code: whoever shows that first, enters. */
function whatsAppAddress(deps: Deps, row: TicketRow): string {
  const place = row.location === null || row.location.trim() === '' ? '' : `, ${row.location}`;
  const link = new URL(`/order/${row.eventId}`, deps.env.publicUrl).href;
  const text = `Fem comboi! Ja tinc tiquet per a «${row.eventTitle}» ${row.eventImage}\n${formatDate(row.eventDate)}, ${row.eventTime}${place}\n${link}`;
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}
