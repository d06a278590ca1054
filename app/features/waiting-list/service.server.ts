import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { type Actor, roleOf } from '#app/domain/people/actor.ts';
import { maySee } from '#app/domain/people/roles.ts';
import { saleStatus } from '#app/domain/event/sale.ts';
import { mayWait } from '#app/domain/waiting/offers.ts';
import type { WaitlistStatus } from '#app/domain/waiting/group-size.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { entryCode, entryIdIn } from './link.server.ts';
import { offerFreePlaces, notifyEntry } from './queue.server.ts';
import { confirmEntry, countBefore, endEntry, hasGivenUpOrder, hasVerifiedAddress, insertEntry, type ListEvent, lockWaitlistStock, type WaitlistEntry, renewRequest, selectListEvent, selectLiveEntry, selectEntry } from './store.server.ts';

export { offerOpenedBy } from './link.server.ts';

export interface JoinableEvent {
  event: ListEvent;
  /** `open`: places are on sale. `over`: neither places nor a list. */
  state: 'joinable' | 'open' | 'over';
  /** Of the account's own entry. */
  ownCode: string | null;
}

/** Null for an event that the caller may not see. */
export async function readJoinableEvent(deps: Deps, actor: Actor, eventId: number, { byAccessCode = false }: { byAccessCode?: boolean } = {}): Promise<JoinableEvent | null> {
  const event = await selectListEvent(deps.db.query, eventId);
  if (event === null || event.archivedAt !== null || !(byAccessCode || maySee(roleOf(actor), event.visibility))) return null;
  const now = deps.clock.now();
  const state = mayWait(event, now) ? 'joinable' : saleStatus(event, now) === 'open' ? 'open' : 'over';
  const own = actor.kind === 'user' ? await selectLiveEntry(deps.db.query, { eventId, email: actor.email }) : null;
  const isOwn = own !== null && own.status !== 'unconfirmed' && (await hasVerifiedAddress(deps.db.query, actor));
  return { event, state, ownCode: isOwn ? entryCode(deps, own.id) : null };
}

export type JoinOutcome = { outcome: 'mailed' } | { outcome: 'joined' | 'already'; code: string } | { outcome: 'not_joinable' };

/** A verified account joins at once by its own address; everybody else gets a mail, and the same answer whether or not the address is on the list. */
export async function joinWaitingList(deps: Deps, actor: Actor, request: { eventId: number; byAccessCode?: boolean; places: number; guestEmail: string; network: string; limits: RateLimits }): Promise<JoinOutcome> {
  const { eventId, byAccessCode = false, places, limits } = request;
  const email = actor.kind === 'user' ? actor.email : request.guestEmail;
  const isKnown = await hasVerifiedAddress(deps.db.query, actor);
  if (!isKnown) {
    const waits = await Promise.all([limits.take('waiting_list_mail_of_address', request.network), limits.take('waiting_list_mail_of_email', email.toLowerCase())]);
    if (waits.some((wait) => wait !== null)) return { outcome: 'mailed' };
  }
  return deps.db.inTransaction(async (tx): Promise<JoinOutcome> => {
    await lockWaitlistStock(tx, eventId);
    const event = await selectListEvent(tx, eventId);
    const now = deps.clock.now();
    if (event === null || event.archivedAt !== null || !(byAccessCode || maySee(roleOf(actor), event.visibility)) || !mayWait(event, now)) return { outcome: 'not_joinable' };
    const known = await selectLiveEntry(tx, { eventId, email });
    const entry = known ?? { id: deps.ids.uuid(), email, status: 'unconfirmed' as const };
    if (known === null) await insertEntry(tx, { id: entry.id, eventId, email, places, now });
    else await renewRequest(tx, entry.id, { places, now });
    if (entry.status !== 'unconfirmed') {
      if (!isKnown) await notifyEntry(deps, tx, { entry, mail: { about: entry.status === 'offered' ? 'offer' : 'joined' }, now });
      return isKnown ? { outcome: 'already', code: entryCode(deps, entry.id) } : { outcome: 'mailed' };
    }
    if (!isKnown) {
      await notifyEntry(deps, tx, { entry, mail: { about: 'confirm' }, now });
      return { outcome: 'mailed' };
    }
    await enterList(deps, tx, { entry, eventId, by: actor.kind === 'user' ? `user:${actor.userId}` : 'link bearer', now });
    return { outcome: 'joined', code: entryCode(deps, entry.id) };
  });
}

export type ConfirmOutcome = 'done' | 'over' | 'not_found';

