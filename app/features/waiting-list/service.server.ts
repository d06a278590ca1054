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
import { confirmEntry, countBefore, endEntry, hasVerifiedAddress, insertEntry, type ListEvent, lockStock, type PartyRow, renewRequest, selectListEvent, selectLiveEntry, selectEntry } from './store.server.ts';

export { offerOpenedBy } from './link.server.ts';

/** What somebody who may see an event can do about its list. */
export interface JoinableEvent {
  event: ListEvent;
  /** `open`: there are places to buy. `over`: neither places nor a list. */
  state: 'joinable' | 'open' | 'over';
  /** The page of the party that this account has there already. */
  ownCode: string | null;
}

/** Null for what the caller may not see. */
export async function readJoinableEvent(deps: Deps, actor: Actor, eventId: number): Promise<JoinableEvent | null> {
  const event = await selectListEvent(deps.db.query, eventId);
  if (event === null || event.archivedAt !== null || !maySee(roleOf(actor), event.visibility)) return null;
  const now = deps.clock.now();
  const state = mayWait(event, now) ? 'joinable' : saleStatus(event, now) === 'open' ? 'open' : 'over';
  const own = actor.kind === 'user' ? await selectLiveEntry(deps.db.query, { eventId, email: actor.email }) : null;
  const isOwn = own !== null && own.status !== 'unconfirmed' && (await hasVerifiedAddress(deps.db.query, actor));
  return { event, state, ownCode: isOwn ? entryCode(deps, own.id) : null };
}

export type JoinOutcome = { outcome: 'mailed' } | { outcome: 'joined' | 'already'; code: string } | { outcome: 'not_joinable' };

/**
 * Asks for a place in the list. An account whose address is confirmed is on it at once; everybody else gets a mail, and the same
 * answer whether the address waits already or not, so that nobody learns who waits.
 */
export async function joinWaitingList(deps: Deps, actor: Actor, request: { eventId: number; places: number; email: string; network: string; limits: RateLimits }): Promise<JoinOutcome> {
  const { eventId, places, email, limits } = request;
  const isKnown = await hasVerifiedAddress(deps.db.query, actor);
  if (!isKnown) {
    const waits = await Promise.all([limits.take('waiting_list_mail_of_address', request.network), limits.take('waiting_list_mail_of_email', email.toLowerCase())]);
    if (waits.some((wait) => wait !== null)) return { outcome: 'mailed' };
  }
  return deps.db.inTransaction(async (tx): Promise<JoinOutcome> => {
    await lockStock(tx, eventId);
    const event = await selectListEvent(tx, eventId);
    const now = deps.clock.now();
    if (event === null || event.archivedAt !== null || !maySee(roleOf(actor), event.visibility) || !mayWait(event, now)) return { outcome: 'not_joinable' };
    const known = await selectLiveEntry(tx, { eventId, email });
    const party = known ?? { id: deps.ids.uuid(), email, status: 'unconfirmed' as const };
    if (known === null) await insertEntry(tx, { id: party.id, eventId, email, places, now });
    else await renewRequest(tx, party.id, { places, now });
    if (party.status !== 'unconfirmed') {
      if (!isKnown) await notifyEntry(deps, tx, { party, mail: { about: party.status === 'offered' ? 'offer' : 'joined' }, now });
      return isKnown ? { outcome: 'already', code: entryCode(deps, party.id) } : { outcome: 'mailed' };
    }
    if (!isKnown) {
      await notifyEntry(deps, tx, { party, mail: { about: 'confirm' }, now });
      return { outcome: 'mailed' };
    }
    await enterList(deps, tx, { party, eventId, now });
    return { outcome: 'joined', code: entryCode(deps, party.id) };
  });
}

export type ConfirmOutcome = 'done' | 'over' | 'not_found';

/** Whoever has the mail has the address. The same link again changes nothing. */
export async function confirmPlace(deps: Deps, code: string): Promise<ConfirmOutcome> {
  return withEntry(deps, code, async (tx, { party, event, now }) => {
    if (party.status !== 'unconfirmed') return 'done';
    if (event.archivedAt !== null || !event.waitingList || !['open', 'soldout'].includes(saleStatus(event, now))) return 'over';
    await enterList(deps, tx, { party, eventId: event.id, now });
    return 'done';
  });
}

