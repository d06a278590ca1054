import { useCallback, useEffect, useReducer, useRef } from 'react';

import { admissionTone } from '#app/domain/ticket/admission-text.ts';
import { UNDO_MS } from '#app/domain/ticket/admission.ts';
import { monotonicNow, randomName } from '#app/ui/browser-facts.ts';

import type { DoorAnswer } from '../schema.ts';
import { DoorClosed, type PartyTicket } from './door-api.ts';
import type { DoorBackend } from './door-backend.ts';
import { signal } from './signals.ts';
import { verifyFailureText } from './verify-failure-text.ts';

/** A code is read again once it was out of view for so long. */
const SAME_CODE_MS = 3_000;

export interface LastAdmission {
  ticketId: string;
  ticketNumber: string;
  nonce: string;
  /** On the monotonic clock. */
  until: number;
}

export interface Shown {
  answer: DoorAnswer;
  isLocal: boolean;
  step: 'preview' | 'result';
  key: number;
  party: PartyTicket[];
}

export interface DoorState {
  busy: null | 'verify' | 'use' | 'undo' | 'party';
  shown: Shown | null;
  error: string | null;
  last: LastAdmission | null;
  isClosed: boolean;
}

type Event =
  | { type: 'busy'; what: DoorState['busy'] }
  | { type: 'shown'; shown: Omit<Shown, 'key' | 'party'>; last?: LastAdmission | null }
  | { type: 'party'; key: number; party: PartyTicket[] }
  | { type: 'failed'; error: string }
  | { type: 'closed' }
  | { type: 'clear' };

const START: DoorState = { busy: null, shown: null, error: null, last: null, isClosed: false };

function reduce(state: DoorState, event: Event): DoorState {
  switch (event.type) {
    case 'busy':
      return { ...state, busy: event.what, error: null };
    case 'shown':
      return { ...state, busy: null, error: null, last: event.last === undefined ? state.last : event.last, shown: { ...event.shown, party: [], key: (state.shown?.key ?? 0) + 1 } };
    case 'party':
      return state.shown?.key === event.key ? { ...state, shown: { ...state.shown, party: event.party } } : state;
    case 'failed':
      return { ...state, busy: null, shown: null, error: event.error };
    case 'closed':
      return { ...START, isClosed: true };
    case 'clear':
      return { ...state, busy: null, shown: null, error: null };
  }
}

/** A camera sees one code many times; a keyboard scanner reads once for each press. */
export type ScannedBy = 'camera' | 'scanner' | 'typed';

export interface DoorActions {
  scan(text: string, by: ScannedBy): void;
  confirm(): void;
  enterParty(tickets: readonly PartyTicket[]): void;
  undo(): void;
  clear(): void;
}

/** Look, confirm, result; in quick mode straight to the result. */
export function useDoor(backend: DoorBackend, options: { isQuick: boolean; direction: 'in' | 'out' }): [DoorState, DoorActions] {
  const [state, send] = useReducer(reduce, START);
  const { isQuick, direction } = options;
  const isBusy = useRef(false);
  const lastCode = useRef({ text: '', seenAt: -Infinity });

  const run = useCallback(async (what: NonNullable<DoorState['busy']>, work: () => Promise<void>, failureText: (error: unknown) => string): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    send({ type: 'busy', what });
    try {
      await work();
    } catch (error) {
      if (error instanceof DoorClosed) send({ type: 'closed' });
      else {
        signal('no');
        send({ type: 'failed', error: failureText(error) });
      }
    } finally {
      isBusy.current = false;
    }
  }, []);

  const admit = useCallback(
    async (ticket: { id: string; ticketNumber: string }): Promise<void> => {
      const nonce = randomName();
      const { answer, isLocal } = await backend.admit({ ticketId: ticket.id, nonce, direction });
      signal(admissionTone(answer.code));
      const last = answer.code === 'ADMITTED' && !isLocal ? { ticketId: ticket.id, ticketNumber: ticket.ticketNumber, nonce, until: monotonicNow() + UNDO_MS } : undefined;
      send({ type: 'shown', shown: { answer, isLocal, step: 'result' }, ...(last && { last }) });
    },
    [backend, direction],
  );

  const scan = useCallback(
    (text: string, by: ScannedBy): void => {
      const now = monotonicNow();
      const source = by === 'typed' ? 'typed' : 'camera';
      const isSame = by === 'camera' && lastCode.current.text === text && now - lastCode.current.seenAt < SAME_CODE_MS;
      if (by === 'camera') lastCode.current = { text, seenAt: now };
      if (isSame || text.trim() === '') return;
      void run(
        'verify',
        async () => {
          const { answer, isLocal } = await backend.verify({ text, source });
          const { ticket } = answer;
          if (isQuick && ticket !== undefined && (answer.success || direction === 'out')) return admit(ticket);
          signal(admissionTone(answer.code));
          send({ type: 'shown', shown: { answer, isLocal, step: answer.success ? 'preview' : isQuick ? 'result' : 'preview' } });
        },
        verifyFailureText,
      );
    },
    [backend, isQuick, direction, run, admit],
  );

  const ticket = state.shown?.answer.ticket;
  const confirm = useCallback((): void => {
    if (ticket !== undefined) void run('use', () => admit(ticket), () => 'Error al confirmar el tiquet');
  }, [ticket, run, admit]);

  const enterParty = useCallback(
    (tickets: readonly PartyTicket[]): void => {
      void run(
        'party',
        async () => {
          const { results } = await backend.admitParty({ ticketIds: tickets.map(({ ticketId }) => ticketId), nonce: randomName() });
          const refused = results.find(({ success }) => !success);
          const answer = refused ?? results.at(-1)!;
          signal(admissionTone(answer.code));
          const message = refused === undefined ? `Endavant: han entrat ${results.length}` : `Han entrat ${results.length - 1} de ${results.length}: ${refused.message}`;
          send({ type: 'shown', shown: { answer: { ...answer, message }, isLocal: false, step: 'result' } });
        },
        () => 'Error al confirmar el tiquet',
      );
    },
    [backend, run],
  );

  const { last } = state;
  const undo = useCallback((): void => {
    if (last === null) return;
    void run(
      'undo',
      async () => {
        const { answer } = await backend.undo({ ticketId: last.ticketId, nonce: last.nonce });
        send({ type: 'shown', shown: { answer, isLocal: false, step: 'result' }, last: null });
      },
      () => "No hem pogut desfer l'entrada: sense connexió",
    );
  }, [backend, last, run]);

  const key = state.shown?.key;
  const ticketId = state.shown?.isLocal === false && ticket !== undefined && ticket.party.size > 1 ? ticket.id : undefined;
  useEffect(() => {
    if (ticketId === undefined || key === undefined) return;
    void backend.partyOf(ticketId).then((party) => send({ type: 'party', key, party })).catch(() => {});
  }, [backend, ticketId, key]);

  const clear = useCallback((): void => send({ type: 'clear' }), []);
  return [state, { scan, confirm, enterParty, undo, clear }];
}
