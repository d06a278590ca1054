import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Query } from '#app/platform/adapters/db/database.server.ts';
import { addMonths, calendarView, type CalendarQuery, firstDayBeyondReach, firstDayOf } from '#app/domain/event/calendar.ts';
import { addDays, formatDate } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { picturePath } from '#app/domain/event/event-picture.ts';
import { cheapestTicket, hasChoices, type Menu } from '#app/domain/event/menu.ts';
import { type Cents, cents } from '#app/domain/money.ts';
import { priceFor } from '#app/domain/event/pricing.ts';
import { maySee, type Role, visibilitiesFor } from '#app/domain/people/roles.ts';
import { remainingTickets, saleStatus, saleStatusText, whyNotOnSale } from '#app/domain/event/sale.ts';
import { mayWait, takesWaiters } from '#app/domain/waiting/offers.ts';
import { type Actor, roleOf } from '#app/domain/people/actor.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, orRightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { eventCalendar } from '#app/design/ticket-rendering/event-calendar.server.ts';
import type { EventDetail, EventSummary } from './schema.ts';
import {
  type EventFacts,
  type EventFilter,
  type EventWithMenu,
  isWithdrawn,
  lockEventAndSales,
  markWithdrawn,
  selectEvents,
  selectEventsWithMenus,
  selectEventWithMenu,
} from './store.server.ts';

/** Events of the past stay listed for a week, closed, so that nobody wonders where last Saturday went. */
const DAYS_LISTED_AFTERWARDS = 7;

const WAIT_INSTEAD = "Ja no queden entrades. Apunta't amb «Avisa'm»: quan quede lloc per a tot el teu grup, t'escrivim i te'l guardem unes hores.";

/** What the caller may see, open events first, then by date (spec §2 Tickets). */
export async function listEvents(deps: Deps, actor: Actor): Promise<EventSummary[]> {
  const now = deps.clock.now();
  const [rows, site] = await Promise.all([selectEvents(deps.db.query, listedFor(actor, now)), siteOf(deps)]);
  return bySaleStatus(rows.map((row) => summaryOf(row, { now, site })));
}

/** A listed event with what only its menu tells. */
export interface ListedEvent extends EventSummary {
  /** There is a menu, or extras, to choose from. */
  hasChoices: boolean;
  /** What the caller's cheapest ticket costs, in cents. */
  fromPrice: Cents;
  saleText: string;
  /** Sold out, with a list for whoever waits for places. */
  mayWait: boolean;
}

export interface EventList {
  events: ListedEvent[];
  /** The event that was asked for, where the caller may see it, and why it can't be bought (null: it can). */
  requested: { event: ListedEvent; whyNot: string | null } | null;
  /** In Madrid. */
  today: string;
}

/** As `listEvents`, with the caller's own prices; one that is asked for is there even when it is long over. */
export async function listPricedEvents(deps: Deps, actor: Actor, requestedId: number | null): Promise<EventList> {
  const now = deps.clock.now();
  const role = roleOf(actor);
  const [listed, site] = await Promise.all([selectEventsWithMenus(deps.db.query, listedFor(actor, now)), siteOf(deps)]);
  const requested = listed.find(({ id }) => id === requestedId) ?? (await findVisible(deps, role, requestedId));
  const rows = requested === null || listed.includes(requested) ? listed : [...listed, requested];
  const events = rows.map((row) => {
    const menu = menuFor(role, row);
    return { ...summaryOf(row, { now, site }), hasChoices: hasChoices(menu), fromPrice: cheapestTicket(menu, role), saleText: saleStatusText(row, now), mayWait: mayWait(row, now) };
  });
  return {
    events: bySaleStatus(events),
    requested: requested && { event: events.find(({ id }) => id === requested.id)!, whyNot: mayWait(requested, now) ? WAIT_INSTEAD : whyNotOnSale(requested, now) },
    today: dayInMadrid(now),
  };
}

