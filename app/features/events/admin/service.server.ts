import { withIdempotency, type KeyReused } from '#app/platform/adapters/db/idempotency.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { recordOf } from '#app/platform/adapters/db/record-columns.server.ts';
import { comingFirst } from '#app/domain/time/coming-first.ts';
import { eventProblems } from '#app/domain/event/event-draft.ts';
import { newDoubts } from '#app/domain/event/doubts/event-doubts.ts';
import { EVENT_FIELDS, type EventDraft } from '#app/domain/event/event-fields.ts';
import { IMAGE_GONE } from '#app/domain/files/file-refusal.ts';
import { changedDishes } from '#app/domain/food/changed-dishes.ts';
import { CHOICE_FIELDS, DISH_FIELDS, type MenuDraft, menuProblems } from '#app/domain/event/menu-fields.ts';
import type { Problems } from '#app/domain/fields/field.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { type EventNotice, notifyEventChanged } from '#app/features/tickets/service.server.ts';
import { notifyChangedDishes } from '#app/features/needs/service.server.ts';
import { copyShifts } from '#app/features/shifts/service.server.ts';
import { putPicture } from '#app/features/uploaded-pictures/service.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, type RightLost, type StaffWork } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { type EventWithMenu, lockEventAndSales, selectEventWithMenu } from '../store.server.ts';
import type { EditedEvent } from './schema.ts';
import {
  archive,
  bumpVersion,
  type EventName,
  hasOrders,
  insertEvent,
  lockEventStock,
  lockVersion,
  type SavedMenu,
  selectEventNames,
  selectMenuIds,
  selectTwin,
  updateEvent,
  updateLimit,
  writeMenu,
} from './store.server.ts';

/** A repeated key returns the first outcome without repeating the change. */
interface Keyed {
  idempotencyKey?: string | null;
}

type Invalid = { outcome: 'invalid'; problems: Problems };

/** Upcoming ones first, the next at the top, then past ones. */
export async function listEventNames(deps: Deps): Promise<EventName[]> {
  return comingFirst(await selectEventNames(deps.db.query), dayInMadrid(deps.clock.now()));
}

export async function findEditedEvent(deps: Deps, eventId: number): Promise<EditedEvent | null> {
  const event = await selectEventWithMenu(deps.db.query, eventId);
  return event && editedEvent(event);
}

/** What a person is asked about before it is saved; programs are taken at their word. */
export async function doubtsAbout(deps: Deps, { draft, saved }: { draft: EventDraft; saved: EditedEvent | null }): Promise<string[]> {
  const doubts = newDoubts(draft, { saved, today: dayInMadrid(deps.clock.now()) });
  const isMoved = saved === null || saved.title !== draft.title || saved.date !== draft.date || saved.time !== draft.time;
  const hasTwin = isMoved && (await selectTwin(deps.db.query, draft, saved?.id ?? null));
  return hasTwin ? [...doubts, 'Ja hi ha un acte amb este títol, este dia i esta hora.'] : doubts;
}

export interface NewEvent extends Keyed {
  draft: EventDraft;
  menu: MenuDraft;
  /** Id of the event that it was copied from. */
  copiedFrom?: number | null;
  /** Id of an uploaded picture. */
  pictureFileId?: string | null;
}

/** `shifts`: how many were copied with it. */
export type CreateEventOutcome = { outcome: 'done'; id: number; version: number; shifts: number } | Invalid | KeyReused | RightLost;

class PictureIsGone extends Error {}

