import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { columnsOf, excluded } from '#app/platform/adapters/db/record-columns.server.ts';
import { EVENT_FIELDS, type EventDraft } from '#app/domain/event/event-fields.ts';
import { CHOICE_FIELDS, DISH_FIELDS, type DishDraft, type MenuDraft, SECTION_FIELDS } from '#app/domain/event/menu-fields.ts';

export interface EventName {
  id: number;
  title: string;
  /** YYYY-MM-DD */
  date: string;
}

const MOST_LISTED = 500;

/** Neither archived nor deleted, newest first. */
export async function selectEventNames(query: Query): Promise<EventName[]> {
  return query
    .selectFrom('events')
    .select(['id', 'title', 'eventDate as date'])
    .where('deletedAt', 'is', null)
    .where('archivedAt', 'is', null)
    .orderBy('eventDate', 'desc')
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute();
}

export async function insertEvent(tx: Tx, draft: EventDraft, made: { copiedFrom: number | null; now: Date }): Promise<number> {
  const { copiedFrom, now } = made;
  const { id } = await tx
    .insertInto('events')
    .values({ ...columnsOf(EVENT_FIELDS, draft), copiedFrom, createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('eventStock').values({ eventId: id, maxTickets: draft.maxTickets }).execute();
  return id;
}

/** Stock before event, the lock order of sales and withdrawals. */
export async function lockEventStock(tx: Tx, eventId: number): Promise<{ sold: number } | null> {
  const row = await tx.selectFrom('eventStock').select('sold').where('eventId', '=', eventId).forUpdate().executeTakeFirst();
  return row ?? null;
}

/** `no key update` lets orders that reference it be inserted. Null when missing. */
export async function lockVersion(tx: Tx, eventId: number): Promise<number | null> {
  const row = await tx.selectFrom('events').select('version').where('id', '=', eventId).where('archivedAt', 'is', null).forNoKeyUpdate().executeTakeFirst();
  return row?.version ?? null;
}

export async function updateEvent(tx: Tx, eventId: number, draft: EventDraft): Promise<void> {
  await tx.updateTable('events').set(columnsOf(EVENT_FIELDS, draft)).where('id', '=', eventId).execute();
}

export async function updateLimit(tx: Tx, eventId: number, maxTickets: number | null): Promise<void> {
  await tx.updateTable('eventStock').set((eb) => ({ maxTickets, soldWhenLimited: eb.ref('sold') })).where('eventId', '=', eventId).execute();
}

/** A sale decided on an older version is decided again. */
export async function bumpVersion(tx: Tx, eventId: number, now: Date): Promise<number> {
  const { version } = await tx
    .updateTable('events')
    .set((eb) => ({ version: eb('version', '+', 1), updatedAt: now }))
    .where('id', '=', eventId)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export async function archive(tx: Tx, eventId: number, removal: { isDeleted: boolean; now: Date }): Promise<void> {
  const { isDeleted, now } = removal;
  await tx.updateTable('events').set({ archivedAt: now, ...(isDeleted && { deletedAt: now }) }).where('id', '=', eventId).execute();
}

export async function hasOrders(tx: Tx, eventId: number): Promise<boolean> {
  return (await tx.selectFrom('orders').select('id').where('eventId', '=', eventId).limit(1).executeTakeFirst()) !== undefined;
}

export async function selectMenuIds(tx: Tx, eventId: number): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from event_sections where event_id = ${eventId}
    union all select i.id from event_section_items i join event_sections s on s.id = i.section_id where s.event_id = ${eventId}
    union all select id from event_additional_options where event_id = ${eventId}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export type SavedMenu = MenuDraft<string>;

const WRITTEN_AGAIN = { position: sql.ref<number>('excluded.position'), archivedAt: null };

/** Removed rows are archived. The caller holds the stock lock where dishes have places. */
export async function writeMenu(tx: Tx, eventId: number, { menu, now }: { menu: SavedMenu; now: Date }): Promise<void> {
  await archiveOthers(tx, eventId, { menu, now });
  if (menu.sections.length > 0) {
    await tx
      .insertInto('eventSections')
      .values(menu.sections.map((section, position) => ({ ...columnsOf(SECTION_FIELDS, section), id: section.id, eventId, position })))
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...excluded(SECTION_FIELDS), ...WRITTEN_AGAIN }))
      .execute();
  }
  const items = menu.sections.flatMap((section) => section.items.map((item, position) => ({ ...columnsOf(DISH_FIELDS, item), id: item.id, sectionId: section.id, position })));
  if (items.length > 0) {
    await tx
      .insertInto('eventSectionItems')
      .values(items)
      .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ ...excluded(DISH_FIELDS), ...WRITTEN_AGAIN, sectionId: eb.ref('excluded.sectionId') })))
      .execute();
  }
  if (menu.options.length > 0) {
    await tx
      .insertInto('eventAdditionalOptions')
      .values(menu.options.map((option, position) => ({ ...columnsOf(CHOICE_FIELDS, option), id: option.id, eventId, position })))
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...excluded(CHOICE_FIELDS), ...WRITTEN_AGAIN }))
      .execute();
  }
  await writePlaces(tx, eventId, menu.sections.flatMap(({ items: dishes }) => dishes));
}

