import { createHash, timingSafeEqual } from 'node:crypto';

import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { type Query, RepeatTransaction, type Tx } from '#app/platform/adapters/db/database.server.ts';
import { placeOnMap } from '#app/domain/association.ts';
import { isHandedOut } from '#app/domain/order/status.ts';
import { type StatusLabel, ticketLabel } from '#app/domain/ticket/status-label.ts';
import { mayChangeMenu } from '#app/domain/ticket/menu-change.ts';
import { mayBeTransferred, mayBeRevoked, parseRecipientName, type TransferFacts } from '#app/domain/ticket/transfer.ts';
import { formatDate, weekdayName } from '#app/domain/time/dates.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { lockOrderWithEvent, type OrderRecord, printableTicket, selectOrder, selectTickets, type TicketRecord } from '#app/features/orders/service.server.ts';
import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';
import type { Sharing } from '#app/design/ui/share-link.tsx';
import type { Deps } from '#app/platform/deps.server.ts';

import { enqueueEndMails } from '../recipients/end-mails.server.ts';
import { endTransfers, insertTransfer, markReceived, reopenTransfer, replaceTicketId, selectGroupName, selectLastTransfer, hasStoredNeeds, selectNote, selectOpenTransfers, selectTransfer, selectReceivedTicket, type TransferRow, updateNote } from './store.server.ts';

export { selectOpenTransfers, selectReceivedTicket };

const LINKS = 'links that give a ticket';
const TICKET_LINKS = 'links that open a received ticket';

export interface TransferableTicket {
  ticketNumber: string;
  dishes: string;
  /** `offered`: its link is open. `received`: a recipient has it. */
  state: 'mine' | 'offered' | 'received' | 'not_transferable';
  label: StatusLabel;
  share: Sharing | null;
  mayRevokeTransfer: boolean;
  recipient: string | null;
}

interface TransferableOrder {
  eventTitle: string;
  when: string;
  orderPath: string;
  /** False where the event allows no transfers, or no longer. */
  isAllowed: boolean;
  tickets: TransferableTicket[];
}

export async function readTransferableOrder(deps: Deps, bearer: string): Promise<TransferableOrder | null> {
  const order = isUuid(bearer) ? await selectOrder(deps.db.query, { bearer: bearer.toLowerCase() }) : null;
  if (order === null) return null;
  const [tickets, open] = await Promise.all([selectTickets(deps.db.query, [order.id]), selectOpenTransfers(deps.db.query, order.id)]);
  return {
    eventTitle: order.event.title,
    when: whenOf(order),
    orderPath: `/payment-success?order_id=${encodeURIComponent(bearer)}`,
    isAllowed: order.event.givingAllowed,
    tickets: tickets.map((ticket): TransferableTicket => {
      const transfer = open.find(({ ticketId }) => ticketId === ticket.id);
      const may = isTransferable(order, ticket);
      const state = ticket.givenTo !== null ? 'received' : !may ? 'not_transferable' : transfer === undefined ? 'mine' : 'offered';
      return {
        ticketNumber: ticket.ticketNumber,
        dishes: [...ticket.menu.flatMap(({ items }) => items), ...ticket.extras].map(({ name }) => name).join(', '),
        state,
        label: ticketLabel(ticket),
        share: state === 'offered' && transfer !== undefined ? sharingOf(deps, order, transfer.id) : null,
        mayRevokeTransfer: state === 'received' && mayBeRevoked(toTransferFacts(order, ticket)),
        recipient: ticket.givenTo,
      };
    }),
  };
}

type TransferOutcome = 'done' | 'not_found' | 'not_givable';

/** Creates the transfer's link; an existing one stays valid. */
export async function offerTicket(deps: Deps, which: { bearer: string; ticketNumber: string }): Promise<TransferOutcome> {
  return withTicket(deps, which, async (tx, { order, ticket, now }) => {
    if (ticket.givenTo !== null || !isTransferable(order, ticket)) return 'not_givable';
    if ((await selectOpenTransfers(tx, order.id)).some(({ ticketId }) => ticketId === ticket.id)) return 'done';
    await insertTransfer(tx, { id: deps.ids.uuid(), ticketId: ticket.id, now });
    await writeAudit(tx, { at: now, actor: 'order bearer', action: 'ticket.offered', subject: 'ticket', subjectId: ticket.ticketNumber });
    return 'done';
  });
}

