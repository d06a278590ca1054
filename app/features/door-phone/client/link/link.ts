import { type DoorAnswer, groupAnswer, type GroupAnswer, groupNonce } from '#app/domain/door/answer.ts';
import { decide, groupOnPhone, type PhoneScan } from '#app/domain/door/decide.ts';
import { readScannedText } from '#app/domain/door/scanned-text.ts';
import type { DoorMode } from '#app/domain/door/mode.ts';
import { browserNow, monotonicNow, randomName } from '#app/design/ui/browser-facts.ts';
import type { DoorSession } from '#app/features/door/schema.ts';

import { phoneClock } from '../clock/steady-clock.ts';
import { type DoorLog, hashOf, isHash } from '../log.ts';
import { doorSync, type DoorSync, NOTHING_SYNCED, type Reach, type SyncState } from './sync.ts';
import { type DoorClosing, type DoorTransport, NoConnection } from './transport.ts';

export interface Station {
  eventId: number;
  device: string;
}

interface Scanned {
  text: string;
  source: 'camera' | 'typed';
  mode: DoorMode;
}

export interface UndoableScan {
  ticketId: string;
  nonce: string;
  what: 'entry' | 'serving';
}

export interface GroupTicket {
  ticketId: string;
  ticketNumber: string;
  status: string;
}

export interface FoundTicket {
  ticketNumber: string;
  name: string | null;
  status: string;
}

export interface Decided<Answer = DoorAnswer> {
  answer: Answer;
  isLocal: boolean;
}

/** Decides on the server, or on this phone while offline. */
export interface DoorLink extends DoorSync {
  verify(scanned: Scanned): Promise<Decided>;
  admit(ticket: { ticketId: string; nonce: string; direction: 'in' | 'out' }): Promise<Decided>;
  /** Never offline: two counters would serve the same dish. */
  serve(ticket: { ticketId: string; nonce: string; places?: readonly number[] }): Promise<Decided>;
  undo(scan: UndoableScan): Promise<Decided>;
  admitGroup(group: { ticketIds: readonly string[]; nonce: string }): Promise<Decided<GroupAnswer> & { undoable: UndoableScan[] }>;
  groupOf(ticketId: string, isLocal: boolean): Promise<GroupTicket[]>;
  /** Accounts only: by name, number or address. */
  search(text: string): Promise<FoundTicket[]>;
  dismiss(nonce: string): Promise<void>;
  state(): Promise<SyncState>;
}

interface LinkParts {
  transport: DoorTransport;
  station: Station;
  scanner: Pick<DoorSession['scanner'], 'hasAccount' | 'expiresAt' | 'proof'>;
  log: DoorLog;
  changed: () => void;
  closed: (why: DoorClosing) => void;
}

type Note = (seen: Partial<Reach>) => void;

export function doorLink(parts: LinkParts): DoorLink {
  const { transport, station, scanner, log, changed } = parts;
  let reach: Reach = { isOnline: true, keeps: true };
  const note: Note = (seen) => {
    const before = reach;
    reach = { ...reach, ...seen };
    if (reach.isOnline !== before.isOnline || reach.keeps !== before.keeps) changed();
  };
  const sync = doorSync({ ...parts, eventId: station.eventId, proof: scanner.proof, note });
  const phone = doorOnPhone(parts, note);
  const { orLocally, locally } = fallback(note, sync.sync);
  const post = <Answer>(path: string, body: object): Promise<Answer> => transport.post(`/api/tickets/${path}`, { ...station, ...body });
  /** Without storage (a private window, plain http) the phone works online only. */
  const remember = (ticketId: string, isIn: boolean): Promise<void> => log.remember(ticketId, isIn).catch(() => {});

  return {
    ...sync,
    verify: (scanned) => orLocally(() => post('verify', { qrData: scanned.text, source: scanned.source, mode: scanned.mode === 'serve' ? 'serve' : 'enter' }), () => phone.verify(scanned)),
    async admit(ticket) {
      if (isHash(ticket.ticketId) && ticket.direction === 'in') return locally(() => phone.admit(ticket));
      const decided = await orLocally(() => post<DoorAnswer>('use', ticket), async () => (ticket.direction === 'in' ? phone.admit(ticket) : null));
      if (!decided.isLocal && decided.answer.success) await remember(ticket.ticketId, ticket.direction === 'in');
      return decided;
    },
    async serve(ticket) {
      const answer = await post<DoorAnswer>('serve', ticket);
      note({ isOnline: true });
      return { answer, isLocal: false };
    },
    async undo({ what, ...scan }) {
      const isEntry = what === 'entry';
      if (isEntry && (isHash(scan.ticketId) || (await log.isWaiting(scan.nonce).catch(() => false)))) return locally(() => phone.undo(scan));
      const decided = await orLocally(() => post<DoorAnswer>(isEntry ? 'undo' : 'undo-serving', scan), async () => (isEntry ? phone.undo(scan) : null));
      if (!decided.isLocal && decided.answer.success && isEntry) await remember(scan.ticketId, decided.answer.code === 'ALREADY_USED');
      return decided;
    },
    async admitGroup(group) {
      const onPhone = (): Promise<GroupAnswer | null> => phone.admitGroup(group);
      const decided = await (group.ticketIds.some(isHash) ? locally(onPhone) : orLocally(() => post<GroupAnswer>('use-party', group), onPhone));
      const inside = decided.answer.results.filter(({ success }) => success);
      if (!decided.isLocal) for (const { ticketId } of inside) await remember(ticketId, true);
      return { ...decided, undoable: inside.map(({ ticketId }) => ({ ticketId, nonce: groupNonce(group.nonce, ticketId), what: 'entry' })) };
    },
    groupOf: async (ticketId, isLocal) => (isLocal ? phone.groupOf(ticketId) : (await post<{ tickets: GroupTicket[] }>('party', { ticketId })).tickets),
    search: async (text) => (await transport.get<{ tickets: FoundTicket[] }>(`/api/door/${station.eventId}/search?q=${encodeURIComponent(text)}`)).tickets,
    async dismiss(nonce) {
      await log.dismiss(nonce);
      changed();
    },
    async state() {
      const summary = await log.summary();
      if (summary === null) return { ...NOTHING_SYNCED, keeps: false, isOnline: reach.isOnline };
      const { list, queued, conflicts } = summary;
      return { listAt: list?.fetchedAt ?? null, isAgeKnown: !phoneClock.wasSetBack(), tickets: list?.tickets ?? 0, queued, conflicts, ...reach };
    },
  };
}

