import type { AdmissionCode } from '#app/domain/door/admission.ts';
import { type AdmissionFacts, UNDO_TEXTS } from '#app/domain/door/verdict.ts';
import { partyNonce } from '#app/domain/door/group-nonce.ts';
import { readScannedText } from '#app/domain/door/scanned-text.ts';
import { browserNow, randomName } from '#app/design/ui/browser-facts.ts';

import type { DoorAnswer, DoorSession, PartyAnswer } from '../../schema.ts';
import type { DoneAct, PartyTicket, Scanned } from '../door-api.ts';
import { answerOf, decideFromList, dishesOf, refused, statusOf } from './offline-answers.ts';
import type { OfflineRecord } from './offline-record.ts';
import { unlistedAnswer } from './unlisted.ts';
import { phoneClock } from '../clock/steady-clock.ts';
import { hashOf, isHash } from '../ticket-hash.ts';

const PASS_ENDED: DoorAnswer = { success: false, code: 'PASS_ENDED', message: 'El passe ha caducat: ja no deixa entrar ningú' };

/** Null where it needs the server. */
export interface OfflineDecisions {
  verify(scanned: Scanned): Promise<DoorAnswer | null>;
  admit(ticket: { ticketId: string; nonce: string }): Promise<DoorAnswer | null>;
  admitParty(party: { ticketIds: readonly string[]; nonce: string }): Promise<PartyAnswer | null>;
  undo(act: Pick<DoneAct, 'ticketId' | 'nonce'>): Promise<DoorAnswer | null>;
  partyOf(ticketId: string): Promise<PartyTicket[]>;
}

interface Parts {
  record: Pick<OfflineRecord, 'list' | 'otherLists' | 'knownHere' | 'queue'>;
  eventId: number;
  scanner: Pick<DoorSession['scanner'], 'hasAccount' | 'expiresAt'>;
  /** Before each decision about a scan. */
  deciding: () => void;
}

export function offlineDecisions({ record, eventId, scanner, deciding }: Parts): OfflineDecisions {
  const hasEnded = (): boolean => typeof scanner.expiresAt === 'string' && phoneClock.now() >= Date.parse(scanner.expiresAt);

  async function admit({ ticketId, nonce }: { ticketId: string; nonce: string }): Promise<DoorAnswer | null> {
    deciding();
    const kept = await record.list();
    if (kept === undefined) return null;
    if (hasEnded()) return PASS_ENDED;
    const hash = await hashOfTicket(ticketId);
    const { code, row, ...decided } = decideFromList({ hash, kept, known: await record.knownHere(), find: (one) => one.hash === hash });
    const decision: AdmissionCode = code === 'VALID' ? 'ADMITTED' : code;
    await record.queue({ hash, nonce, decision, listAsOf: kept.list.asOf });
    const facts: AdmissionFacts = code === 'VALID' ? { usedAt: new Date(browserNow()).toISOString() } : decided.facts;
    if (code === 'NOT_FOUND') return unlistedAnswer(hash, { kept, others: await record.otherLists() });
    return row === undefined ? refused(decision) : answerOf({ code: decision, row, facts, known: await record.knownHere() }, { kept, id: ticketId, number: null });
  }

  return {
    admit,
    async verify({ text, source, mode }) {
      deciding();
      const kept = await record.list();
      // Who has gone out has to be known at every door.
      if (kept === undefined || mode === 'out') return null;
      if (hasEnded()) return PASS_ENDED;
      const scanned = readScannedText(text);
      if (scanned.kind === 'bad_json') return refused('BAD_QR');
      if (scanned.kind === 'unknown' || (scanned.ticketId === null && (source === 'camera' || !scanner.hasAccount))) return refused('NOT_FOUND');
      const { ticketId, ticketNumber } = scanned;
      const hash = await hashOf(ticketId ?? ticketNumber!);
      const { row, ...decided } = decideFromList({ hash, kept, known: await record.knownHere(), find: (one) => (ticketId === null ? one.number === hash : one.hash === hash) });
      const as = { kept, id: ticketId ?? row?.hash ?? hash, number: ticketNumber };
      const { code } = decided;
      const agrees = row === undefined || ((scanned.eventId ?? eventId) === eventId && (ticketNumber === null || row.number === (await hashOf(ticketNumber))));
      if (!agrees) return refused('NOT_FOUND');
      if (mode === 'serve' && row !== undefined) return dishesOf({ ...decided, row }, as);
      if (mode !== 'serve' && code !== 'VALID') await record.queue({ hash: row?.hash ?? hash, nonce: randomName(), decision: code, listAsOf: kept.list.asOf });
      if (code === 'NOT_FOUND') return unlistedAnswer(hash, { kept, others: await record.otherLists() });
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
      const kept = await record.list();
      const hash = await hashOfTicket(ticketId);
      const row = kept?.list.tickets.find((one) => one.hash === hash);
      if (kept === undefined || row === undefined) return null;
      await record.queue({ hash, nonce: `undo:${nonce}`, decision: 'VALID', undoes: nonce, listAsOf: kept.list.asOf });
      return { ...answerOf({ code: 'VALID', row, facts: {}, known: await record.knownHere() }, { kept, id: ticketId, number: null }), message: UNDO_TEXTS.free };
    },
    async partyOf(ticketId) {
      const [kept, hash, known] = [await record.list(), await hashOfTicket(ticketId), await record.knownHere()];
      const row = kept?.list.tickets.find((one) => one.hash === hash);
      const tickets = kept?.list.tickets.filter((one) => one.party === row?.party) ?? [];
      return tickets.map((one) => ({ ticketId: one.hash, ticketNumber: '', status: statusOf(one, known.get(one.hash)) }));
    },
  };
}

async function hashOfTicket(ticketId: string): Promise<string> {
  return isHash(ticketId) ? ticketId : hashOf(ticketId.toUpperCase());
}