/** The mailed link proves the address. Idempotent. */
export async function confirmPlace(deps: Deps, code: string): Promise<ConfirmOutcome> {
  return withEntry(deps, code, async (tx, { entry, event, now }) => {
    if (entry.status !== 'unconfirmed') return 'done';
    if (event.archivedAt !== null || !event.waitingList || !['open', 'soldout'].includes(saleStatus(event, now))) return 'over';
    await enterList(deps, tx, { entry, eventId: event.id, by: 'link bearer', now });
    return 'done';
  });
}

export async function leaveList(deps: Deps, code: string): Promise<ConfirmOutcome> {
  return withEntry(deps, code, async (tx, { entry, event, now }) => {
    if (!(await endEntry(tx, entry.id, { status: 'left', now }))) return 'done';
    await writeAudit(tx, { at: now, actor: 'link bearer', action: 'waiting_party.left', subject: 'waiting_party', subjectId: entry.id });
    await offerFreePlaces(deps, tx, event.id);
    return 'done';
  });
}

export interface OwnEntry {
  id: string;
  status: WaitlistStatus;
  places: number;
  event: ListEvent;
  /** Position in the queue from 1; only while it waits. */
  position: number | null;
  offer: StandingOffer | null;
  saleState: JoinableEvent['state'];
}

export interface StandingOffer {
  places: number;
  expiresAt: Date;
  secondsLeft: number;
}

/** Null for an invalid link. */
export async function readOwnEntry(deps: Deps, code: string): Promise<OwnEntry | null> {
  const id = entryIdIn(deps, code);
  const entry = id === null ? null : await selectEntry(deps.db.query, id);
  const event = entry && (await selectListEvent(deps.db.query, entry.eventId));
  if (!entry || !event) return null;
  const now = deps.clock.now();
  const offer = standing(entry, now);
  // Shown as expired at once, although the job marks it some seconds later; so is one whose order was given up too late to stand again.
  const isExpired = entry.status === 'taken' ? await hasGivenUpOrder(deps.db.query, entry.id) : entry.status === 'offered' && offer === null;
  const status = isExpired ? 'expired' : entry.status;
  const saleState = event.archivedAt !== null ? 'over' : mayWait(event, now) ? 'joinable' : saleStatus(event, now) === 'open' ? 'open' : 'over';
  return { id: entry.id, status, places: entry.places, event, position: status === 'waiting' ? (await countBefore(deps.db.query, entry)) + 1 : null, offer, saleState };
}

export async function readStandingOffer(deps: Deps, { entryId, eventId }: { entryId: string | null; eventId: number }): Promise<StandingOffer | null> {
  const entry = entryId === null ? null : await selectEntry(deps.db.query, entryId);
  return entry !== null && entry.eventId === eventId ? standing(entry, deps.clock.now()) : null;
}

/** The page that explains what became of an expired offer. */
export async function pageOfOpenedOffer(deps: Deps, { entryId, eventId }: { entryId: string | null; eventId: number }): Promise<string | null> {
  const entry = entryId === null ? null : await selectEntry(deps.db.query, entryId);
  return entry?.eventId === eventId ? `/avisam/lloc?codi=${encodeURIComponent(entryCode(deps, entry.id))}` : null;
}

function standing({ status, offeredPlaces, offerExpiresAt }: WaitlistEntry, now: Date): StandingOffer | null {
  if (status !== 'offered' || offeredPlaces === null || offerExpiresAt === null || offerExpiresAt <= now) return null;
  return { places: offeredPlaces, expiresAt: offerExpiresAt, secondsLeft: Math.ceil((offerExpiresAt.getTime() - now.getTime()) / 1000) };
}

/** Appends to the queue; free places are offered at once. */
async function enterList(deps: Deps, tx: Tx, { entry, eventId, by, now }: { entry: Pick<WaitlistEntry, 'id' | 'email'>; eventId: number; by: string; now: Date }): Promise<void> {
  await confirmEntry(tx, entry.id, now);
  await writeAudit(tx, { at: now, actor: by, action: 'waiting_party.joined', subject: 'waiting_party', subjectId: entry.id });
  await offerFreePlaces(deps, tx, eventId);
  if ((await selectEntry(tx, entry.id))?.status === 'waiting') await notifyEntry(deps, tx, { entry, mail: { about: 'joined' }, now });
}

async function withEntry(deps: Deps, code: string, act: (tx: Tx, found: { entry: WaitlistEntry; event: ListEvent; now: Date }) => Promise<ConfirmOutcome>): Promise<ConfirmOutcome> {
  const id = entryIdIn(deps, code);
  const known = id === null ? null : await selectEntry(deps.db.query, id);
  if (known === null) return 'not_found';
  return deps.db.inTransaction(async (tx) => {
    await lockWaitlistStock(tx, known.eventId);
    const [entry, event] = [await selectEntry(tx, known.id), await selectListEvent(tx, known.eventId)];
    return entry === null || event === null ? 'not_found' : act(tx, { entry, event, now: deps.clock.now() });
  });
}