/** Revokes the transfer; a ticket already received comes back under a new id, and who had it is told once it can't be undone. */
export async function revokeTransfer(deps: Deps, which: { bearer: string; ticketNumber: string }): Promise<TransferOutcome> {
  return withTicket(deps, which, async (tx, { order, ticket, now }) => {
    if (ticket.givenTo !== null) await enqueueEndMails(deps, tx, { ticketIds: [ticket.id], now, sendAt: new Date(now.getTime() + UNDO_MS), detail: { takenBackAt: now.toISOString(), revoked: true } });
    await endTransfers(tx, ticket.id, now);
    if (ticket.givenTo === null) return 'done';
    if (!mayBeRevoked(toTransferFacts(order, ticket)) || !(await replaceTicketId(tx, { from: ticket.id, to: deps.ids.ticket(), givenTo: null, note: null, now }))) throw new NotTransferable();
    await writeAudit(tx, { at: now, actor: 'order bearer', action: 'ticket.taken_back', subject: 'ticket', subjectId: ticket.ticketNumber });
    return 'done';
  });
}

const UNDO_MS = 2 * 60_000;

/** A revocation that was a slip: whoever had the ticket has it again, under another code, at the page that they know. */
export async function undoRevocation(deps: Deps, which: { bearer: string; ticketNumber: string; recipient: string }): Promise<TransferOutcome> {
  const recipient = parseRecipientName(which.recipient);
  if (recipient === null) return 'not_found';
  return withTicket(deps, which, async (tx, { order, ticket, now }) => {
    const last = await selectLastTransfer(tx, ticket.id);
    if (ticket.givenTo !== null || last?.keyHash == null || last.endedAt === null || last.endedAt.getTime() < now.getTime() - UNDO_MS || !mayBeRevoked(toTransferFacts(order, ticket))) return 'not_givable';
    if (!(await replaceTicketId(tx, { from: ticket.id, to: deps.ids.ticket(), givenTo: recipient, note: null, now }))) throw new NotTransferable();
    await reopenTransfer(tx, last.id);
    await writeAudit(tx, { at: now, actor: 'order bearer', action: 'ticket.left_with_taker', subject: 'ticket', subjectId: ticket.ticketNumber });
    return 'done';
  });
}

export interface OpenTransfer {
  eventTitle: string;
  eventImage: string;
  when: string;
  location: string | null;
  /** A path; null where guests may not see it. */
  picture: string | null;
  /** The event's holders are written to on the day before. */
  hasReminder: boolean;
}

export async function readTransfer(deps: Deps, code: string): Promise<OpenTransfer | null> {
  const id = signedTransfer(deps, LINKS, code);
  const transfer = id === null ? null : await selectTransfer(deps.db.query, { id });
  if (transfer === null || transfer.takenAt !== null || transfer.endedAt !== null) return null;
  const order = await selectOrder(deps.db.query, { id: transfer.orderId });
  const ticket = order && (await selectTickets(deps.db.query, [order.id])).find(({ id: ticketId }) => ticketId === transfer.ticketId);
  if (!order || !ticket || !isTransferable(order, ticket)) return null;
  return { eventTitle: order.event.title, eventImage: order.event.image, when: whenOf(order), location: order.event.location, picture: order.event.visibility === 'public' ? `/pictures/events/${order.eventId}/preview.jpg` : null, hasReminder: order.event.reminderAt !== null };
}

