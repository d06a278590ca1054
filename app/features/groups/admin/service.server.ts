import { sql } from 'kysely';

import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { parseGroupName } from '#app/domain/groups/event-group.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { findEventForSale } from '#app/features/events/service.server.ts';
import { selectOrder } from '#app/features/orders/service.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, orRightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { changeGroup, type GroupOutcome } from '../service.server.ts';
import { type GroupFacts, lockGroup, selectGroupFacts } from '../store.server.ts';

export interface GroupOverview {
  event: { id: number; title: string; image: string; when: string; groups: boolean };
  groups: GroupFacts[];
}

export async function readGroupOverview(deps: Deps, _admin: AdminId, eventId: number): Promise<GroupOverview | null> {
  const [event, groups] = await Promise.all([findEventForSale(deps.db.query, eventId), selectGroupFacts(deps.db.query, { eventId })]);
  return event && { event: { id: event.id, title: event.title, image: event.image, when: `${formatDate(event.date)}, ${event.time}`, groups: event.groups }, groups };
}

export type EditGroupOutcome = 'done' | 'not_found' | 'right_lost' | { outcome: 'invalid'; problems: Record<string, string> };

export async function editGroup(deps: Deps, admin: AdminId, edit: { eventId: number; groupId: string; name: string; maxPlaces: number }): Promise<EditGroupOutcome> {
  const parsed = parseGroupName(edit.name);
  if ('problem' in parsed) return { outcome: 'invalid', problems: { name: parsed.problem } };
  return withGroups(deps, admin, { eventId: edit.eventId, groupIds: [edit.groupId] }, async (tx, audit) => {
    await tx.updateTable('eventGroups').set({ name: parsed.name, maxPlaces: edit.maxPlaces }).where('id', '=', edit.groupId).execute();
    await audit('group.renamed', { places: edit.maxPlaces });
    return 'done';
  });
}

/** Its people keep their tickets, without a group. */
export async function deleteGroup(deps: Deps, admin: AdminId, which: { eventId: number; groupId: string }): Promise<'done' | 'not_found' | 'right_lost'> {
  return withGroups(deps, admin, { eventId: which.eventId, groupIds: [which.groupId] }, async (tx, audit) => {
    await tx.deleteFrom('eventGroups').where('id', '=', which.groupId).execute();
    await audit('group.deleted', {});
    return 'done';
  });
}

/** All of `from` sit with `into`, and the link of `from` leads there. An admin may go over the limit. */
export async function mergeGroups(deps: Deps, admin: AdminId, merge: { eventId: number; from: string; into: string }): Promise<'done' | 'not_found' | 'right_lost'> {
  if (merge.from === merge.into) return 'not_found';
  return withGroups(deps, admin, { eventId: merge.eventId, groupIds: [merge.from, merge.into] }, async (tx, audit) => {
    await tx.updateTable('tickets').set({ groupId: merge.into }).where('groupId', '=', merge.from).execute();
    await tx.updateTable('orderGroups').set({ groupId: merge.into }).where('groupId', '=', merge.from).execute();
    await sql`update event_groups set max_places = greatest(max_places, places_in_group(id)) where id = ${merge.into}`.execute(tx);
    await tx.updateTable('eventGroups').set({ mergedInto: merge.into }).where('id', '=', merge.from).execute();
    await audit('group.merged', {});
    return 'done';
  });
}

/** Also once tables are closed. An empty code: to no group. */
export async function moveOrderToGroup(deps: Deps, admin: AdminId, move: { eventId: number; orderNumber: string; code: string }): Promise<GroupOutcome> {
  const typed = move.orderNumber.trim().toUpperCase();
  const order = isStorableText(typed) ? await selectOrder(deps.db.query, { orderNumber: typed }) : null;
  if (order === null || order.eventId !== move.eventId) return 'not_found';
  return changeGroup(deps, { kind: 'admin', admin, orderId: order.id }, move.code === '' ? null : { code: move.code });
}

/** Under the stock row's lock, as sales that join groups are: so no two of them wait for each other. */
async function withGroups<Outcome extends string>(
  deps: Deps,
  admin: AdminId,
  { eventId, groupIds }: { eventId: number; groupIds: readonly string[] },
  work: (tx: Tx, audit: (action: string, detail: Record<string, number>) => Promise<void>) => Promise<Outcome>,
): Promise<Outcome | 'not_found' | 'right_lost'> {
  if (!groupIds.every(isUuid)) return 'not_found';
  const outcome = await asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { audit }): Promise<Outcome | 'not_found'> => {
    await tx.selectFrom('eventStock').select('eventId').where('eventId', '=', eventId).forUpdate().execute();
    for (const id of groupIds.toSorted()) {
      const group = await lockGroup(tx, id);
      if (group === null || group.id !== id || group.eventId !== eventId) return 'not_found';
    }
    return work(tx, (action, detail) => audit({ action, subject: 'event', subjectId: String(eventId), detail }));
  });
  return orRightLost(outcome);
}