/** A newly limited dish counts earlier sales. */
async function writePlaces(tx: Tx, eventId: number, dishes: readonly DishDraft<string>[]): Promise<void> {
  const limited = dishes.flatMap(({ id, places }) => (places === null ? [] : [{ id, places }]));
  await tx
    .deleteFrom('dishStock')
    .where('eventId', '=', eventId)
    .$if(limited.length > 0, (others) => others.where('itemId', 'not in', limited.map(({ id }) => id)))
    .execute();
  if (limited.length === 0) return;
  await sql`
    insert into dish_stock as s (item_id, event_id, places, sold, sold_when_limited)
    select d.id, ${eventId}, d.places, coalesce(c.tickets, 0), coalesce(c.tickets, 0)
    from jsonb_to_recordset(${JSON.stringify(limited)}::jsonb) as d (id text, places integer)
    left join (
      select dish, count(*)::integer as tickets from tickets t, dishes_of(t.menu_selection) as dish
      where t.event_id = ${eventId} and t.status in ('pending_payment', 'active', 'used') group by dish
    ) as c on c.dish = d.id
    on conflict (item_id) do update set places = excluded.places, sold_when_limited = s.sold where s.places <> excluded.places`.execute(tx);
}

async function archiveOthers(tx: Tx, eventId: number, { menu, now }: { menu: SavedMenu; now: Date }): Promise<void> {
  const ids = [...menu.sections, ...menu.sections.flatMap(({ items }) => items), ...menu.options].map(({ id }) => id);
  await sql`update event_section_items set archived_at = ${now}
    where archived_at is null and id <> all(${ids}) and section_id in (select id from event_sections where event_id = ${eventId})`.execute(tx);
  await sql`update event_sections set archived_at = ${now} where archived_at is null and id <> all(${ids}) and event_id = ${eventId}`.execute(tx);
  await sql`update event_additional_options set archived_at = ${now} where archived_at is null and id <> all(${ids}) and event_id = ${eventId}`.execute(tx);
}

export async function selectTwin(query: Query, { title, date, time }: { title: string; date: string; time: string }, exceptId: number | null): Promise<boolean> {
  const twin = await query
    .selectFrom('events')
    .select('id')
    .where('title', '=', title)
    .where('eventDate', '=', date)
    .where('eventTime', '=', time)
    .where('deletedAt', 'is', null)
    .$if(exceptId !== null, (others) => others.where('id', '<>', exceptId))
    .limit(1)
    .executeTakeFirst();
  return twin !== undefined;
}
