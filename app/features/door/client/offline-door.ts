import { type AdmissionCode, decideAdmission, type TicketLookup } from '#app/domain/ticket/admission.ts';
import { type AdmissionFacts, UNDO_TEXTS } from '#app/domain/ticket/admission-text.ts';
import { readScannedText } from '#app/domain/ticket/scanned-text.ts';
import { browserNow, randomName } from '#app/ui/browser-facts.ts';

import type { DoorAnswer, DoorSession, PartyAnswer } from '../schema.ts';
import { type DoneAct, DoorClosed, type DoorWire, NoConnection, type PartyTicket, type Place, type Scanned } from './door-api.ts';
import { answerOf, dishesOf, type LocalDecision, refused, type Row, statusOf, ticketOf, usedFacts } from './offline-answers.ts';
import { type Conflict, doorStore, type KeptList, type KnownHere } from './offline-store.ts';
import { offlineSync } from './offline-sync.ts';
import { phoneClock } from './clock/steady-clock.ts';
import { hashOf, isHash } from './ticket-hash.ts';

export interface OfflineState {
  listAt: number | null;
  /** False where the phone's clock was set back since. */
  isAgeKnown: boolean;
  tickets: number;
  queued: number;
  conflicts: Conflict[];
  /** False where the phone has no storage or no room in it: without network it then decides nothing. */
  keeps: boolean;
  isOnline: boolean;
}

export const NO_OFFLINE_STATE: OfflineState = { listAt: null, isAgeKnown: true, tickets: 0, queued: 0, conflicts: [], keeps: true, isOnline: true };

export interface OfflineDoor {
  verify(scanned: Scanned): Promise<DoorAnswer | null>;
  admit(ticket: { ticketId: string; nonce: string }): Promise<DoorAnswer | null>;
  admitParty(party: { ticketIds: readonly string[]; nonce: string }): Promise<PartyAnswer | null>;
  undo(act: Pick<DoneAct, 'ticketId' | 'nonce'>): Promise<DoorAnswer | null>;
  /** An admission that the server has not heard of yet. */
  isWaiting(nonce: string): Promise<boolean>;
  partyOf(ticketId: string): Promise<PartyTicket[]>;
  heard(): void;
  remember(ticketId: string, isIn: boolean): Promise<void>;
  sync(): Promise<void>;
  dismiss(nonce: string): Promise<void>;
  state(): Promise<OfflineState>;
}

interface Scan {
  hash: string;
  nonce: string;
  decision: AdmissionCode;
  undoes?: string;
}

interface Parts {
  wire: DoorWire;
  place: Place;
  scanner: DoorSession['scanner'];
  changed: () => void;
  closed: () => void;
}