/** `key`, made with the form, opens the ticket from then on: the same form sent twice counts once, and of two recipients one gets it. */
export async function receiveTicket(deps: Deps, acceptance: { code: string; name: string; key: string; note?: string | null; email?: string | null }): Promise<'received' | 'gone'> {
  const id = signedTransfer(deps, LINKS, acceptance.code);
  const found = id === null ? null : await selectTransfer(deps.db.query, { id });
  if (found === null) return 'gone';
  const keyHash = hashOf(acceptance.key);
  try {
    return await deps.db.inTransaction(async (tx) => {
      const order = await lockOrderWithEvent(tx, found.orderId);
      const transfer = await selectTransfer(tx, { id: found.id });
      const ticket = (await selectTickets(tx, [found.orderId])).find((one) => one.id === transfer?.ticketId);
      if (order === null || transfer === null || ticket === undefined || transfer.endedAt !== null) return 'gone';
      if (transfer.keyHash === keyHash) return 'received';
      const now = deps.clock.now();
      if (!isTransferable(order, ticket) || !(await markReceived(tx, transfer.id, { keyHash, email: acceptance.email ?? null, now }))) return 'gone';
      if (!(await replaceTicketId(tx, { from: ticket.id, to: deps.ids.ticket(), givenTo: acceptance.name, note: acceptance.note ?? null, now }))) throw new NotTransferable();
      await writeAudit(tx, { at: now, actor: 'link bearer', action: 'ticket.taken', subject: 'ticket', subjectId: ticket.ticketNumber });
      return 'received';
    });
  } catch (error) {
    if (error instanceof NotTransferable) return 'gone';
    throw error;
  }
}

export interface ReceivedTicket {
  ticket: PrintableTicket;
  /** YYYY-MM-DD */
  eventDate: string;
  when: string;
  name: string;
  label: StatusLabel;
  isValid: boolean;
  /** Can be saved in a wallet. */
  isSavable: boolean;
  mayChangeDishes: boolean;
  hasNeedsPage: boolean;
  hasGroup: boolean;
  /** The recipient's own, for kitchen and door. */
  note: string | null;
  mayChangeNote: boolean;
  mapUrl: string | null;
}

export async function findReceived(deps: Deps, key: string): Promise<{ order: OrderRecord; ticket: TicketRecord & { givenTo: string } } | null> {
  const transfer = await selectReceived(deps, { query: deps.db.query, key });
  if (transfer === null) return null;
  const order = await selectOrder(deps.db.query, { id: transfer.orderId });
  const ticket = order && (await selectTickets(deps.db.query, [order.id])).find(({ id }) => id === transfer.ticketId);
  if (!order || !ticket || ticket.givenTo === null) return null;
  return { order, ticket: { ...ticket, givenTo: ticket.givenTo } };
}

export async function readReceivedTicket(deps: Deps, key: string): Promise<ReceivedTicket | null> {
  const found = await findReceived(deps, key);
  if (found === null) return null;
  const { order, ticket } = found;
  const own = { ...ticket, givenTo: null };
  const { association } = await deps.settings.current();
  return {
    ticket: printableTicket(order, ticket),
    eventDate: order.event.date,
    when: whenOf(order),
    name: ticket.givenTo,
    label: ticketLabel(own),
    isValid: isHandedOut(own),
    isSavable: mayBeRevoked(toTransferFacts(order, ticket)),
    mayChangeDishes: ticket.hasDishIds && ticket.menu.length > 0 && order.event.withdrawnAt === null && mayChangeMenu(ticket, { kitchenDeadline: order.event.kitchenDeadline, now: deps.clock.now(), byAdmin: false }),
    hasNeedsPage: order.event.asksNeeds || (await hasStoredNeeds(deps.db.query, ticket.id)),
    hasGroup: order.event.groups && (await selectGroupName(deps.db.query, ticket.id)) !== null,
    note: await selectNote(deps.db.query, ticket.id),
    mayChangeNote: mayChangeNote(order, ticket, deps.clock.now()),
    mapUrl: placeOnMap(order.event.location, association),
  };
}

/** Allowed until the kitchen's deadline or, without one, until the event begins. */
export async function writeRecipientNote(deps: Deps, key: string, note: string | null): Promise<'done' | 'gone' | 'too_late'> {
  const found = await findReceived(deps, key);
  if (found === null) return 'gone';
  return deps.db.inTransaction(async (tx) => {
    const order = await lockOrderWithEvent(tx, found.order.id);
    const ticket = (await selectTickets(tx, [found.order.id])).find(({ ticketNumber }) => ticketNumber === found.ticket.ticketNumber);
    const now = deps.clock.now();
    if (order === null || ticket === undefined || !(await isRecipient(deps, tx, { key, ticketId: ticket.id }))) return 'gone';
    if (!mayChangeNote(order, ticket, now) || !(await updateNote(tx, ticket.id, note))) return 'too_late';
    await writeAudit(tx, { at: now, actor: 'ticket key', action: 'ticket.note_changed', subject: 'ticket', subjectId: ticket.ticketNumber });
    return 'done';
  });
}

