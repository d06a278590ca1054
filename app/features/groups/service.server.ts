import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { type GroupRefusal, groupRefusalText, groupsCloseAt, parseFirstName, parseGroupCode, parseGroupName } from '#app/domain/groups/event-group.ts';
import { isPaid } from '#app/domain/order/status.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { tablesText } from '#app/domain/seating/table-text.ts';
import { formatDate, weekdayName } from '#app/domain/time/dates.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { type EventWithMenu, findEventForSale } from '#app/features/events/service.server.ts';
import { lockOrder, type OrderRecord, selectOrder } from '#app/features/orders/service.server.ts';
import { findReceived } from '#app/features/tickets/transfer/service.server.ts';
import { seesEvent } from '#app/features/vouchers/link/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { countOutside, countPlaces, insertGroup, leaveGroup, lockGroup, moveOrderTickets, selectGroupFacts, selectGroupsByCode, selectGroupTables, selectOrderGroup, selectGroupOfTicket, upsertOrderGroup } from './store.server.ts';

/** What a buyer asks for: a group by its code, or a new one by its name. */
export interface GroupInput {
  code?: string | undefined;
  name?: string | undefined;
  firstName?: string | undefined;
}

/** As `place_orders` takes it; with a name the group is made. */
export interface GroupToJoin {
  id: string;
  closesAt: string;
  firstName?: string;
  code?: string;
  name?: string;
}

export type GroupRequest = { join: GroupToJoin } | { refused: { code: 'GROUP_NOT_FOUND' } | { code: 'VALIDATION'; fields: Record<string, string> } } | null;

/** For each order of a batch; one reading for all of them, and none where nobody asks for a group. */
export async function groupsToJoin(deps: Pick<Deps, 'ids' | 'db'>, event: EventWithMenu, inputs: readonly (GroupInput | undefined)[], query: Query | Tx = deps.db.query): Promise<GroupRequest[]> {
  if (inputs.every((one) => one === undefined)) return inputs.map(() => null);
  const requests = inputs.map((one) => (one === undefined ? null : parseGroupRequest(one)));
  const codes = requests.flatMap((request) => (request !== null && 'code' in request ? [request.code] : []));
  const known = await selectGroupsByCode(query, codes);
  const closesAt = event.groups ? groupsCloseAt(event).toISOString() : new Date(0).toISOString();
  return requests.map((request): GroupRequest => {
    if (request === null) return null;
    if ('fields' in request) return { refused: { code: 'VALIDATION', fields: request.fields } };
    const base = { closesAt, ...(request.firstName !== null && { firstName: request.firstName }) };
    if ('name' in request) return { join: { id: deps.ids.uuid(), code: deps.ids.groupCode(), name: request.name, ...base } };
    const group = known.find(({ requestedCode, eventId }) => requestedCode === request.code && eventId === event.id);
    return group === undefined ? { refused: { code: 'GROUP_NOT_FOUND' } } : { join: { id: group.id, ...base } };
  });
}

type ParsedGroupRequest = ({ code: string } | { name: string }) & { firstName: string | null };

function parseGroupRequest({ code, name, firstName = '' }: GroupInput): ParsedGroupRequest | { fields: Record<string, string> } {
  const first = parseFirstName(firstName);
  if ('problem' in first) return { fields: { 'group.firstName': first.problem } };
  if (name !== undefined && code === undefined) {
    const parsed = parseGroupName(name);
    return 'problem' in parsed ? { fields: { 'group.name': parsed.problem } } : { name: parsed.name, firstName: first.name };
  }
  // A code that can't be one is asked for like any other: it is not found.
  return { code: parseGroupCode(code ?? '') ?? '', firstName: first.name };
}

export interface PlacedGroup {
  code: string | null;
  name: string | null;
  joined: boolean;
  reason?: GroupRefusal;
}

export async function groupOfPlaced(deps: Deps, bearer: string): Promise<PlacedGroup> {
  const found = await selectOrderGroup(deps.db.query, bearer);
  if (found === null) return { code: null, name: null, joined: false, reason: 'gone' };
  const { code, name, tickets, refused } = found;
  return { code, name, joined: tickets > 0, ...(refused !== null && { reason: refused }) };
}

