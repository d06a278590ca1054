import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { recordOf } from '#app/platform/adapters/db/record-columns.server.ts';
import { addMonths, calendarView, type CalendarQuery, firstDayBeyondReach, firstDayOf } from '#app/domain/event/calendar.ts';
import { addDays, formatDate } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { picturePath } from '#app/domain/event/drawing/event-picture.ts';
import { cheapestTicket, hasChoices, type Menu } from '#app/domain/event/menu.ts';
import type { Values } from '#app/domain/fields/field.ts';
import { type Cents, cents } from '#app/domain/money.ts';
import { priceFor } from '#app/domain/event/pricing.ts';
import { maySee, type Role, visibilitiesFor } from '#app/domain/people/roles.ts';
import { remainingTickets, saleStatus, saleStatusText, whyNotOnSale } from '#app/domain/event/sale.ts';
import { mayWait, takesWaiters } from '#app/domain/waiting/offers.ts';
import { type Actor, roleOf } from '#app/domain/people/actor.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, orRightLost } from '#app/platform/http/guards/staff.server.ts';
import { notifyRecipientsOfWithdrawal } from '#app/features/tickets/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { eventCalendar } from '#app/design/ticket-rendering/event-calendar.server.ts';
import { CALENDAR_FIELDS, type EventDetail, type EventSummary, ORDERING_FIELDS, VISIBLE_CHOICE_FIELDS, VISIBLE_DISH_FIELDS, VISIBLE_EVENT_FIELDS, VISIBLE_SECTION_FIELDS, type VisibleMenu } from './schema.ts';
import {
  type EventFactsRow,
  type EventFilter,
  type EventWithMenu,
  isWithdrawn,
  lockEventAndSales,
  markWithdrawn,
  selectCreation,
  selectEvents,
  selectEventsWithMenus,
  selectEventWithMenu,
} from './store.server.ts';

/** Past events stay listed for a week, as closed. */
const DAYS_LISTED_AFTERWARDS = 7;

const WAIT_INSTEAD = "Ja no queden entrades. Apunta't amb «Avisa'm»: quan quede lloc per a tot el teu grup, t'escrivim i te'l guardem unes hores.";

const WITHOUT_TICKETS = 'Sense entrades';

/** Of the provider and the database, which a restore compares. */
const CLOCKS_APART_MS = 60_000;

/** Open events first, then by date (spec §2 Tickets). */
export async function listEvents(deps: Deps, actor: Actor): Promise<EventSummary[]> {
  const now = deps.clock.now();
  const [rows, site] = await Promise.all([selectEvents(deps.db.query, listedFor(actor, now)), siteOf(deps)]);
  return bySaleStatus(rows.map((row) => toSummary(row, { now, site })));
}

/** Whoever has this role may see them, by the replica. `notBefore`: a day. */
export async function listVisibleEvents(deps: Pick<Deps, 'replica'>, role: Role, notBefore: string): Promise<EventFactsRow[]> {
  return selectEvents(deps.replica.query, { visibilities: visibilitiesFor(role), notBefore });
}

export interface ListedEvent extends EventSummary {
  hasChoices: boolean;
  /** Cheapest ticket for the caller, in cents. */
  fromPrice: Cents;
  saleText: string;
  /** Sold out, with a waiting list. */
  mayWait: boolean;
}

export interface EventList {
  events: ListedEvent[];
  /** `whyNot` is null where it can be bought. */
  requested: { event: ListedEvent; whyNot: string | null } | null;
  /** In Madrid. */
  today: string;
}

/** With the caller's own prices; a requested event is included however old it is. */
export async function listPricedEvents(deps: Deps, actor: Actor, requestedId: number | null, { byAccessCode = false }: { byAccessCode?: boolean } = {}): Promise<EventList> {
  const now = deps.clock.now();
  const role = roleOf(actor);
  const [listed, site] = await Promise.all([selectEventsWithMenus(deps.db.query, listedFor(actor, now)), siteOf(deps)]);
  const requested = listed.find(({ id }) => id === requestedId) ?? (await findSeen(deps, { role, byAccessCode }, requestedId));
  const rows = requested === null || listed.includes(requested) ? listed : [...listed, requested];
  const events = rows.map((row) => {
    const menu = menuFor(role, row);
    return { ...toSummary(row, { now, site }), hasChoices: hasChoices(menu), fromPrice: cheapestTicket(menu, role), saleText: row.maxTickets === 0 ? WITHOUT_TICKETS : saleStatusText(row, now), mayWait: mayWait(row, now) };
  });
  const requestedEvent = events.find(({ id }) => id === requested?.id);
  return {
    events: bySaleStatus(events),
    requested: requested && requestedEvent ? { event: requestedEvent, whyNot: mayWait(requested, now) ? WAIT_INSTEAD : whyNotOnSale(requested, now) } : null,
    today: dayInMadrid(now),
  };
}