/** What was offered goes to the next. */
export async function leaveList(deps: Deps, code: string): Promise<ConfirmOutcome> {
  return withEntry(deps, code, async (tx, { party, event, now }) => {
    if (!(await endEntry(tx, party.id, { status: 'left', now }))) return 'done';
    await writeAudit(tx, { at: now, actor: 'link bearer', action: 'waiting_party.left', subject: 'waiting_party', subjectId: party.id });
    await offerFreePlaces(deps, tx, event.id);
    return 'done';
  });
}

/** A party as its own page shows it. */
export interface OwnEntry {
  id: string;
  status: WaitlistStatus;
  places: number;
  event: ListEvent;
  /** While it waits: how many are served before, itself included. */
  place: number | null;
  /** While it stands. */
  offer: StandingOffer | null;
  /** Where one can buy, or ask again. */
  saleState: JoinableEvent['state'];
}

export interface StandingOffer {
  places: number;
  expiresAt: Date;
  secondsLeft: number;
}

/** Null for a link that we did not write. */
export async function readOwnEntry(deps: Deps, code: string): Promise<OwnEntry | null> {
  const id = entryIdIn(deps, code);
  const party = id === null ? null : await selectEntry(deps.db.query, id);
  const event = party && (await selectListEvent(deps.db.query, party.eventId));
  if (!party || !event) return null;
  const now = deps.clock.now();
  const offer = standing(party, now);
  // Its job comes within seconds.
  const status = party.status === 'offered' && offer === null ? 'expired' : party.status;
  const saleState = event.archivedAt !== null ? 'over' : mayWait(event, now) ? 'joinable' : saleStatus(event, now) === 'open' ? 'open' : 'over';
  return { id: party.id, status, places: party.places, event, place: status === 'waiting' ? (await countBefore(deps.db.query, party)) + 1 : null, offer, saleState };
}

/** The offer that a browser has opened for an event, while it stands. */
export async function readStandingOffer(deps: Deps, { partyId, eventId }: { partyId: string | null; eventId: number }): Promise<StandingOffer | null> {
  const party = partyId === null ? null : await selectEntry(deps.db.query, partyId);
  return party !== null && party.eventId === eventId ? standing(party, deps.clock.now()) : null;
}

/** Where whoever comes too late with the link of an offer learns what became of it. */
export async function pageOfOpenedOffer(deps: Deps, { partyId, eventId }: { partyId: string | null; eventId: number }): Promise<string | null> {
  const party = partyId === null ? null : await selectEntry(deps.db.query, partyId);
  return party?.eventId === eventId ? `/avisam/lloc?codi=${encodeURIComponent(entryCode(deps, party.id))}` : null;
}

function standing({ status, offeredPlaces, offerExpiresAt }: PartyRow, now: Date): StandingOffer | null {
  if (status !== 'offered' || offeredPlaces === null || offerExpiresAt === null || offerExpiresAt <= now) return null;
  return { places: offeredPlaces, expiresAt: offerExpiresAt, secondsLeft: Math.ceil((offerExpiresAt.getTime() - now.getTime()) / 1000) };
}

/** To the end of the list; where places are free already, it is offered them at once. */
async function enterList(deps: Deps, tx: Tx, { party, eventId, now }: { party: Pick<PartyRow, 'id' | 'email'>; eventId: number; now: Date }): Promise<void> {
  await confirmEntry(tx, party.id, now);
  await writeAudit(tx, { at: now, actor: 'link bearer', action: 'waiting_party.joined', subject: 'waiting_party', subjectId: party.id });
  await offerFreePlaces(deps, tx, eventId);
  if ((await selectEntry(tx, party.id))?.status === 'waiting') await notifyEntry(deps, tx, { party, mail: { about: 'joined' }, now });
}

async function withEntry(deps: Deps, code: string, act: (tx: Tx, found: { party: PartyRow; event: ListEvent; now: Date }) => Promise<ConfirmOutcome>): Promise<ConfirmOutcome> {
  const id = entryIdIn(deps, code);
  const known = id === null ? null : await selectEntry(deps.db.query, id);
  if (known === null) return 'not_found';
  return deps.db.inTransaction(async (tx) => {
    await lockStock(tx, known.eventId);
    const [party, event] = [await selectEntry(tx, known.id), await selectListEvent(tx, known.eventId)];
    return party === null || event === null ? 'not_found' : act(tx, { party, event, now: deps.clock.now() });
  });
}