/** After a request that hung, the next ones skip the network for this long. */
const HUNG_FOR_MS = 15_000;

type Ask<Answer> = () => Promise<Answer>;

interface Fallback {
  orLocally<Answer>(online: Ask<Answer>, local: Ask<Answer | null>): Promise<Decided<Answer>>;
  locally<Answer>(local: Ask<Answer | null>): Promise<Decided<Answer>>;
}

function fallback(note: Note, sync: DoorSync['sync']): Fallback {
  let hungUntil = 0;
  return {
    /** Throws when offline and without a list. */
    async orLocally(online, local) {
      if (monotonicNow() < hungUntil) {
        const answer = await local().catch(() => null);
        if (answer !== null) return { answer, isLocal: true };
      }
      try {
        const answer = await online();
        hungUntil = 0;
        note({ isOnline: true });
        return { answer, isLocal: false };
      } catch (error) {
        if (!(error instanceof NoConnection)) throw error;
        if (error.why === 'timeout') hungUntil = monotonicNow() + HUNG_FOR_MS;
        const answer = await local().catch(() => null);
        if (answer === null) throw error;
        return { answer, isLocal: true };
      }
    },
    /** Acts on scans not yet uploaded happen locally and are uploaded at once if possible. */
    async locally(local) {
      const answer = await local();
      if (answer === null) throw new NoConnection('unreachable');
      void sync();
      return { answer, isLocal: true };
    },
  };
}

/** Each is null where it needs the server. */
interface DoorOnPhone {
  verify(scanned: Scanned): Promise<DoorAnswer | null>;
  admit(ticket: { ticketId: string; nonce: string }): Promise<DoorAnswer | null>;
  undo(scan: { ticketId: string; nonce: string }): Promise<DoorAnswer | null>;
  admitGroup(group: { ticketIds: readonly string[]; nonce: string }): Promise<GroupAnswer | null>;
  groupOf(ticketId: string): Promise<GroupTicket[]>;
}

function doorOnPhone({ log, scanner, changed }: LinkParts, note: Note): DoorOnPhone {
  async function append(...appended: Parameters<DoorLog['append']>): Promise<void> {
    try {
      await log.append(...appended);
    } catch (error) {
      note({ keeps: false });
      throw error;
    } finally {
      changed();
    }
  }

  async function decideHere(scan: PhoneScan): Promise<DoorAnswer | null> {
    const held = await log.read();
    if (held === null) return null;
    const { answer, entry, logged } = decide(held.lists, held.log, scan);
    if (entry !== null) await append(entry, { now: scan.now, logged });
    return answer;
  }

  function ofPhone(nonce: string): Pick<PhoneScan, 'nonce' | 'now' | 'ended'> {
    const hasEnded = typeof scanner.expiresAt === 'string' && phoneClock.now() >= Date.parse(scanner.expiresAt);
    return { nonce, now: new Date(browserNow()).toISOString(), ended: hasEnded ? (scanner.hasAccount ? 'shift' : 'pass') : null };
  }

  async function admit({ ticketId, nonce }: { ticketId: string; nonce: string }): Promise<DoorAnswer | null> {
    note({ isOnline: false });
    return decideHere({ kind: 'admit', ticketId, hash: await hashOfTicket(ticketId), ...ofPhone(nonce) });
  }

  return {
    admit,
    async verify({ text, source, mode }) {
      note({ isOnline: false });
      // Exits must be known at every door.
      if (mode === 'out') return null;
      const read = readScannedText(text);
      const { ticketId, ticketNumber } = read.kind === 'ticket' ? read : { ticketId: null, ticketNumber: null };
      const hashes = { id: ticketId && (await hashOf(ticketId)), number: ticketNumber && (await hashOf(ticketNumber)) };
      return decideHere({ kind: 'verify', mode, read, hashes, mayUseNumber: source === 'typed' && scanner.hasAccount, ...ofPhone(randomName()) });
    },
    undo: async ({ ticketId, nonce }) => decideHere({ kind: 'undo', ticketId, hash: await hashOfTicket(ticketId), ...ofPhone(nonce) }),
    async admitGroup({ ticketIds, nonce }) {
      const results: GroupAnswer['results'] = [];
      for (const ticketId of ticketIds) {
        const answer = await admit({ ticketId, nonce: groupNonce(nonce, ticketId) });
        if (answer === null) return null;
        results.push({ ticketId, ...answer });
      }
      return groupAnswer(results);
    },
    async groupOf(ticketId) {
      const [held, hash] = [await log.read(), await hashOfTicket(ticketId)];
      return held === null ? [] : groupOnPhone(held.lists.own, held.log, hash);
    },
  };
}

async function hashOfTicket(ticketId: string): Promise<string> {
  return isHash(ticketId) ? ticketId : hashOf(ticketId.toUpperCase());
}