async function findSeen(deps: Deps, { role, byAccessCode }: { role: Role; byAccessCode: boolean }, eventId: number | null): Promise<EventWithMenu | null> {
  const event = eventId === null ? null : await findEventForSale(deps.db.query, eventId);
  return event !== null && (byAccessCode || maySee(role, event.visibility)) ? event : null;
}

function listedFor(actor: Actor, now: Date): EventFilter {
  return { visibilities: visibilitiesFor(roleOf(actor)), notBefore: addDays(dayInMadrid(now), -DAYS_LISTED_AFTERWARDS) };
}

const STATUS_ORDER = ['open', 'soldout', 'closed'] as const;

function bySaleStatus<Event extends EventSummary>(events: readonly Event[]): Event[] {
  return STATUS_ORDER.flatMap((status) => events.filter((event) => event.saleStatus === status));
}

export interface CalendarMonth {
  /** In Madrid. */
  today: string;
  month: string;
  events: CalendarEvent[];
  /** From today on, soonest first. */
  daysOnSale: string[];
}

export interface CalendarEvent
  extends Values<typeof CALENDAR_FIELDS>,
    Pick<ListedEvent, 'id' | 'picture' | 'saleStatus' | 'available' | 'hasChoices' | 'fromPrice' | 'mayWait'> {
  /** False where no ticket was ever meant to be sold. */
  hasTickets: boolean;
  /** Null where it is available or has no tickets. */
  unavailableReason: string | null;
}

/** The requested month, or the nearest one in range (spec §2 Calendar). */
export async function readCalendar(deps: Deps, actor: Actor, input: CalendarQuery): Promise<CalendarMonth> {
  const now = deps.clock.now();
  const today = dayInMadrid(now);
  const role = roleOf(actor);
  const visibilities = visibilitiesFor(role);
  const [site, coming] = await Promise.all([siteOf(deps), selectEvents(deps.db.query, { visibilities, notBefore: today, before: firstDayBeyondReach(today) })]);
  const onSale = coming.filter((row) => saleStatus(row, now) === 'open');
  const { month } = calendarView({ ...input, opensOn: onSale[0]?.date }, today);
  const rows = await selectEventsWithMenus(deps.db.query, { visibilities, notBefore: firstDayOf(month), before: firstDayOf(addMonths(month, 1)) });
  return { today, month, events: rows.map((row) => toCalendarEvent(row, { now, site, role })), daysOnSale: [...new Set(onSale.map(({ date }) => date))] };
}

function toCalendarEvent(event: EventWithMenu, { now, site, role }: { now: Date; site: SiteFacts; role: Role }): CalendarEvent {
  const { id, picture, saleStatus: status, available, unavailableReason } = toSummary(event, { now, site });
  const hasTickets = event.maxTickets !== 0;
  const menu = menuFor(role, event);
  return {
    id,
    ...recordOf(CALENDAR_FIELDS, event),
    picture,
    saleStatus: status,
    available,
    hasTickets,
    unavailableReason: hasTickets ? unavailableReason : null,
    hasChoices: hasChoices(menu),
    fromPrice: cheapestTicket(menu, role),
    mayWait: hasTickets && mayWait(event, now),
  };
}

/** At the caller's prices; null when missing or not visible to the caller. */
export async function findEvent(deps: Deps, actor: Actor, eventId: number, sight: { byAccessCode?: boolean } = {}): Promise<EventDetail | null> {
  const found = await findEventOnItsPage(deps, actor, eventId, sight);
  return found?.event ?? null;
}

export interface EventOnItsPage {
  event: EventDetail;
  version: number;
  memberMenu: Menu | null;
  saleText: string;
  takesWaiters: boolean;
  asksNeeds: boolean;
  menuAs: (role: Role) => Menu;
}

