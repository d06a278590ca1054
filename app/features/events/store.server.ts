import { type CompiledQuery, type SelectQueryBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { type RecordRow, selected } from '#app/platform/adapters/db/record-columns.server.ts';
import type { DatabaseTables } from '#app/platform/adapters/db/tables.server.ts';
import { EVENT_FIELDS, type EventFields } from '#app/domain/event/event-fields.ts';
import { CHOICE_FIELDS, DISH_FIELDS, SECTION_FIELDS } from '#app/domain/event/menu-fields.ts';
import type { PriceTag } from '#app/domain/event/pricing.ts';
import type { Visibility } from '#app/domain/people/roles.ts';

export interface EventFactsRow extends RecordRow<EventFields> {
  id: number;
  version: number;
  sold: number;
  pictureFileId: string | null;
}

export interface EventWithMenu extends EventFactsRow {
  sections: (RecordRow<typeof SECTION_FIELDS> & { id: string; items: (Priced<typeof DISH_FIELDS> & { taken: number | null })[] })[];
  options: Priced<typeof CHOICE_FIELDS>[];
}

type Priced<Fields> = Omit<RecordRow<Fields>, keyof PriceTag> & PriceTag & { id: string };

const MOST_EVENTS_LISTED = 200;

/** `notBefore` is inclusive, `before` exclusive. */
export interface EventFilter {
  visibilities: readonly Visibility[];
  notBefore: string;
  before?: string;
}

export async function selectEvents(query: Query, filter: EventFilter): Promise<EventFactsRow[]> {
  return listed(eventFacts(query), filter).execute();
}

export async function selectEventsWithMenus(query: Query, filter: EventFilter): Promise<EventWithMenu[]> {
  return listed(eventsWithMenus(query), filter).execute();
}

function listed<Row>(events: SelectQueryBuilder<DatabaseTables, 'events' | 'eventStock', Row>, filter: EventFilter): SelectQueryBuilder<DatabaseTables, 'events' | 'eventStock', Row> {
  return events
    .where('events.visibility', 'in', [...filter.visibilities])
    .where('events.eventDate', '>=', filter.notBefore)
    .where((eb) => (filter.before === undefined ? eb.lit(true) : eb('events.eventDate', '<', filter.before)))
    .orderBy('events.eventDate')
    .orderBy('events.eventTime')
    .orderBy('events.id')
    .limit(MOST_EVENTS_LISTED);
}

/** In a single statement, so that menu and version are consistent. */
export async function selectEventWithMenu(query: Query, eventId: number): Promise<EventWithMenu | null> {
  // Every order starts with this statement, so it is compiled once.
  eventWithMenu ??= eventsWithMenus(query).where('events.id', '=', ANY_EVENT).compile();
  const parameters = eventWithMenu.parameters.map((parameter) => (parameter === ANY_EVENT ? eventId : parameter));
  const { rows } = await query.executeQuery<EventWithMenu>({ ...eventWithMenu, parameters });
  return rows[0] ?? null;
}

export async function selectCreation(query: Query, eventId: number): Promise<Date | null> {
  const row = await query.selectFrom('events').select('createdAt').where('id', '=', eventId).executeTakeFirst();
  return row?.createdAt ?? null;
}

const ANY_EVENT = -1;
let eventWithMenu: CompiledQuery<EventWithMenu> | null = null;

function eventsWithMenus(query: Query) {
  return eventFacts(query)
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('eventSections as s')
          .select((section) => [
            's.id',
            ...selected(SECTION_FIELDS, 's'),
            jsonArrayFrom(
              section
                .selectFrom('eventSectionItems as i')
                .leftJoin('dishStock as d', 'd.itemId', 'i.id')
                .select(['i.id', ...selected(DISH_FIELDS, 'i'), 'i.price', 'd.places', 'd.sold as taken'])
                .whereRef('i.sectionId', '=', 's.id')
                .where('i.archivedAt', 'is', null)
                .orderBy('i.position'),
            ).as('items'),
          ])
          .whereRef('s.eventId', '=', 'events.id')
          .where('s.archivedAt', 'is', null)
          .orderBy('s.position'),
      ).as('sections'),
      jsonArrayFrom(
        eb
          .selectFrom('eventAdditionalOptions as o')
          .select(['o.id', ...selected(CHOICE_FIELDS, 'o'), 'o.price'])
          .whereRef('o.eventId', '=', 'events.id')
          .where('o.archivedAt', 'is', null)
          .orderBy('o.position'),
      ).as('options'),
    ]);
}

/** Stock before event: sales wait for the first lock, payments for the second. */
export async function lockEventAndSales(tx: Tx, eventId: number): Promise<void> {
  await tx.selectFrom('eventStock').select('eventId').where('eventId', '=', eventId).forUpdate().execute();
  await tx.selectFrom('events').select('id').where('id', '=', eventId).forUpdate().execute();
}

/** False when already withdrawn or missing. */
export async function markWithdrawn(tx: Tx, eventId: number, { by, now }: { by: string; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('events')
    .set((eb) => ({ archivedAt: eb.fn.coalesce('archivedAt', eb.val(now)), withdrawnAt: now, withdrawnBy: by, updatedAt: now, version: eb('version', '+', 1) }))
    .where('id', '=', eventId)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function isWithdrawn(tx: Tx, eventId: number): Promise<boolean> {
  return (await tx.selectFrom('events').select('id').where('id', '=', eventId).where('withdrawnAt', 'is not', null).executeTakeFirst()) !== undefined;
}

function eventFacts(query: Query) {
  return query
    .selectFrom('events')
    .innerJoin('eventStock', 'eventStock.eventId', 'events.id')
    .leftJoin('eventPictures', 'eventPictures.eventId', 'events.id')
    .select(['events.id', 'events.version', 'eventStock.maxTickets', 'eventStock.sold', 'eventPictures.fileId as pictureFileId'])
    .select(selected(EVENT_FIELDS, 'events'))
    .where('events.archivedAt', 'is', null);
}