export function offlineDoor({ wire, place, scanner, changed, closed }: Parts): OfflineDoor {
  const { eventId, device } = place;
  const { handIn, fetchList } = offlineSync(wire, eventId);
  let isOnline = true;
  let keeps = true;
  let syncing: Promise<void> | null = null;
  let isAskedAgain = false;

  function setOnline(online: boolean): void {
    if (isOnline === online) return;
    isOnline = online;
    changed();
  }

  async function keptList(): Promise<KeptList | undefined> {
    return (await doorStore()).get('lists', eventId);
  }

  async function knownHere(): Promise<Map<string, KnownHere>> {
    return new Map((await (await doorStore()).getAll('admitted')).map((known) => [known.hash, known]));
  }

  async function decide(hash: string, kept: KeptList, find: (row: Row) => boolean): Promise<Omit<LocalDecision, 'row'> & { row: Row | undefined }> {
    const { list } = kept;
    const row = list.tickets.find(find);
    const known = await knownHere();
    const here = known.get(row?.hash ?? hash);
    const lookup: TicketLookup = row === undefined ? (list.retired.includes(hash) ? 'replaced' : null) : ticketOf(row, here, eventId);
    const { code } = decideAdmission(lookup, { eventIds: [eventId], allowsReentry: list.event.exitReentry });
    return { code, row, facts: usedFacts(row, here), known };
  }

  async function queue(scan: Scan): Promise<void> {
    try {
      await keep(scan);
    } catch (error) {
      keeps = false;
      throw error;
    } finally {
      changed();
    }
  }

  async function keep(scan: Scan): Promise<void> {
    const scannedAt = new Date(browserNow()).toISOString();
    const transaction = (await doorStore()).transaction(['queue', 'admitted'], 'readwrite');
    const waiting = await transaction.objectStore('queue').getAll();
    const last = waiting.reduce((highest, one) => Math.max(highest, one.place ?? 0), 0);
    await transaction.objectStore('queue').put({ ...scan, eventId, scannedAt, device, by: scanner.proof, place: last + 1 });
    const isUndo = scan.undoes !== undefined;
    if (isUndo || scan.decision === 'ADMITTED') await transaction.objectStore('admitted').put({ hash: scan.hash, eventId, at: scannedAt, isFree: isUndo });
    await transaction.done;
  }

  async function admit({ ticketId, nonce }: { ticketId: string; nonce: string }): Promise<DoorAnswer | null> {
    setOnline(false);
    const kept = await keptList();
    if (kept === undefined) return null;
    const hash = await hashOfTicket(ticketId);
    const { code, row, ...decided } = await decide(hash, kept, (one) => one.hash === hash);
    const decision: AdmissionCode = code === 'VALID' ? 'ADMITTED' : code;
    await queue({ hash, nonce, decision });
    const facts: AdmissionFacts = code === 'VALID' ? { usedAt: new Date(browserNow()).toISOString() } : decided.facts;
    return row === undefined ? refused(decision) : answerOf({ code: decision, row, facts, known: await knownHere() }, { kept, id: ticketId, number: null });
  }

  async function syncOnce(): Promise<void> {
    try {
      await handIn();
      await fetchList();
      keeps = true;
      setOnline(true);
    } catch (error) {
      if (error instanceof DoorClosed) closed();
      else if (error instanceof NoConnection) setOnline(false);
      else {
        keeps = false;
        setOnline(navigator.onLine);
      }
    }
    phoneClock.remember();
    changed();
  }

  async function syncAll(): Promise<void> {
    do {
      isAskedAgain = false;
      await syncOnce();
    } while (isAskedAgain);
    syncing = null;
  }

  return {
    admit,
    async verify({ text, source, mode }) {
      setOnline(false);
      const kept = await keptList();
      // Who has gone out has to be known at every door.
      if (kept === undefined || mode === 'out') return null;
      const scanned = readScannedText(text);
      if (scanned.kind === 'bad_json') return refused('BAD_QR');
      if (scanned.kind === 'unknown' || (scanned.ticketId === null && (source === 'camera' || !scanner.hasAccount))) return refused('NOT_FOUND');
      const { ticketId, ticketNumber } = scanned;
      const hash = await hashOf(ticketId ?? ticketNumber!);
      const { row, ...decided } = await decide(hash, kept, (one) => (ticketId === null ? one.number === hash : one.hash === hash));
      const as = { kept, id: ticketId ?? row?.hash ?? hash, number: ticketNumber };
      const { code } = decided;
      const agrees = (scanned.eventId ?? eventId) === eventId && (ticketNumber === null || row === undefined || row.number === (await hashOf(ticketNumber)));
      if (!agrees) return refused('NOT_FOUND');
      if (mode === 'serve') return row === undefined ? refused(code) : dishesOf({ ...decided, row }, as);
      if (code !== 'VALID') await queue({ hash: row?.hash ?? hash, nonce: randomName(), decision: code });
      return row === undefined || code === 'OTHER_EVENT' ? refused(code) : answerOf({ ...decided, row }, as);
    },
    async admitParty({ ticketIds, nonce }) {
      const results: PartyAnswer['results'] = [];
      for (const ticketId of ticketIds) {
        const answer = await admit({ ticketId, nonce: partyNonce(nonce, ticketId) });
        if (answer === null) return null;
        results.push({ ticketId, ...answer });
      }
      const admitted = results.filter(({ success }) => success).length;
      return { success: admitted === results.length, admitted, results };
    },
    async undo({ ticketId, nonce }) {
      const kept = await keptList();
      const hash = await hashOfTicket(ticketId);
      const row = kept?.list.tickets.find((one) => one.hash === hash);
      if (kept === undefined || row === undefined) return null;
      await queue({ hash, nonce: `undo:${nonce}`, decision: 'VALID', undoes: nonce });
      return { ...answerOf({ code: 'VALID', row, facts: {}, known: await knownHere() }, { kept, id: ticketId, number: null }), message: UNDO_TEXTS.free };
    },
    async isWaiting(nonce) {
      return (await (await doorStore()).get('queue', nonce)) !== undefined;
    },
    async partyOf(ticketId) {
      const [kept, hash, known] = [await keptList(), await hashOfTicket(ticketId), await knownHere()];
      const row = kept?.list.tickets.find((one) => one.hash === hash);
      const tickets = kept?.list.tickets.filter((one) => one.party === row?.party) ?? [];
      return tickets.map((one) => ({ ticketId: one.hash, ticketNumber: '', status: statusOf(one, known.get(one.hash)) }));
    },
    heard: () => setOnline(true),
    async remember(ticketId, isIn) {
      const [store, hash] = [await doorStore(), await hashOf(ticketId)];
      await store.put('admitted', { hash, eventId, at: new Date(browserNow()).toISOString(), isFree: !isIn });
    },
    sync() {
      isAskedAgain = syncing !== null;
      syncing ??= syncAll();
      return syncing;
    },
    async dismiss(nonce) {
      await (await doorStore()).delete('conflicts', nonce);
      changed();
    },
    async state() {
      const store = await doorStore().catch(() => null);
      if (store === null) return { ...NO_OFFLINE_STATE, keeps: false, isOnline };
      const [kept, queued, conflicts] = await Promise.all([store.get('lists', eventId), store.count('queue'), store.getAll('conflicts')]);
      return { listAt: kept?.fetchedAt ?? null, isAgeKnown: !phoneClock.wasSetBack(), tickets: kept?.list.tickets.length ?? 0, queued, conflicts, keeps, isOnline };
    },
  };
}

/** Each ticket of a party is admitted under a nonce of its own, the same as on the server. */
export function partyNonce(nonce: string, ticketId: string): string {
  return `${nonce}:${ticketId}`;
}

async function hashOfTicket(ticketId: string): Promise<string> {
  return isHash(ticketId) ? ticketId : hashOf(ticketId.toUpperCase());
}