export async function groupOfSale(deps: Pick<Deps, 'db'>, orderId: string): Promise<{ joined: boolean; text: string } | null> {
  const found = await selectOrderGroup(deps.db.query, orderId);
  if (found === null) return null;
  if (found.tickets > 0) return { joined: true, text: `Seuen amb «${found.name}»` };
  return found.refused === null ? null : { joined: false, text: `${groupRefusalText(found.refused)}${found.name === null ? '' : ` («${found.name}»)`}: venut sense colla` };
}

export interface GroupView {
  id: string;
  code: string;
  name: string;
  eventId: number;
  eventTitle: string;
  when: string;
  /** Paid ones alone. */
  places: number;
  /** Places left, holds counted. */
  left: number;
  names: string[];
  closed: boolean;
  /** 'Taula 7', 'Taules 7 i 8'; null until it is published. */
  table: string | null;
}

/** Null for an unknown code, a group that nobody has a place in, and an event that the caller may not see. */
export async function findGroup(deps: Deps, caller: { actor: Actor; headers: Headers }, typedCode: string): Promise<GroupView | null> {
  const code = parseGroupCode(typedCode);
  const [row] = code === null ? [] : await selectGroupsByCode(deps.db.query, [code]);
  const event = row === undefined ? null : await findEventForSale(deps.db.query, row.eventId);
  if (row === undefined || event === null || !event.groups || !(await seesEvent(deps, caller, event))) return null;
  const [[facts], tables] = await Promise.all([selectGroupFacts(deps.db.query, { id: row.id }), selectGroupTables(deps.db.query, row.id)]);
  if (facts === undefined || facts.places === 0) return null;
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    eventId: event.id,
    eventTitle: event.title,
    when: `${weekdayName(event.date)}, ${formatDate(event.date)} · ${event.time}`,
    places: facts.paid,
    left: Math.max(0, row.maxPlaces - facts.places),
    names: facts.names,
    closed: deps.clock.now() >= groupsCloseAt(event),
    table: tablesText(tables),
  };
}

/** The order's link, or the key of somebody who took a ticket of it. */
export type GroupRequester = { kind: 'order'; bearer: string } | { kind: 'recipient'; key: string } | { kind: 'admin'; admin: string; orderId: string };

export interface OwnGroup {
  orderNumber: string;
  eventId: number;
  eventTitle: string;
  when: string;
  /** False for an event without groups. */
  offered: boolean;
  closed: boolean;
  /** Until when it can be changed. */
  closesAt: Date;
  group: { code: string; name: string; firstName: string | null; view: Pick<GroupView, 'places' | 'names' | 'table'> } | null;
  refused: { name: string | null; reason: GroupRefusal } | null;
}

export async function readOwnGroup(deps: Deps, requester: GroupRequester): Promise<OwnGroup | null> {
  const found = await findOrder(deps, requester);
  const event = found && (await findEventForSale(deps.db.query, found.order.eventId));
  if (!found || !event) return null;
  const { order } = found;
  const own = await selectOrderGroup(deps.db.query, order.linkId ?? order.id);
  const groupId = found.ticketId === null ? (own !== null && own.tickets > 0 ? own.groupId : null) : await selectGroupOfTicket(deps.db.query, found.ticketId);
  const [facts] = groupId === null ? [] : await selectGroupFacts(deps.db.query, { id: groupId });
  const closesAt = groupsCloseAt(event);
  return {
    orderNumber: order.orderNumber,
    eventId: event.id,
    eventTitle: event.title,
    when: `${weekdayName(event.date)}, ${formatDate(event.date)} · ${event.time}`,
    offered: event.groups,
    closed: deps.clock.now() >= closesAt,
    closesAt,
    group: facts === undefined ? null : { code: facts.code, name: facts.name, firstName: found.ticketId === null ? (own?.firstName ?? null) : null, view: { places: facts.paid, names: facts.names, table: tablesText(await selectGroupTables(deps.db.query, facts.id)) } },
    refused: own?.refused == null || found.ticketId !== null ? null : { name: own.name, reason: own.refused },
  };
}