async function findVisible(deps: Deps, role: Role, eventId: number | null): Promise<EventWithMenu | null> {
  const event = eventId === null ? null : await findEventForSale(deps.db.query, eventId);
  return event !== null && maySee(role, event.visibility) ? event : null;
}

function listedFor(actor: Actor, now: Date): EventFilter {
  return { visibilities: visibilitiesFor(roleOf(actor)), notBefore: addDays(dayInMadrid(now), -DAYS_LISTED_AFTERWARDS) };
}

const STATUS_ORDER = ['open', 'soldout', 'closed'] as const;

/** Each by date: what can be bought, what might be again, what is over. */
function bySaleStatus<Event extends EventSummary>(events: readonly Event[]): Event[] {
  return STATUS_ORDER.flatMap((status) => events.filter((event) => event.saleStatus === status));
}

/** A month of the calendar as the caller may see it. */
export interface CalendarMonth {
  /** In Madrid. */
  today: string;
  /** YYYY-MM */
  month: string;
  /** By day and time, those of days gone by as well. */
  events: CalendarEvent[];
  /** The days from today on with something on sale that the calendar can show, soonest first. */
  daysOnSale: string[];
}

export interface CalendarEvent
  extends Pick<EventSummary, 'id' | 'title' | 'date' | 'time' | 'location' | 'description' | 'image' | 'visibility' | 'available' | 'saleEndDate'> {
  /** False where not a single ticket was ever meant to be sold. */
  hasTickets: boolean;
  /** Null where there is none to tell: it is available, or has no tickets. */
  unavailableReason: string | null;
}

/** The month that is asked for, or the nearest one in reach (spec §2 Calendar). */
export async function readCalendar(deps: Deps, actor: Actor, input: CalendarQuery): Promise<CalendarMonth> {
  const now = deps.clock.now();
  const today = dayInMadrid(now);
  const visibilities = visibilitiesFor(roleOf(actor));
  const [site, coming] = await Promise.all([siteOf(deps), selectEvents(deps.db.query, { visibilities, notBefore: today, before: firstDayBeyondReach(today) })]);
  const onSale = coming.filter((row) => saleStatus(row, now) === 'open');
  const { month } = calendarView({ ...input, opensOn: onSale[0]?.date }, today);
  const rows = await selectEvents(deps.db.query, { visibilities, notBefore: firstDayOf(month), before: firstDayOf(addMonths(month, 1)) });
  return { today, month, events: rows.map((row) => calendarEventOf(row, { now, site })), daysOnSale: [...new Set(onSale.map(({ date }) => date))] };
}

function calendarEventOf(event: EventFacts, { now, site }: { now: Date; site: SiteFacts }): CalendarEvent {
  const { id, title, date, time, location, description, image, visibility, available, unavailableReason, saleEndDate } = summaryOf(event, { now, site });
  const hasTickets = event.maxTickets !== 0;
  const reason = hasTickets ? unavailableReason : null;
  return { id, title, date, time, location, description, image, visibility, available, saleEndDate, hasTickets, unavailableReason: reason };
}

/** One event with its menu at the caller's prices; null when it isn't there or isn't for the caller. */
export async function findEvent(deps: Deps, actor: Actor, eventId: number): Promise<EventDetail | null> {
  const found = await findEventOnItsPage(deps, actor, eventId);
  return found?.event ?? null;
}

export interface EventOnItsPage {
  event: EventDetail;
  version: number;
  /** What members pay, for a guest who may be one. */
  memberMenu: Menu | null;
  saleText: string;
  /** There is a list, whenever it is sold out. */
  takesWaiters: boolean;
}