export async function createEvent(deps: Deps, admin: AdminId, { draft, menu, copiedFrom = null, pictureFileId = null, idempotencyKey = null }: NewEvent): Promise<CreateEventOutcome> {
  const problems = { ...eventProblems(draft), ...menuProblems(menu) };
  if (Object.keys(problems).length > 0) return { outcome: 'invalid', problems };
  const created = asStaff(deps, { staff: admin, right: 'admin' }, (tx, work) =>
    withIdempotency(tx, { key: idempotencyKey, scope: 'event', request: ['create', admin, draft, menu], now: work.now }, async () => {
      const id = await insertEvent(tx, draft, { copiedFrom, now: work.now });
      await writeMenu(tx, id, { menu: withIds(deps, menu, new Set()), now: work.now });
      if (pictureFileId !== null && !(await putPicture(tx, { eventId: id, fileId: pictureFileId, by: admin, now: work.now }))) throw new PictureIsGone();
      const shifts = copiedFrom === null ? 0 : await copyShifts(tx, deps, { from: copiedFrom, to: id, now: work.now });
      await work.audit({ action: 'event.created', subject: 'event', subjectId: String(id), ...(shifts > 0 && { detail: { copiedFrom, shifts } }) });
      return { outcome: 'done' as const, id, version: 1, shifts };
    }),
  );
  return created.catch((thrown: unknown) => {
    if (thrown instanceof PictureIsGone) return { outcome: 'invalid' as const, problems: { pictureFileId: IMAGE_GONE } };
    throw thrown;
  });
}

/** Omitted fields stay. */
export interface EventChange extends Keyed {
  eventId: number;
  /** Version that the editor saw. */
  version: number;
  draft?: EventDraft;
  menu?: MenuDraft;
  /** Mails ticket holders if date, time or location changed. */
  notifiesHolders?: boolean;
  /** Saved in the same transaction. */
  alongside?: (tx: Tx, saved: { before: EventNotice; after: EventNotice; now: Date }) => Promise<unknown>;
}

export type SaveEventOutcome =
  | { outcome: 'done'; version: number; notified: number }
  | { outcome: 'conflict'; current: EditedEvent }
  | { outcome: 'not_found' }
  | Invalid
  | KeyReused
  | RightLost;

/** Optimistic locking: an edit of an older version is refused. */
export async function saveEvent(deps: Deps, admin: AdminId, change: EventChange): Promise<SaveEventOutcome> {
  const { draft, menu } = change;
  const problems = { ...(draft && eventProblems(draft)), ...(menu && menuProblems(menu)) };
  if (Object.keys(problems).length > 0) return { outcome: 'invalid', problems };
  return asStaff(deps, { staff: admin, right: 'admin' }, (tx, work) =>
    withIdempotency(tx, { key: change.idempotencyKey ?? null, scope: 'event', request: ['save', admin, change], now: work.now }, () => saveTx(deps, tx, { change, work })),
  );
}

async function saveTx(deps: Deps, tx: Tx, { change, work }: { change: EventChange; work: StaffWork }): Promise<Exclude<SaveEventOutcome, KeyReused | RightLost | Invalid>> {
  const { eventId, draft, menu } = change;
  const seen = await selectEventWithMenu(tx, eventId);
  if (!seen) return { outcome: 'not_found' };
  const changesLimit = draft !== undefined && draft.maxTickets !== seen.maxTickets;
  const limitsDishes = menu !== undefined && [...seen.sections, ...menu.sections].some(({ items }) => items.some(({ places }) => places !== null));
  // Whoever is paying just now is told by the edit or by the payment, whichever comes last.
  if (change.notifiesHolders === true || change.alongside !== undefined || menu !== undefined) await lockEventAndSales(tx, eventId);
  else if (changesLimit || limitsDishes) await lockEventStock(tx, eventId);
  const version = await lockVersion(tx, eventId);
  if (version === null) return { outcome: 'not_found' };
  if (version !== change.version || version !== seen.version) {
    const current = await selectEventWithMenu(tx, eventId);
    return current === null ? { outcome: 'not_found' } : { outcome: 'conflict', current: editedEvent(current) };
  }
  if (draft) await updateEvent(tx, eventId, draft);
  if (changesLimit) await updateLimit(tx, eventId, draft.maxTickets);
  if (menu) await notifyChangedDishes(deps, tx, changedDishes(seen, menu));
  if (menu) await writeMenu(tx, eventId, { menu: withIds(deps, menu, await selectMenuIds(tx, eventId)), now: work.now });
  const saved = await bumpVersion(tx, eventId, work.now);
  const before = toNoticeFacts(seen);
  const notifies = draft !== undefined && change.notifiesHolders === true;
  const notified = notifies ? await notifyEventChanged(deps, tx, { eventId, before, after: toNoticeFacts(draft) }) : 0;
  await change.alongside?.(tx, { before, after: toNoticeFacts(draft ?? seen), now: work.now });
  await work.audit({ action: 'event.changed', subject: 'event', subjectId: String(eventId), detail: { version: saved, event: draft !== undefined, menu: menu !== undefined, told: notified, ...(notifies && before) } });
  return { outcome: 'done', version: saved, notified };
}

