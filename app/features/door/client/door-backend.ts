import { monotonicNow } from '#app/design/ui/browser-facts.ts';

import type { DoorAnswer, PartyAnswer } from '../schema.ts';
import * as api from './door-api.ts';
import { NoConnection } from './door-api.ts';
import type { OfflineDoor } from './offline/offline-door.ts';
import { isHash } from './ticket-hash.ts';

export interface Decided<Answer = DoorAnswer> {
  answer: Answer;
  isLocal: boolean;
}

export interface DoorBackend {
  verify(scanned: api.Scanned): Promise<Decided>;
  admit(ticket: { ticketId: string; nonce: string; direction: 'in' | 'out' }): Promise<Decided>;
  /** Never without network: two counters would give out the same dish. */
  serve(ticket: { ticketId: string; nonce: string; places?: readonly number[] }): Promise<Decided>;
  undo(act: api.DoneAct): Promise<Decided>;
  admitParty(party: { ticketIds: readonly string[]; nonce: string }): Promise<Decided<PartyAnswer>>;
  partyOf(ticketId: string, isLocal: boolean): Promise<api.PartyTicket[]>;
}

/** After a network that hung nobody waits for it again so soon. */
const HUNG_FOR_MS = 15_000;

type Local = Pick<OfflineDoor, 'verify' | 'admit' | 'admitParty' | 'undo' | 'isWaiting' | 'partyOf' | 'heard' | 'remember' | 'sync'>;

export function doorBackend(parts: { wire: api.DoorWire; place: api.Place; offline: Local }): DoorBackend {
  const { wire, place, offline } = parts;
  let hungUntil = 0;

  /** Throws where nobody answers and the phone has no list. */
  async function orLocally<Answer>(online: () => Promise<Answer>, local: () => Promise<Answer | null>): Promise<Decided<Answer>> {
    if (monotonicNow() < hungUntil) {
      const answer = await local().catch(() => null);
      if (answer !== null) return { answer, isLocal: true };
    }
    try {
      const answer = await online();
      hungUntil = 0;
      offline.heard();
      return { answer, isLocal: false };
    } catch (error) {
      if (!(error instanceof NoConnection)) throw error;
      if (error.why === 'timeout') hungUntil = monotonicNow() + HUNG_FOR_MS;
      const answer = await local().catch(() => null);
      if (answer === null) throw error;
      return { answer, isLocal: true };
    }
  }

  /** What only this phone knows of so far is done here, and handed in at once where that goes. */
  async function locally<Answer>(local: () => Promise<Answer | null>): Promise<Decided<Answer>> {
    const answer = await local();
    if (answer === null) throw new NoConnection('unreachable');
    void offline.sync();
    return { answer, isLocal: true };
  }

  /** A phone that keeps nothing (a private window, plain http) still works online. */
  async function remember(ticketId: string, isIn: boolean): Promise<void> {
    await offline.remember(ticketId, isIn).catch(() => {});
  }

  return {
    verify: (scanned) => orLocally(() => api.verify(wire, place, scanned), () => offline.verify(scanned)),
    async admit(ticket) {
      if (isHash(ticket.ticketId) && ticket.direction === 'in') return locally(() => offline.admit(ticket));
      const decided = await orLocally(() => api.admit(wire, place, ticket), () => (ticket.direction === 'in' ? offline.admit(ticket) : Promise.resolve(null)));
      if (!decided.isLocal && decided.answer.success) await remember(ticket.ticketId, ticket.direction === 'in');
      return decided;
    },
    async serve(ticket) {
      const answer = await api.serve(wire, place, ticket);
      offline.heard();
      return { answer, isLocal: false };
    },
    async undo(act) {
      if (act.what === 'entry' && (isHash(act.ticketId) || (await offline.isWaiting(act.nonce).catch(() => false)))) return locally(() => offline.undo(act));
      const decided = await orLocally(() => api.undo(wire, place, act), () => (act.what === 'entry' ? offline.undo(act) : Promise.resolve(null)));
      if (!decided.isLocal && decided.answer.success && act.what === 'entry') await remember(act.ticketId, decided.answer.code === 'ALREADY_USED');
      return decided;
    },
    async admitParty(party) {
      if (party.ticketIds.some(isHash)) return locally(() => offline.admitParty(party));
      const decided = await orLocally(() => api.admitParty(wire, place, party), () => offline.admitParty(party));
      if (!decided.isLocal) for (const { ticketId, success } of decided.answer.results) if (success) await remember(ticketId, true);
      return decided;
    },
    partyOf: (ticketId, isLocal) => (isLocal ? offline.partyOf(ticketId) : api.partyOf(wire, place, ticketId)),
  };
}