export async function findEventOnItsPage(deps: Deps, actor: Actor, eventId: number): Promise<EventOnItsPage | null> {
  const role = roleOf(actor);
  const event = await findVisible(deps, role, eventId);
  if (event === null) return null;
  const menu = menuFor(role, event);
  const now = deps.clock.now();
  const detail = {
    ...summaryOf(event, { now, site: await siteOf(deps) }),
    sections: menu.sections.map((section) => ({ ...section, items: [...section.items] })),
    options: [...menu.options],
  };
  const { version } = event;
  return { event: detail, version, memberMenu: actor.kind === 'guest' ? menuFor('socio', event) : null, saleText: saleStatusText(event, now), takesWaiters: takesWaiters(event, now) };
}

/** One event for a calendar; null when it isn't there or isn't for the caller. */
export async function calendarOfEvent(deps: Deps, actor: Actor, eventId: number): Promise<string | null> {
  const event = await findVisible(deps, roleOf(actor), eventId);
  if (event === null) return null;
  const { id, version, title, description, date, time, endTime, location } = event;
  const { association } = await deps.settings.current();
  return eventCalendar({ association, id, version, title, description, eventDate: date, eventTime: time, eventEndTime: endTime, location, publicUrl: deps.env.publicUrl, stamp: deps.clock.now() });
}

export type { EventWithMenu };

/** The facts a sale is decided on, read afresh: never from a cache. */
export async function findEventForSale(query: Query, eventId: number): Promise<EventWithMenu | null> {
  return selectEventWithMenu(query, eventId);
}

/**
 * Withdraws an event: it is gone for buyers. From this moment on whatever is paid for it goes back by itself
 * (`domain/order/settling.ts`), and what was paid before goes back in the background. `already`: it was withdrawn before, and nothing changes.
 */
export async function withdrawEvent(deps: Deps, admin: AdminId, eventId: number): Promise<'done' | 'already' | 'not_found' | 'right_lost'> {
  const outcome = await asStaff(deps, { staff: admin, right: 'admin' }, async (tx): Promise<'done' | 'already' | 'not_found'> => {
    await lockEventAndSales(tx, eventId);
    // Read behind the locks: what was settled or sold before them was so before this moment.
    const now = deps.clock.now();
    if (!(await markWithdrawn(tx, eventId, { by: admin, now }))) return (await isWithdrawn(tx, eventId)) ? 'already' : 'not_found';
    await writeAudit(tx, { at: now, actor: `user:${admin}`, action: 'event.withdrawn', subject: 'event', subjectId: String(eventId) });
    await deps.checkpoint('before-withdrawal-commit');
    return 'done';
  });
  return orRightLost(outcome);
}

/** The menu at one role's prices. */
export function menuFor(role: Role, event: EventWithMenu): Menu & { referencePrice: Cents } {
  const priced = (choice: EventWithMenu['options'][number]): Menu['options'][number] => ({
    id: choice.id,
    name: choice.name,
    emoji: choice.emoji,
    price: priceFor(role, choice),
  });
  return {
    referencePrice: cents(event.price),
    sections: event.sections.map((section) => ({
      ...section,
      items: section.items.map((dish) => ({ ...priced(dish), remaining: remainingPlaces(dish) })),
    })),
    options: event.options.map(priced),
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

function summaryOf(event: EventFacts, { now, site }: { now: Date; site: SiteFacts }): EventSummary {
  const status = saleStatus(event, now);
  const text = saleStatusText(event, now);
  return {
    id: event.id,
    title: event.title,
    date: event.date,
    dateText: formatDate(event.date),
    time: event.time,
    endTime: event.endTime,
    location: event.location,
    description: event.description,
    price: event.price,
    image: event.image,
    picture: new URL(picturePath(event, { size: 'page', revision: site.revision }), site.publicUrl).href,
    visibility: event.visibility,
    saleStatus: status,
    available: status === 'open',
    unavailableReason: status === 'open' ? null : text,
    saleStart: event.saleStart?.toISOString() ?? null,
    saleEndDate: event.saleEndDate,
    maxTickets: event.maxTickets,
    remaining: remainingTickets(event),
  };
}
