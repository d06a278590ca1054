import { monotonicNow } from '#app/ui/browser-facts.ts';

import type { DoorAnswer, PartyAnswer } from '../schema.ts';
import * as api from './door-api.ts';
import { NoConnection } from './door-api.ts';
import type { OfflineDoor } from './offline-door.ts';

export interface Decided {
  answer: DoorAnswer;
  isLocal: boolean;
}

export interface DoorBackend {
  verify(scanned: api.Scanned): Promise<Decided>;
  admit(ticket: { ticketId: string; nonce: string; direction: 'in' | 'out' }): Promise<Decided>;
  /** Never without network: two counters would give out the same dish. */
  serve(ticket: { ticketId: string; nonce: string; places?: readonly number[] }): Promise<Decided>;
  undo(act: api.DoneAct): Promise<Decided>;
  admitParty(party: { ticketIds: readonly string[]; nonce: string }): Promise<PartyAnswer>;
  partyOf(ticketId: string): Promise<api.PartyTicket[]>;
}

/** After a network that hung nobody waits for it again so soon. */
const HUNG_FOR_MS = 15_000;

export function doorBackend(parts: { wire: api.DoorWire; place: api.Place; offline: Pick<OfflineDoor, 'verify' | 'admit' | 'heard' | 'remember'> }): DoorBackend {
  const { wire, place, offline } = parts;
  let hungUntil = 0;

  /** Throws where nobody answers and the phone has no list. */
  async function orLocally(online: () => Promise<DoorAnswer>, local: () => Promise<DoorAnswer | null>): Promise<Decided> {
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

  /** A phone that keeps nothing (a private window, plain http) still works online. */
  async function remember(ticketId: string, isIn: boolean): Promise<void> {
    await offline.remember(ticketId, isIn).catch(() => {});
  }

  return {
    verify: (scanned) => orLocally(() => api.verify(wire, place, scanned), () => offline.verify(scanned)),
    async admit(ticket) {
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
      const answer = await api.undo(wire, place, act);
      if (answer.success && act.what === 'entry') await remember(act.ticketId, false);
      return { answer, isLocal: false };
    },
    async admitParty(party) {
      const answer = await api.admitParty(wire, place, party);
      for (const { ticketId, success } of answer.results) if (success) await remember(ticketId, true);
      return answer;
    },
    partyOf: (ticketId) => api.partyOf(wire, place, ticketId),
  };
}
