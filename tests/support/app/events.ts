import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { DishContent } from '#app/domain/food/allergens.ts';
import type { Visibility } from '#app/domain/people/roles.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { withdrawEvent, findEvent } from '#app/features/events/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { theAdmin } from '../people/admins.ts';
import type { TestApp } from './test-app.ts';

/** What is needed to change the books as an admin would: an app under test, or a running site. */
type SiteParts = Pick<TestApp, 'db' | 'deps'> & { clock: Deps['clock'] };

/** [public, member, committee], in cents. */
type Prices = readonly [number, number, number];

export interface EventInput {
  title?: string;
  description?: string;
  location?: string;
  /** YYYY-MM-DD; by default in thirty days. */
  date?: string;
  time?: string;
  endTime?: string;
  saleStart?: Date;
  kitchenDeadline?: Date;
  groups?: boolean;
  groupsCloseAt?: Date;
  memberQuota?: number;
  saleEndDate?: string;
  maxTickets?: number;
  visibility?: Visibility;
  referencePrice?: number;
  /** Of one required section, 'Plat'; none at all for an event without a menu. */
  dishes?: Record<string, Prices>;
  extras?: Record<string, Prices>;
  /** How many there are of which dish. */
  places?: Record<string, number>;
  /** What is said of which dish or extra. */
  contents?: Record<string, DishContent>;
  asksNeeds?: boolean;
}

export const PAELLA: Prices = [1400, 1200, 1000];

let made = 0;

/** An event of its own for a test, on sale, with one required dish; as the app describes it to those it is for. */
export async function anEvent(app: SiteParts, input: EventInput = {}): Promise<EventDetail> {
  const { ids } = app.deps;
  const now = app.clock.now();
  made += 1;
  const { id } = await app.db.query
    .insertInto('events')
    .values({
      title: input.title ?? `Sopar ${made}`,
      description: input.description ?? '',
      location: input.location ?? null,
      eventDate: input.date ?? addDays(dayInMadrid(now), 30),
      eventTime: input.time ?? '21:00',
      endTime: input.endTime ?? null,
      referencePrice: input.referencePrice ?? 1800,
      image: '🥘',
      visibility: input.visibility ?? 'public',
      saleStart: input.saleStart ?? null,
      kitchenDeadline: input.kitchenDeadline ?? null,
      saleEndDate: input.saleEndDate ?? null,
      asksNeeds: input.asksNeeds ?? false,
      ...(input.groups !== undefined && { groups: input.groups }),
      groupsCloseAt: input.groupsCloseAt ?? null,
      memberQuota: input.memberQuota ?? null,
      createdAt: now,
      updatedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db.query.insertInto('eventStock').values({ eventId: id, maxTickets: input.maxTickets ?? null }).execute();

  const dishes = Object.entries(input.dishes ?? { Paella: PAELLA });
  if (dishes.length > 0) {
    const sectionId = ids.uuid();
    await app.db.query.insertInto('eventSections').values({ id: sectionId, eventId: id, name: 'Plat', required: true, maxSelection: 1, position: 0 }).execute();
    const items = dishes.map((dish, position) => ({ sectionId, ...choice(ids.uuid(), dish, position), ...input.contents?.[dish[0]] }));
    await app.db.query.insertInto('eventSectionItems').values(items).execute();
    const limited = items.flatMap(({ id: itemId, name }) => (input.places?.[name] === undefined ? [] : [{ itemId, eventId: id, places: input.places[name] }]));
    if (limited.length > 0) await app.db.query.insertInto('dishStock').values(limited).execute();
  }
  const extras = Object.entries(input.extras ?? {});
  if (extras.length > 0) {
    await app.db.query.insertInto('eventAdditionalOptions').values(extras.map((extra, position) => ({ eventId: id, ...choice(ids.uuid(), extra, position), ...input.contents?.[extra[0]] }))).execute();
  }
  const insider = { kind: 'user', userId: ids.uuid(), role: input.visibility ?? 'public', rights: [], name: 'Vicent', email: 'vicent@example.com' } as const;
  const event = await findEvent(app.deps, insider, id);
  if (!event) throw new Error('the event was not made');
  await app.deps.changes.catchUp();
  return event;
}

/** What an admin's edit of the menu does: the price of every dish changes, and the event's version counts on. */
export async function raisePrices(app: SiteParts, eventId: number, to: number): Promise<void> {
  const sections = app.db.query.selectFrom('eventSections').select('id').where('eventId', '=', eventId);
  await app.db.query.updateTable('eventSectionItems').set({ pricePublic: to }).where('sectionId', 'in', sections).execute();
  await bumpVersion(app, eventId);
}

/** Takes the menu's section away, as an admin's edit does. */
export async function archiveSection(app: SiteParts, eventId: number): Promise<void> {
  await app.db.query.updateTable('eventSections').set({ archivedAt: app.clock.now() }).where('eventId', '=', eventId).execute();
  await bumpVersion(app, eventId);
}

export async function changeEvent(app: SiteParts, eventId: number, change: { visibility?: Visibility; archivedAt?: Date; givingAllowed?: boolean; exitReentry?: boolean; kitchenService?: boolean; asksNeeds?: boolean; title?: string; groups?: boolean; groupsCloseAt?: Date }): Promise<void> {
  await app.db.query.updateTable('events').set(change).where('id', '=', eventId).execute();
  await bumpVersion(app, eventId);
}

/** What an admin does to an event that will not take place. */
export async function withdraw(app: SiteParts, eventId: number): Promise<boolean> {
  return (await withdrawEvent(app.deps, await theAdmin(app), eventId)) === 'done';
}

async function bumpVersion(app: SiteParts, eventId: number): Promise<void> {
  await app.db.query
    .updateTable('events')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', eventId)
    .execute();
  await app.deps.changes.catchUp();
}

/** How many of a dish are taken, by the counter of its places. */
export async function takenOf(app: SiteParts, event: EventDetail, dish: string): Promise<number> {
  const { id } = event.sections.flatMap(({ items }) => items).find(({ name }) => name === dish)!;
  const { sold } = await app.db.query.selectFrom('dishStock').select('sold').where('itemId', '=', id).executeTakeFirstOrThrow();
  return sold;
}

export async function soldOf(app: SiteParts, eventId: number): Promise<number> {
  const { sold } = await app.db.query.selectFrom('eventStock').select('sold').where('eventId', '=', eventId).executeTakeFirstOrThrow();
  return sold;
}

function choice(id: string, [name, [pricePublic, priceMember, priceCommission]]: [string, Prices], position: number) {
  return { id, name, emoji: '🍽️', pricePublic, priceMember, priceCommission, position };
}