export async function findEventOnItsPage(deps: Deps, actor: Actor, eventId: number, { byAccessCode = false }: { byAccessCode?: boolean } = {}): Promise<EventOnItsPage | null> {
  const role = roleOf(actor);
  const event = await findSeen(deps, { role, byAccessCode }, eventId);
  if (event === null) return null;
  const menu = menuFor(role, event);
  const now = deps.clock.now();
  const detail = {
    ...toSummary(event, { now, site: await siteOf(deps) }),
    sections: menu.sections,
    options: menu.options,
    ...recordOf(ORDERING_FIELDS, event),
  };
  const { version } = event;
  return { event: detail, version, memberMenu: actor.kind === 'guest' ? menuFor('socio', event) : null, saleText: saleStatusText(event, now), takesWaiters: takesWaiters(event, now), asksNeeds: event.asksNeeds, menuAs: (other) => menuFor(other, event) };
}

export async function calendarOfEvent(deps: Deps, actor: Actor, eventId: number, { byAccessCode }: { byAccessCode: boolean }): Promise<string | null> {
  const event = await findSeen(deps, { role: roleOf(actor), byAccessCode }, eventId);
  if (event === null) return null;
  const { id, version, title, description, date, time, endTime, location } = event;
  const { association } = await deps.settings.current();
  return eventCalendar({ association, id, version, title, description, eventDate: date, eventTime: time, eventEndTime: endTime, location, publicUrl: deps.env.publicUrl, stamp: deps.clock.now() });
}

export type { EventWithMenu };

/** Uncached: sales are decided on it. */
export async function findEventForSale(query: Query, eventId: number): Promise<EventWithMenu | null> {
  return selectEventWithMenu(query, eventId);
}

/** After a restore the number of an event that was lost is given to another. */
export async function wasOnSaleAt(query: Query, eventId: number, at: Date): Promise<boolean> {
  const createdAt = await selectCreation(query, eventId);
  return createdAt !== null && createdAt.getTime() <= at.getTime() + CLOCKS_APART_MS;
}

/** Payments that arrive from now on are refunded at once (`domain/order/settling.ts`), earlier ones in the background. `already`: nothing changes. */
export async function withdrawEvent(deps: Deps, admin: AdminId, eventId: number, alongside?: (tx: Tx, now: Date) => Promise<unknown>): Promise<'done' | 'already' | 'not_found' | 'right_lost'> {
  const outcome = await asStaff(deps, { staff: admin, right: 'admin' }, async (tx): Promise<'done' | 'already' | 'not_found'> => {
    await lockEventAndSales(tx, eventId);
    // Taken under the locks: earlier settlements and sales precede this instant.
    const now = deps.clock.now();
    if (!(await markWithdrawn(tx, eventId, { by: admin, now }))) return (await isWithdrawn(tx, eventId)) ? 'already' : 'not_found';
    await writeAudit(tx, { at: now, actor: `user:${admin}`, action: 'event.withdrawn', subject: 'event', subjectId: String(eventId) });
    await alongside?.(tx, now);
    await notifyRecipientsOfWithdrawal(deps, tx, { eventId, now });
    await deps.checkpoint('before-withdrawal-commit');
    return 'done';
  });
  return orRightLost(outcome);
}

export function menuFor(role: Role, event: EventWithMenu): VisibleMenu & { referencePrice: Cents } {
  return {
    referencePrice: cents(event.price),
    sections: event.sections.map((section) => ({
      id: section.id,
      ...recordOf(VISIBLE_SECTION_FIELDS, section),
      items: section.items.map((dish) => ({ id: dish.id, ...recordOf(VISIBLE_DISH_FIELDS, dish), price: priceFor(role, dish), remaining: remainingPlaces(dish) })),
    })),
    options: event.options.map((option) => ({ id: option.id, ...recordOf(VISIBLE_CHOICE_FIELDS, option), price: priceFor(role, option) })),
  };
}

function remainingPlaces({ places, taken }: EventWithMenu['sections'][number]['items'][number]): number | null {
  return places === null ? null : Math.max(0, places - (taken ?? 0));
}

interface SiteFacts {
  publicUrl: URL;
  revision: number;
}

async function siteOf(deps: Deps): Promise<SiteFacts> {
  return { publicUrl: deps.env.publicUrl, revision: (await deps.settings.current()).association.revision };
}

function toSummary(event: EventFactsRow, { now, site }: { now: Date; site: SiteFacts }): EventSummary {
  const status = saleStatus(event, now);
  const text = saleStatusText(event, now);
  return {
    id: event.id,
    ...recordOf(VISIBLE_EVENT_FIELDS, event),
    dateText: formatDate(event.date),
    picture: new URL(picturePath(event, { size: 'page', revision: site.revision }), site.publicUrl).href,
    saleStatus: status,
    available: status === 'open',
    unavailableReason: status === 'open' ? null : text,
    remaining: remainingTickets(event),
  };
}