function mayChangeNote(order: OrderRecord, ticket: TicketRecord, now: Date): boolean {
  return mayBeRevoked(toTransferFacts(order, ticket)) && now < (order.event.kitchenDeadline ?? order.event.startsAt);
}

export async function isRecipient(deps: Deps, query: Query | Tx, { key, ticketId }: { key: string; ticketId: string }): Promise<boolean> {
  return (await selectReceived(deps, { query, key }))?.ticketId === ticketId;
}

/** Mailed to who took the ticket: the key that their browser made is stored as a hash alone. */
export function receivedTicketUrl(deps: Deps, transferId: string): string {
  const url = new URL('/regal/tiquet', deps.env.publicUrl);
  url.searchParams.set('clau', `${transferId}.${deps.keys.sign(TICKET_LINKS, transferId)}`);
  return url.href;
}

/** By the key of the browser that took it, or by the one that was mailed. */
async function selectReceived(deps: Deps, { query, key }: { query: Query | Tx; key: string }): Promise<TransferRow | null> {
  const id = signedTransfer(deps, TICKET_LINKS, key);
  const transfer = await selectTransfer(query, id === null ? { keyHash: hashOf(key) } : { id });
  return transfer === null || transfer.takenAt === null || transfer.endedAt !== null ? null : transfer;
}

/** Rolls the transaction back. */
class NotTransferable extends Error {}

async function withTicket(
  deps: Deps,
  which: { bearer: string; ticketNumber: string },
  act: (tx: Tx, found: { order: OrderRecord; ticket: TicketRecord; now: Date }) => Promise<TransferOutcome>,
): Promise<TransferOutcome> {
  const known = isUuid(which.bearer) ? await selectOrder(deps.db.query, { bearer: which.bearer.toLowerCase() }) : null;
  if (known === null) return 'not_found';
  try {
    return await deps.db.inTransaction(async (tx) => {
      const order = await lockOrderWithEvent(tx, known.id);
      if (order === null) throw new RepeatTransaction('the order went');
      const ticket = (await selectTickets(tx, [order.id])).find(({ ticketNumber }) => ticketNumber === which.ticketNumber);
      return ticket === undefined ? 'not_found' : await act(tx, { order, ticket, now: deps.clock.now() });
    });
  } catch (error) {
    if (error instanceof NotTransferable) return 'not_givable';
    throw error;
  }
}

function isTransferable(order: OrderRecord, ticket: TicketRecord): boolean {
  return mayBeTransferred({ ...toTransferFacts(order, ticket), givingAllowed: order.event.givingAllowed });
}

function toTransferFacts(order: OrderRecord, ticket: TicketRecord): TransferFacts {
  return { status: ticket.status, suspendedAt: ticket.suspendedAt, orderStatus: order.status, withdrawnAt: order.event.withdrawnAt };
}

function whenOf({ event }: OrderRecord): string {
  return `${weekdayName(event.date)}, ${formatDate(event.date)} · ${event.time}`;
}

function sharingOf(deps: Deps, order: OrderRecord, transferId: string): Sharing {
  const url = new URL('/regal', deps.env.publicUrl);
  url.searchParams.set('codi', `${transferId}.${deps.keys.sign(LINKS, transferId)}`);
  return { title: order.event.title, text: `${order.event.image} Tens un tiquet per a «${order.event.title}» (${whenOf(order)}). Obri l'enllaç i agafa'l:`, url: url.href };
}

function signedTransfer(deps: Deps, links: string, code: string): string | null {
  const [id = '', signature = ''] = code.split('.');
  if (!isUuid(id)) return null;
  return timingSafeEqual(digestOf(signature), digestOf(deps.keys.sign(links, id))) ? id : null;
}

function hashOf(key: string): string {
  return createHash('sha256').update(`ticket key\n${key}`).digest('hex');
}

/** `timingSafeEqual` needs two buffers of one length. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
