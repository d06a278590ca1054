import { type NotNull, sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

export interface TransferRow {
  id: string;
  ticketId: string;
  orderId: string;
  takenAt: Date | null;
  keyHash: string | null;
  endedAt: Date | null;
}

export async function selectTransfer(query: Query, by: { id: string } | { keyHash: string }): Promise<TransferRow | null> {
  const row = await transfers(query)
    .where((eb) => ('id' in by ? eb('ticketTransfers.id', '=', by.id) : eb('ticketTransfers.keyHash', '=', by.keyHash)))
    .executeTakeFirst();
  return row ?? null;
}

export async function selectOpenTransfers(query: Query, orderId: string): Promise<TransferRow[]> {
  return transfers(query).where('tickets.orderId', '=', orderId).where('ticketTransfers.endedAt', 'is', null).execute();
}

export async function insertTransfer(tx: Tx, transfer: { id: string; ticketId: string; now: Date }): Promise<void> {
  await tx.insertInto('ticketTransfers').values({ id: transfer.id, ticketId: transfer.ticketId, createdAt: transfer.now, takenAt: null, keyHash: null, endedAt: null }).execute();
}

/** False when another recipient was quicker, or it was revoked. */
export async function markReceived(tx: Tx, id: string, taken: { keyHash: string; email: string | null; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ticketTransfers')
    .set({ takenAt: taken.now, keyHash: taken.keyHash, email: taken.email })
    .where('id', '=', id)
    .where('takenAt', 'is', null)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function endTransfers(tx: Tx, ticketId: string, now: Date): Promise<void> {
  await tx.updateTable('ticketTransfers').set({ endedAt: now }).where('ticketId', '=', ticketId).where('endedAt', 'is', null).execute();
}

/** The newest, of one instant that which is open: a revocation with a new link behind it is none that can be undone. */
export async function selectLastTransfer(query: Query, ticketId: string): Promise<TransferRow | null> {
  const row = await transfers(query).where('ticketTransfers.ticketId', '=', ticketId).orderBy('ticketTransfers.createdAt', 'desc').orderBy('ticketTransfers.endedAt', (ended) => ended.desc().nullsFirst()).limit(1).executeTakeFirst();
  return row ?? null;
}

export async function reopenTransfer(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('ticketTransfers').set({ endedAt: null }).where('id', '=', id).execute();
}

export async function endOrderTransfers(tx: Tx, orderId: string, now: Date): Promise<void> {
  await sql`
    update ticket_transfers x set ended_at = ${now} from tickets t
    where t.id = x.ticket_id and t.order_id = ${orderId} and x.ended_at is null and (t.status = 'active' or x.taken_at is null)`.execute(tx);
  await tx.updateTable('tickets').set({ givenTo: null, ...NOTHING_NOTED }).where('orderId', '=', orderId).where('status', '=', 'active').where('givenTo', 'is not', null).execute();
}

/** Older menus held the note, too. */
const NOTHING_NOTED = { note: null, noteName: null, menuSelection: sql<string>`case jsonb_typeof(menu_selection) when 'object' then menu_selection - 'note' else menu_selection end` };

/** Retires the old id and drops the former holder's note. False when the ticket was used, refunded or disputed meanwhile. */
export async function replaceTicketId(tx: Tx, change: { from: string; to: string; givenTo: string | null; note: string | null; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tickets')
    .set({ id: change.to, givenTo: change.givenTo, ...NOTHING_NOTED, note: change.note })
    .where('id', '=', change.from)
    .where('status', '=', 'active')
    .where('suspendedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await tx.insertInto('retiredTicketIds').values({ id: change.from, ticketId: change.to, retiredAt: change.now }).execute();
  return true;
}

export async function selectNote(query: Query, ticketId: string): Promise<string | null> {
  return (await query.selectFrom('tickets').select('note').where('id', '=', ticketId).executeTakeFirst())?.note ?? null;
}

export async function hasStoredNeeds(query: Query, ticketId: string): Promise<boolean> {
  return (await query.selectFrom('ticketNeeds').select('ticketId').where('ticketId', '=', ticketId).where('erasedAt', 'is', null).executeTakeFirst()) !== undefined;
}

export async function updateNote(tx: Tx, ticketId: string, note: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable('tickets').set({ note }).where('id', '=', ticketId).where('status', '=', 'active').executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Null where nobody has it by that transfer any more, or its recipient left no address. */
export async function selectReceivedTicket(query: Query, transferId: string): Promise<{ ticketId: string; orderId: string; email: string } | null> {
  const taken = await query
    .selectFrom('ticketTransfers')
    .innerJoin('tickets', 'tickets.id', 'ticketTransfers.ticketId')
    .select(['ticketTransfers.ticketId', 'tickets.orderId', 'ticketTransfers.email'])
    .where('ticketTransfers.id', '=', transferId)
    .where('takenAt', 'is not', null)
    .where('endedAt', 'is', null)
    .where('ticketTransfers.email', 'is not', null)
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst();
  return taken ?? null;
}

/** With the name go the needs: a trigger sees to it. */
export async function eraseRecipient(tx: Tx, { email, until }: { email: string; until: Date }): Promise<void> {
  await tx
    .updateTable('tickets')
    .from('ticketTransfers')
    .set({ givenTo: '', ...NOTHING_NOTED })
    .whereRef('ticketTransfers.ticketId', '=', 'tickets.id')
    .where(sql<string>`lower(ticket_transfers.email)`, '=', email)
    .where('takenAt', '<=', until)
    .where('endedAt', 'is', null)
    .execute();
  await tx.updateTable('ticketTransfers').set({ email: null }).where(sql<string>`lower(email)`, '=', email).where('takenAt', '<=', until).execute();
}

/** `day`: YYYY-MM-DD. The transfer itself stays on record. */
export async function eraseRecipientNamesBefore(query: Query, day: string): Promise<void> {
  await sql`
    update tickets set given_to = '' from events
    where events.id = tickets.event_id and events.event_date < ${day}::date and given_to <> ''`.execute(query);
  await sql`
    update ticket_transfers x set email = null from tickets t, events
    where t.id = x.ticket_id and events.id = t.event_id and events.event_date < ${day}::date and x.email is not null`.execute(query);
}

function transfers(query: Query) {
  return query
    .selectFrom('ticketTransfers')
    .innerJoin('tickets', 'tickets.id', 'ticketTransfers.ticketId')
    .select(['ticketTransfers.id', 'ticketTransfers.ticketId', 'ticketTransfers.takenAt', 'ticketTransfers.keyHash', 'ticketTransfers.endedAt', 'tickets.orderId']);
}

export async function selectGroupName(query: Query, ticketId: string): Promise<string | null> {
  const row = await query.selectFrom('tickets').innerJoin('eventGroups', 'eventGroups.id', 'tickets.groupId').select('eventGroups.name').where('tickets.id', '=', ticketId).executeTakeFirst();
  return row?.name ?? null;
}
