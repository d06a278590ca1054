import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { isDatabaseBusy, type Tx } from '#app/platform/adapters/db/database.server.ts';
import { saleClosesAt } from '#app/domain/event/sale.ts';
import { chooseEntries, isSaleOn, offerEndsAt } from '#app/domain/waiting/offers.ts';
import type { ListEnd } from '#app/domain/waiting/group-size.ts';
import { enqueueMail } from '#app/features/mail/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { endEntry, expireOffers, type ListEvent, type LiveList, lockWaitlistStock, offerPlacesTo, type WaitlistEntry, selectListEvent, selectLiveLists, selectLiveEntries, selectWaiting } from './store.server.ts';

/** `partyId` in the mail's detail is no secret, because the link is signed. */
export type EntryMail = { about: 'confirm' | 'joined' | 'offer' | 'expired' | 'removed' } | { about: 'ended'; why: ListEnd };

export async function notifyEntry(deps: Deps, tx: Tx, { entry, mail, now }: { entry: Pick<WaitlistEntry, 'id' | 'email'>; mail: EntryMail; now: Date }): Promise<void> {
  await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'waiting_list', cause: 'waiting_list', orderId: null, recipient: entry.email, detail: { partyId: entry.id, ...mail }, now });
}

/** The caller holds the stock row; returns how many entries were offered places. */
export async function offerFreePlaces(deps: Deps, tx: Tx, eventId: number): Promise<number> {
  const now = deps.clock.now();
  await expireOffers(tx, eventId, now);
  const [stock, event] = [await lockWaitlistStock(tx, eventId), await selectListEvent(tx, eventId)];
  if (stock === null || event === null || event.archivedAt !== null || !isSaleOn(event, now)) return 0;
  const free = stock.maxTickets === null ? null : Math.max(0, stock.maxTickets - stock.taken);
  if (stock.partiesWaiting === 0 || free === 0) return 0;
  const chosen = chooseEntries(await selectWaiting(tx, eventId), { free, smallerPass: event.smallerPass });
  for (const entry of chosen) await offerTo(deps, tx, { entry, event, now });
  return chosen.length;
}

export async function offerTo(deps: Deps, tx: Tx, { entry, event, now }: { entry: WaitlistEntry; event: ListEvent; now: Date }): Promise<void> {
  await offerPlacesTo(tx, entry.id, { now, until: offerEndsAt(event, now) });
  await writeAudit(tx, { at: now, actor: 'waiting list', action: 'waiting_offer.made', subject: 'waiting_party', subjectId: entry.id, detail: { places: entry.places } });
  await notifyEntry(deps, tx, { entry, mail: { about: 'offer' }, now });
}

/** Unconfirmed entries get no mail. The caller holds the stock row. */
export async function endList(deps: Deps, tx: Tx, { eventId, why }: { eventId: number; why: ListEnd }): Promise<number> {
  const now = deps.clock.now();
  const entries = await selectLiveEntries(tx, eventId);
  for (const entry of entries) {
    await endEntry(tx, entry.id, { status: 'ended', now });
    if (entry.status !== 'unconfirmed') await notifyEntry(deps, tx, { entry, mail: { about: 'ended', why }, now });
  }
  await writeAudit(tx, { at: now, actor: 'waiting list', action: 'waiting_list.ended', subject: 'event', subjectId: String(eventId), detail: { why, parties: entries.length } });
  return entries.length;
}

/** Any number of processes may call it at once: each list is processed under its stock's lock. */
export async function processWaitingLists(deps: Deps, ending: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  for (const list of await selectLiveLists(deps.db.query, now)) {
    if (ending.aborted) return;
    if (listEnd(list, now) === null && !list.hasOverdueOffer && !hasFreePlaces(list)) continue;
    try {
      await deps.db.inTransaction((tx) => processList(deps, tx, list.id));
    } catch (error) {
      if (isDatabaseBusy(error)) throw error;
      deps.log.error({ err: error, event: list.id }, 'the waiting list of an event was not tended');
    }
  }
}

async function processList(deps: Deps, tx: Tx, eventId: number): Promise<void> {
  await lockWaitlistStock(tx, eventId);
  const event = await selectListEvent(tx, eventId);
  const why = event && listEnd(event, deps.clock.now());
  if (why === null) await offerFreePlaces(deps, tx, eventId);
  else await endList(deps, tx, { eventId, why });
}

function hasFreePlaces({ partiesWaiting, setAside, maxTickets }: LiveList): boolean {
  return partiesWaiting > 0 && (setAside > 0 || maxTickets === null);
}

function listEnd(event: ListEvent, now: Date): ListEnd | null {
  if (event.withdrawnAt !== null) return 'withdrawn';
  if (event.archivedAt !== null) return 'archived';
  return now.getTime() >= saleClosesAt(event) ? 'sale_over' : null;
}
