import { writeCsv } from 'hucre/csv';

import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { saleClosesAt } from '#app/domain/event/sale.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { isSaleOn } from '#app/domain/waiting/offers.ts';
import type { WaitlistStatus } from '#app/domain/waiting/group-size.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, orRightLost, type StaffWork } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { endList, offerFreePlaces, offerTo, notifyEntry } from '../queue.server.ts';
import { endEntry, type ListEvent, lockWaitlistStock, selectListEvent, selectEntry, setSmallerPass } from '../store.server.ts';
import { type ListedEntry, type ListRow, selectLists, selectEntriesOfList, selectStuckLists, type Tally, tallyEntries } from './store.server.ts';
import { ENTRY_WORDS } from './entry-words.ts';

export type { ListedEntry, ListRow };

const LISTED_DAYS = 30;
const ENTRIES_LISTED = 500;
/** More than any hall holds. */
const ENTRIES_EXPORTED = 20_000;

export async function listWaitingLists(deps: Deps, _admin: AdminId): Promise<ListRow[]> {
  return selectLists(deps.db.query, addDays(dayInMadrid(deps.clock.now()), -LISTED_DAYS));
}

export interface WaitingList {
  event: ListEvent;
  isSaleOn: boolean;
  tally: Record<WaitlistStatus, Omit<Tally, 'status'>>;
  entries: ListedEntry[];
}

/** Null for an unknown event. */
export async function readWaitingList(deps: Deps, _admin: AdminId, eventId: number): Promise<WaitingList | null> {
  const event = await selectListEvent(deps.db.query, eventId);
  if (event === null) return null;
  const [rows, entries] = await Promise.all([tallyEntries(deps.db.query, eventId), selectEntriesOfList(deps.db.query, eventId, ENTRIES_LISTED)]);
  const none = { entries: 0, places: 0 };
  const tally: WaitingList['tally'] = { unconfirmed: none, waiting: none, offered: none, taken: none, expired: none, left: none, removed: none, ended: none };
  for (const { status, ...counted } of rows) tally[status] = counted;
  return { event, isSaleOn: event.archivedAt === null && isSaleOn(event, deps.clock.now()), tally, entries };
}

export type ListActionOutcome = 'done' | 'not_found' | 'gone' | 'too_few' | 'right_lost';

/** Whether smaller entries that fit may pass a larger one. */
export async function letSmallerPass(deps: Deps, admin: AdminId, { eventId, may }: { eventId: number; may: boolean }): Promise<ListActionOutcome> {
  return manageList(deps, admin, eventId, async (tx, { audit }) => {
    await setSmallerPass(tx, eventId, may);
    await audit({ action: 'waiting_list.steered', subject: 'event', subjectId: String(eventId), detail: { smallerPass: may } });
    await offerFreePlaces(deps, tx, eventId);
    return 'done';
  });
}

/** Out of turn, where it fits into the places set aside. */
export async function offerNow(deps: Deps, admin: AdminId, which: { eventId: number; entryId: string }): Promise<ListActionOutcome> {
  return manageList(deps, admin, which.eventId, async (tx, { audit, now }, event) => {
    const [entry, stock] = [await entryOf(tx, which), await lockWaitlistStock(tx, event.id)];
    if (entry?.status !== 'waiting' || stock === null || event.archivedAt !== null || !isSaleOn(event, now)) return 'gone';
    if (stock.maxTickets !== null && stock.maxTickets - stock.taken < entry.places) return 'too_few';
    await audit({ action: 'waiting_offer.preferred', subject: 'waiting_party', subjectId: entry.id });
    await offerTo(deps, tx, { entry, event, now });
    return 'done';
  });
}

export async function removeEntry(deps: Deps, admin: AdminId, which: { eventId: number; entryId: string }): Promise<ListActionOutcome> {
  return manageList(deps, admin, which.eventId, async (tx, { audit, now }) => {
    const entry = await entryOf(tx, which);
    if (entry === null || !(await endEntry(tx, entry.id, { status: 'removed', now }))) return 'gone';
    await audit({ action: 'waiting_party.removed', subject: 'waiting_party', subjectId: entry.id });
    await notifyEntry(deps, tx, { entry, mail: { about: 'removed' }, now });
    await offerFreePlaces(deps, tx, which.eventId);
    return 'done';
  });
}

/** Everybody is notified; set-aside and offered places go back on sale. */
export async function closeList(deps: Deps, admin: AdminId, eventId: number): Promise<ListActionOutcome> {
  return manageList(deps, admin, eventId, async (tx, { audit }) => {
    await audit({ action: 'waiting_list.closed', subject: 'event', subjectId: String(eventId) });
    await endList(deps, tx, { eventId, why: 'closed' });
    return 'done';
  });
}

/** Null for an unknown event. */
export async function exportWaitingList(deps: Deps, admin: AdminId, eventId: number): Promise<{ name: string; csv: string } | null> {
  const event = await selectListEvent(deps.db.query, eventId);
  if (event === null) return null;
  const entries = await selectEntriesOfList(deps.db.query, eventId, ENTRIES_EXPORTED);
  await writeAudit(deps.db.query, { at: deps.clock.now(), actor: `user:${admin}`, action: 'event.exported', subject: 'event', subjectId: String(eventId), detail: { kind: 'waiting_list', format: 'csv' } });
  const at = (instant: Date | null): string | null => (instant === null ? null : instantText(instant.toISOString()));
  const rows = entries.map((entry) => [ENTRY_WORDS[entry.status].text, entry.places, entry.email, at(entry.confirmedAt), at(entry.offeredAt), at(entry.offerExpiresAt), entry.orderNumber]);
  const header = ['Estat', 'Persones', 'Correu', 'Apuntat', 'Oferta', 'Fins a', 'Comanda'];
  return { name: `llista d'espera ${event.title}.csv`, csv: writeCsv([header, ...rows], { delimiter: ';', bom: true, escapeFormulae: true }) };
}

const SOON_MS = 48 * 60 * 60_000;

/** Lists that need an admin before their sale ends. */
export async function countStuckLists(deps: Deps): Promise<number> {
  const now = deps.clock.now().getTime();
  return (await selectStuckLists(deps.db.query)).filter((list) => {
    const left = saleClosesAt(list) - now;
    return left > 0 && left <= SOON_MS;
  }).length;
}

async function entryOf(tx: Tx, { eventId, entryId }: { eventId: number; entryId: string }) {
  const entry = isUuid(entryId) ? await selectEntry(tx, entryId) : null;
  return entry?.eventId === eventId ? entry : null;
}

async function manageList(deps: Deps, admin: AdminId, eventId: number, act: (tx: Tx, work: StaffWork, event: ListEvent) => Promise<Exclude<ListActionOutcome, 'right_lost'>>): Promise<ListActionOutcome> {
  const outcome = await asStaff(deps, { staff: admin, right: 'admin' }, async (tx, work): Promise<Exclude<ListActionOutcome, 'right_lost'>> => {
    if ((await lockWaitlistStock(tx, eventId)) === null) return 'not_found';
    const event = await selectListEvent(tx, eventId);
    return event === null ? 'not_found' : act(tx, work, event);
  });
  return orRightLost(outcome);
}
