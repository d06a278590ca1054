import { type AdmissionCode, decideAdmission, type TicketLookup } from '#app/domain/ticket/admission.ts';
import { admissionText } from '#app/domain/ticket/admission-text.ts';
import { readScannedText } from '#app/domain/ticket/scanned-text.ts';
import { servableDishes } from '#app/domain/ticket/serving.ts';
import type { OrderStatus, TicketStatus } from '#app/domain/order/status.ts';
import { browserNow, randomName } from '#app/ui/browser-facts.ts';

import type { DoorAnswer, DoorList, UploadAnswer } from '../schema.ts';
import type { DoorWire, Place, Scanned } from './door-api.ts';
import { type Conflict, doorStore, type KeptList } from './offline-store.ts';

const AT_ONCE = 200;
const TIMEOUT_MS = 10_000;
const UNMARKED = "Sense connexió no es pot marcar: apunta't el tiquet";
const NO_NOTE_HERE = 'Nota: només amb connexió';

export interface OfflineState {
  /** By this phone's clock; null without a list. */
  listAt: number | null;
  tickets: number;
  queued: number;
  conflicts: Conflict[];
  isOnline: boolean;
}

export const NO_OFFLINE_STATE: OfflineState = { listAt: null, tickets: 0, queued: 0, conflicts: [], isOnline: true };

export interface OfflineDoor {
  verify(scanned: Scanned): Promise<DoorAnswer | null>;
  admit(ticket: { ticketId: string; nonce: string }): Promise<DoorAnswer | null>;
  heard(): void;
  remember(ticketId: string, isIn: boolean): Promise<void>;
  sync(): Promise<void>;
  dismiss(nonce: string): Promise<void>;
  state(): Promise<OfflineState>;
}

type Row = DoorList['tickets'][number];

