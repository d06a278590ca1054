import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { DataRequestKind } from '#app/domain/people/data-request.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { asStaff, type RightLost } from '#app/platform/http/guards/staff.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { eraseBy, isErasureRefused, type Keepers, renameBy, withdrawConsentsBy } from '../erasure.server.ts';
import {
  type ComingOrder,
  countOpenDataRequests,
  eraseRequester,
  hasComeBack,
  insertDataRequest,
  type ListedDataRequest,
  markDataRequestDone,
  selectComingTickets,
  selectDataRequest,
  selectDataRequests,
  selectWaitingClosings,
} from './store.server.ts';

/** Of an address that the deed's person has confirmed, or that an admin answers for. */
interface RequestSource {
  email: string;
  by: { via: 'account'; userId: string } | { via: 'link' } | { via: 'admin'; admin: AdminId };
}

export type DataDeed = RequestSource & ({ kind: 'show' | 'download' | 'withdraw_consent' | 'close' } | { kind: 'rename'; name: string } | { kind: 'other'; words: string });

export type DeedOutcome = { outcome: 'done'; requestId: string } | { outcome: 'waiting'; requestId: string } | { outcome: 'admin' } | RightLost;

/** Written down before it is done: a closing that a killed process left behind is finished by `finishClosings`. */
export async function carryOut(deps: Deps, keepers: Keepers, deed: DataDeed): Promise<DeedOutcome> {
  const { email, by } = deed;
  const requestId = deps.ids.uuid();
  if (deed.kind === 'close' && (await isErasureRefused(keepers, deps, email))) return { outcome: 'admin' };
  const noted = await note(deps, deed, requestId);
  if (noted !== 'noted') return noted;
  if (deed.kind === 'rename') await renameBy(keepers, deps, { address: email, name: deed.name });
  if (deed.kind === 'withdraw_consent') await withdrawConsentsBy(keepers, deps, email);
  if (deed.kind === 'close') return { outcome: await close(deps, keepers, { id: requestId, email, by: by.via === 'admin' ? by.admin : null }), requestId };
  return { outcome: 'done', requestId };
}

async function note(deps: Deps, deed: DataDeed, id: string): Promise<'noted' | RightLost> {
  const { email, by, kind } = deed;
  const isOpen = kind === 'close' || kind === 'other';
  const insert = async (tx: Tx, now: Date): Promise<'noted'> => {
    const doneBy = by.via === 'admin' && !isOpen ? by.admin : null;
    await insertDataRequest(tx, { id, email, kind, via: by.via, words: kind === 'other' ? deed.words : null, status: kind === 'close' ? 'waiting' : isOpen ? 'open' : 'done', requestedAt: now, doneAt: isOpen ? null : now, doneBy });
    return 'noted';
  };
  const entry = { action: AUDIT[kind], subject: 'data_request', subjectId: id, detail: { via: by.via } } as const;
  if (by.via === 'admin') {
    return asStaff<'admin', 'noted'>(deps, { staff: by.admin, right: 'admin' }, async (tx, { now, audit }) => {
      await audit(entry);
      return insert(tx, now);
    });
  }
  return deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now();
    await writeAudit(tx, { ...entry, at: now, actor: by.via === 'account' ? `user:${by.userId}` : 'mailbox' });
    return insert(tx, now);
  });
}

const AUDIT = {
  show: 'person.shown',
  download: 'person.downloaded',
  rename: 'person.renamed',
  withdraw_consent: 'person.consents_withdrawn',
  close: 'person.closed',
  other: 'person.asked',
} as const satisfies Record<DataRequestKind, string>;

async function close(deps: Deps, keepers: Keepers, closing: { id: string; email: string; by: string | null; until?: Date }): Promise<'done' | 'waiting'> {
  const erasure = await eraseBy(keepers, deps, { address: closing.email, ...(closing.until && { until: closing.until }) });
  if (erasure.outcome === 'admin' || erasure.waiting.length > 0) return 'waiting';
  const now = deps.clock.now();
  await markDataRequestDone(deps.db.query, { id: closing.id, now, by: closing.by });
  await eraseRequester(deps.db.query, { ...closing, now });
  return 'done';
}

/** Erases what waited for an event that is over now, and what a killed process left behind. */
export async function finishClosings(deps: Deps, keepers: Keepers): Promise<void> {
  for (const { id, email, requestedAt } of await selectWaitingClosings(deps.db.query)) {
    // What somebody left behind before coming back is theirs again.
    if (await hasComeBack(deps.db.query, { email, since: requestedAt })) await markDataRequestDone(deps.db.query, { id, now: deps.clock.now(), by: null });
    else await close(deps, keepers, { id, email, by: null, until: requestedAt });
  }
}

export async function comingTickets(deps: Deps, email: string): Promise<ComingOrder[]> {
  return selectComingTickets(deps.db.query, { email, today: dayInMadrid(deps.clock.now()) });
}

const MOST_LISTED = 200;

export async function listDataRequests(deps: Deps, _admin: AdminId): Promise<ListedDataRequest[]> {
  return selectDataRequests(deps.db.query, MOST_LISTED);
}

export async function findDataRequest(deps: Deps, _admin: AdminId, id: string): Promise<ListedDataRequest | null> {
  return selectDataRequest(deps.db.query, id);
}

export async function countOpenRequests(deps: Deps): Promise<number> {
  return countOpenDataRequests(deps.db.query);
}

/** What was asked for in words and done by hand. */
export async function tickOff(deps: Deps, admin: AdminId, id: string): Promise<'done' | 'already' | RightLost> {
  return asStaff<'admin', 'done' | 'already'>(deps, { staff: admin, right: 'admin' }, async (tx, { now, audit }) => {
    if (!(await markDataRequestDone(tx, { id, now, by: admin }))) return 'already';
    await audit({ action: 'person.request_done', subject: 'data_request', subjectId: id });
    return 'done';
  });
}