export type GroupOutcome = 'done' | 'not_found' | 'group_not_found' | 'full' | 'closed' | { outcome: 'invalid'; fields: Record<string, string> };

/** Null: to no group. Whoever took a ticket may only leave with it. */
export async function changeGroup(deps: Deps, requester: GroupRequester, change: GroupInput | null): Promise<GroupOutcome> {
  const seen = await findOrder(deps, requester);
  const event = seen && (await findEventForSale(deps.db.query, seen.order.eventId));
  if (!seen || !event) return 'not_found';
  if (requester.kind !== 'admin' && (!event.groups || deps.clock.now() >= groupsCloseAt(event))) return 'closed';
  const [request = null] = change === null ? [null] : await groupsToJoin(deps, event, [change]);
  if (request !== null && 'refused' in request) return request.refused.code === 'VALIDATION' ? { outcome: 'invalid', fields: request.refused.fields } : 'group_not_found';
  return deps.db.inTransaction(async (tx): Promise<GroupOutcome> => {
    const actor = requester.kind === 'admin' ? `user:${requester.admin}` : requester.kind === 'order' ? 'order bearer' : 'ticket key';
    const now = deps.clock.now();
    if (request === null) {
      const order = await lockOrder(tx, seen.order.id);
      if (order === null || (seen.ticketId === null && order.status !== 'pending_payment' && !isPaid(order.status))) return 'not_found';
      if (seen.ticketId !== null) await leaveGroup(tx, seen.ticketId);
      else await moveToNone(tx, order.id);
      await writeAudit(tx, { at: now, actor, action: 'group.left', subject: 'order', subjectId: order.id });
      return 'done';
    }
    if (requester.kind === 'recipient') return 'closed';
    const { join } = request;
    if (join.name !== undefined && join.code !== undefined) await insertGroup(tx, { id: join.id, eventId: event.id, code: join.code, name: join.name, createdAt: now });
    const group = await lockGroup(tx, join.id);
    if (group === null) return 'group_not_found';
    const order = await lockOrder(tx, seen.order.id);
    if (order === null || (order.status !== 'pending_payment' && !isPaid(order.status))) return 'not_found';
    const coming = await countOutside(tx, { orderId: order.id, groupId: group.id });
    if (coming > 0 && (await countPlaces(tx, group.id)) + coming > group.maxPlaces) throw new GroupIsFull();
    await moveOrderTickets(tx, { orderId: order.id, groupId: group.id, alsoGiven: false });
    await upsertOrderGroup(tx, { orderId: order.id, groupId: group.id, firstName: join.firstName ?? null });
    await writeAudit(tx, { at: now, actor, action: 'group.joined', subject: 'order', subjectId: order.id });
    return 'done';
  }).catch((error: unknown) => {
    if (error instanceof GroupIsFull) return 'full';
    throw error;
  });
}

/** Rolls the transaction back, with a group that was made in it. */
class GroupIsFull extends Error {}

async function moveToNone(tx: Tx, orderId: string): Promise<void> {
  await moveOrderTickets(tx, { orderId, groupId: null, alsoGiven: false });
  await upsertOrderGroup(tx, { orderId, groupId: null, firstName: null });
}

async function findOrder(deps: Deps, requester: GroupRequester): Promise<{ order: OrderRecord; ticketId: string | null } | null> {
  if (requester.kind === 'admin') {
    const order = await selectOrder(deps.db.query, { id: requester.orderId });
    return order && { order, ticketId: null };
  }
  if (requester.kind === 'order') {
    const order = isUuid(requester.bearer) ? await selectOrder(deps.db.query, { bearer: requester.bearer.toLowerCase() }) : null;
    return order && { order, ticketId: null };
  }
  const received = await findReceived(deps, requester.key);
  return received && { order: received.order, ticketId: received.ticket.id };
}