export type RemoveEventOutcome = { outcome: 'done' } | { outcome: 'not_found' | 'has_sold_tickets' } | KeyReused | RightLost;

/** Only possible while nobody holds a ticket. */
export async function deleteEvent(deps: Deps, admin: AdminId, request: { eventId: number } & Keyed): Promise<RemoveEventOutcome> {
  return removeEvent(deps, admin, { ...request, action: 'event.deleted' });
}

/** Hidden and off sale; its tickets stay valid and nothing is refunded. */
export async function archiveEvent(deps: Deps, admin: AdminId, request: { eventId: number } & Keyed): Promise<RemoveEventOutcome> {
  return removeEvent(deps, admin, { ...request, action: 'event.archived' });
}

async function removeEvent(deps: Deps, admin: AdminId, request: { eventId: number; action: 'event.deleted' | 'event.archived' } & Keyed): Promise<RemoveEventOutcome> {
  const { eventId, action } = request;
  return asStaff<'admin', Exclude<RemoveEventOutcome, RightLost>>(deps, { staff: admin, right: 'admin' }, (tx, work) =>
    withIdempotency(tx, { key: request.idempotencyKey ?? null, scope: 'event', request: [action, admin, eventId], now: work.now }, async (): Promise<Exclude<RemoveEventOutcome, RightLost | KeyReused>> => {
      const stock = await lockEventStock(tx, eventId);
      if (stock === null || (await lockVersion(tx, eventId)) === null) return { outcome: 'not_found' };
      if (action === 'event.deleted' && (stock.sold > 0 || (await hasOrders(tx, eventId)))) return { outcome: 'has_sold_tickets' };
      await archive(tx, eventId, { isDeleted: action === 'event.deleted', now: work.now });
      await bumpVersion(tx, eventId, work.now);
      await work.audit({ action, subject: 'event', subjectId: String(eventId) });
      return { outcome: 'done' };
    }),
  );
}

/** Known ids of this event's menu stay; all others, such as those of a copied menu, are replaced. */
function withIds(deps: Deps, menu: MenuDraft, known: ReadonlySet<string>): SavedMenu {
  const used = new Set<string>();
  function idFor(id: string | null): string {
    const finalId = id !== null && known.has(id) && !used.has(id) ? id : deps.ids.uuid();
    used.add(finalId);
    return finalId;
  }
  return {
    sections: menu.sections.map((section) => ({ ...section, id: idFor(section.id), items: section.items.map((item) => ({ ...item, id: idFor(item.id) })) })),
    options: menu.options.map((option) => ({ ...option, id: idFor(option.id) })),
  };
}

function editedEvent(event: EventWithMenu): EditedEvent {
  return {
    id: event.id,
    version: event.version,
    sold: event.sold,
    ...recordOf(EVENT_FIELDS, event),
    sections: event.sections.map((section) => ({
      ...section,
      items: section.items.map((dish) => ({ id: dish.id, ...recordOf(DISH_FIELDS, withPublicPrice(dish)), taken: dish.taken })),
    })),
    options: event.options.map((option) => ({ id: option.id, ...recordOf(CHOICE_FIELDS, withPublicPrice(option)) })),
  };
}

function withPublicPrice<Row extends EventWithMenu['options'][number]>(row: Row): Row & { pricePublic: number } {
  return { ...row, pricePublic: row.pricePublic ?? row.price ?? 0 };
}

function toNoticeFacts(event: Pick<EventDraft, 'date' | 'time' | 'location'>): EventNotice {
  return { eventDate: event.date, eventTime: event.time, location: event.location };
}