export function offlineDoor(parts: { wire: DoorWire; place: Place; changed: () => void }): OfflineDoor {
  const { wire, place, changed } = parts;
  const { eventId, device } = place;
  let isOnline = true;
  let isSyncing = false;

  function setOnline(online: boolean): void {
    if (isOnline === online) return;
    isOnline = online;
    changed();
  }

  async function decide(hash: string, kept: KeptList, find: (row: Row) => boolean): Promise<{ code: AdmissionCode; row: Row | undefined; usedAt: string | null }> {
    const { list } = kept;
    const row = list.tickets.find(find);
    const here = await (await doorStore()).get('admitted', row?.hash ?? hash);
    const lookup: TicketLookup = row === undefined ? (list.retired.includes(hash) ? 'replaced' : null) : ticketOf(row, { eventId, isIn: here !== undefined });
    const admission = decideAdmission(lookup, { eventIds: [eventId], allowsReentry: list.event.exitReentry });
    return { code: admission.code, row, usedAt: here?.at ?? row?.usedAt ?? null };
  }

  async function queue(scan: { hash: string; nonce: string; decision: AdmissionCode }): Promise<void> {
    const scannedAt = new Date(browserNow()).toISOString();
    const transaction = (await doorStore()).transaction(['queue', 'admitted'], 'readwrite');
    await transaction.objectStore('queue').put({ ...scan, eventId, scannedAt, device });
    if (scan.decision === 'ADMITTED') await transaction.objectStore('admitted').put({ hash: scan.hash, eventId, at: scannedAt });
    await transaction.done;
    changed();
  }

  async function send(): Promise<void> {
    const store = await doorStore();
    const scans = (await store.getAllFromIndex('queue', 'event', eventId)).slice(0, AT_ONCE);
    if (scans.length === 0) return;
    const response = await wire.ask(`/api/door/${eventId}/scans`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ sentAt: new Date(browserNow()).toISOString(), scans: scans.map(({ eventId: _event, ...scan }) => scan) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`upload answered ${response.status}`);
    const { results } = (await response.json()) as UploadAnswer;
    const transaction = store.transaction(['queue', 'conflicts'], 'readwrite');
    for (const { nonce, conflict, message, ticketNumber } of results) {
      const scan = scans.find((one) => one.nonce === nonce);
      if (scan !== undefined && conflict) await transaction.objectStore('conflicts').put({ nonce, eventId, message, ticketNumber, scannedAt: scan.scannedAt });
      await transaction.objectStore('queue').delete(nonce);
    }
    await transaction.done;
    if (scans.length === AT_ONCE) await send();
  }

  async function fetchList(): Promise<void> {
    const store = await doorStore();
    const kept = await store.get('lists', eventId);
    const response = await wire.ask(`/api/door/${eventId}/list`, { headers: kept ? { 'If-None-Match': kept.etag } : {}, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status === 304 && kept) await store.put('lists', { ...kept, fetchedAt: browserNow() });
    else if (response.ok) {
      const list = (await response.json()) as DoorList;
      await store.put('lists', { eventId, etag: response.headers.get('ETag') ?? '', list, fetchedAt: browserNow() });
      // What the server's list knows is forgotten here, so that an undo on another phone counts.
      const waiting = new Set((await store.getAllFromIndex('queue', 'event', eventId)).map(({ hash }) => hash));
      for (const { hash, eventId: of } of await store.getAll('admitted')) if (of === eventId && !waiting.has(hash)) await store.delete('admitted', hash);
    } else throw new Error(`the list answered ${response.status}`);
  }

  return {
    async verify({ text, source, mode }) {
      setOnline(false);
      const kept = await (await doorStore()).get('lists', eventId);
      if (kept === undefined) return null;
      const scanned = readScannedText(text);
      if (scanned.kind === 'bad_json') return refused('BAD_QR');
      if (scanned.kind === 'unknown' || (scanned.ticketId === null && source === 'camera')) return refused('NOT_FOUND');
      const { ticketId, ticketNumber } = scanned;
      const hash = await hashOf(ticketId ?? ticketNumber!);
      const { code, row, usedAt } = await decide(hash, kept, (one) => (ticketId === null ? one.number === hash : one.hash === hash));
      if (mode === 'serve') return row === undefined ? refused(code) : dishesOf({ code, row, usedAt }, { kept, id: ticketId ?? row.hash, number: ticketNumber });
      if (code !== 'VALID') await queue({ hash: row?.hash ?? hash, nonce: randomName(), decision: code });
      return row === undefined || code === 'OTHER_EVENT' ? refused(code) : answerOf({ code, row, usedAt }, { kept, id: ticketId ?? row.hash, number: ticketNumber });
    },
    async admit({ ticketId, nonce }) {
      setOnline(false);
      const kept = await (await doorStore()).get('lists', eventId);
      if (kept === undefined) return null;
      const hash = /^[0-9a-f]{32}$/.test(ticketId) ? ticketId : await hashOf(ticketId.toUpperCase());
      const { code, row, usedAt } = await decide(hash, kept, (one) => one.hash === hash);
      const decision: AdmissionCode = code === 'VALID' ? 'ADMITTED' : code;
      await queue({ hash, nonce, decision });
      return row === undefined ? refused(decision) : answerOf({ code: decision, row, usedAt: code === 'VALID' ? new Date(browserNow()).toISOString() : usedAt }, { kept, id: ticketId, number: null });
    },
    heard: () => setOnline(true),
    async remember(ticketId, isIn) {
      const [store, hash] = [await doorStore(), await hashOf(ticketId)];
      if (isIn) await store.put('admitted', { hash, eventId, at: new Date(browserNow()).toISOString() });
      else await store.delete('admitted', hash);
    },
    async sync() {
      if (isSyncing) return;
      isSyncing = true;
      try {
        await send();
        await fetchList();
        setOnline(true);
      } catch {
        setOnline(false);
      } finally {
        isSyncing = false;
        changed();
      }
    },
    async dismiss(nonce) {
      await (await doorStore()).delete('conflicts', nonce);
      changed();
    },
    async state() {
      const store = await doorStore();
      const [kept, queued, conflicts] = await Promise.all([store.get('lists', eventId), store.countFromIndex('queue', 'event', eventId), store.getAllFromIndex('conflicts', 'event', eventId)]);
      return { listAt: kept?.fetchedAt ?? null, tickets: kept?.list.tickets.length ?? 0, queued, conflicts, isOnline };
    },
  };
}

function ticketOf(row: Row, here: { eventId: number; isIn: boolean }): TicketLookup {
  const status = row.status as TicketStatus;
  return {
    eventId: here.eventId,
    status: here.isIn && status === 'active' ? 'used' : status,
    orderStatus: row.orderStatus as OrderStatus,
    suspended: row.suspended,
    outside: row.outside && !here.isIn,
  };
}

function refused(code: AdmissionCode): DoorAnswer {
  return { success: false, code, message: admissionText(code) };
}

/** What is on the plate can be read without network, and is marked nowhere. */
function dishesOf(decided: { code: AdmissionCode; row: Row; usedAt: string | null }, of: { kept: KeptList; id: string; number: string | null }): DoorAnswer {
  const answer = answerOf(decided, of);
  if (answer.ticket === undefined || (decided.code !== 'VALID' && decided.code !== 'ALREADY_USED')) return answer;
  const dishes = servableDishes({ menuSelection: answer.ticket.menu_selection, extrasSelection: answer.ticket.extras_selection });
  return { success: false, code: 'VALID', message: UNMARKED, ticket: { ...answer.ticket, dishes: dishes.map((dish) => ({ ...dish, servedAt: null })) } };
}

/** The list holds no notes and no numbers. */
function answerOf(decided: { code: AdmissionCode; row: Row; usedAt: string | null }, of: { kept: KeptList; id: string; number: string | null }): DoorAnswer {
  const { code, row, usedAt } = decided;
  const { event, menus, tickets } = of.kept.list;
  const chosen = menus[row.menu];
  const party = tickets.filter((one) => one.party === row.party && (one.status === 'active' || one.status === 'used'));
  return {
    success: code === 'VALID' || code === 'ADMITTED',
    code,
    message: admissionText(code, { usedAt }),
    ticket: {
      id: of.id,
      ticketNumber: of.number ?? '',
      eventTitle: event.title,
      eventDate: event.date,
      eventTime: event.time,
      userType: row.userType,
      menu_selection: chosen?.menu ?? null,
      extras_selection: chosen?.extras ?? [],
      note: row.hasNote ? NO_NOTE_HERE : null,
      used_at: code === 'VALID' ? null : usedAt,
      party: { size: party.length, inside: party.filter(({ status }) => status === 'used').length },
    },
  };
}

/** Half of a sha-256, hexadecimal, as in the list. */
async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest).slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
