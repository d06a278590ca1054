import { useCallback, useEffect, useReducer, useRef, useState } from 'react';

import { answerTone } from '#app/domain/ticket/admission-text.ts';
import { UNDO_MS } from '#app/domain/ticket/admission.ts';
import { partyNonce } from '#app/domain/ticket/party-nonce.ts';
import { monotonicNow, randomName } from '#app/ui/browser-facts.ts';

import type { DoorAnswer } from '../schema.ts';
import { type DoneAct, DoorClosed, NoConnection, type PartyTicket } from './door-api.ts';
import type { Decided, DoorBackend } from './door-backend.ts';
import { type DoorMode, previewIn } from './door-mode.ts';
import { codesInView } from './looks.ts';
import { UNMARKED } from './offline/offline-answers.ts';
import { signal } from './signals.ts';
import { verifyFailureText } from './verify-failure-text.ts';

/** spec §8 */
const CONFIRM_FAILED = 'Error al confirmar el tiquet';

/** What may still be taken back: one ticket, or the party that went in together. */
export interface LastActs {
  acts: readonly DoneAct[];
  until: number;
  /** Where they were done: another event may have been chosen since. */
  backend: DoorBackend;
}

export interface Shown {
  answer: DoorAnswer;
  isLocal: boolean;
  step: 'preview' | 'result';
  /** No other answer's. */
  key: number;
  party: PartyTicket[];
}

export interface DoorState {
  busy: null | 'verify' | 'use' | 'undo' | 'party';
  shown: Shown | null;
  /** How many answers were shown. */
  count: number;
  error: string | null;
  last: LastActs | null;
  isClosed: boolean;
}

type Event =
  | { type: 'busy'; what: DoorState['busy'] }
  | { type: 'shown'; shown: Omit<Shown, 'key' | 'party'>; last?: LastActs | null; error?: string }
  | { type: 'party'; key: number; party: PartyTicket[] }
  | { type: 'failed'; error: string }
  | { type: 'closed' }
  | { type: 'clear' };

const START: DoorState = { busy: null, shown: null, count: 0, error: null, last: null, isClosed: false };

function reduce(state: DoorState, event: Event): DoorState {
  switch (event.type) {
    case 'busy':
      return { ...state, busy: event.what, error: null };
    case 'shown':
      return { ...state, busy: null, error: event.error ?? null, last: event.last === undefined ? state.last : event.last, count: state.count + 1, shown: { ...event.shown, party: [], key: state.count + 1 } };
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
  /** `places`: of the dishes that are given out; without them all. */
  confirm(places?: readonly number[]): void;
  enterParty(tickets: readonly PartyTicket[]): void;
  undo(acts: readonly DoneAct[], where?: DoorBackend): void;
  clear(): void;
}

export function useDoor(backend: DoorBackend, options: { isQuick: boolean; mode: DoorMode }): [DoorState, DoorActions] {
  const [state, send] = useReducer(reduce, START);
  const { isQuick, mode } = options;
  const isBusy = useRef(false);
  const [isToRead] = useState(codesInView);

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

  const act = useCallback(
    async (ticketId: string, places?: readonly number[]): Promise<void> => {
      const nonce = randomName();
      const { answer, isLocal } =
        mode === 'serve' ? await backend.serve({ ticketId, nonce, ...(places && { places }) }) : await backend.admit({ ticketId, nonce, direction: mode });
      signal(answerTone(answer));
      const what = answer.code === 'ADMITTED' ? 'entry' : answer.code === 'SERVED' ? 'serving' : null;
      const last = what === null ? undefined : { acts: [{ ticketId, nonce, what } as const], until: monotonicNow() + UNDO_MS, backend };
      send({ type: 'shown', shown: { answer, isLocal, step: 'result' }, ...(last !== undefined && { last }) });
    },
    [backend, mode],
  );

  /** What a look has shown stays where the act after it fails. */
  const actAfter = useCallback(
    async ({ answer, isLocal }: Decided, places?: readonly number[]): Promise<void> => {
      if (answer.ticket === undefined) return;
      try {
        await act(answer.ticket.id, places);
      } catch (error) {
        if (error instanceof DoorClosed) throw error;
        signal('no');
        const isUnmarked = mode === 'serve' && error instanceof NoConnection && (error.why === 'unreachable' || error.why === 'timeout');
        const left = isUnmarked ? { ...answer, success: false, message: UNMARKED } : answer;
        send({ type: 'shown', shown: { answer: left, isLocal, step: 'preview' }, error: CONFIRM_FAILED });
      }
    },
    [act, mode],
  );

  const scan = useCallback(
    (text: string, by: ScannedBy): void => {
      const source = by === 'typed' ? 'typed' : 'camera';
      if (text.trim() === '') return;
      // Without quick mode each scan closes the camera, and whoever opens it again means it.
      if (by === 'camera' && isQuick && !isToRead({ text, at: monotonicNow(), isBusy: isBusy.current })) return;
      void run(
        'verify',
        async () => {
          const { answer: verified, isLocal } = await backend.verify({ text, source, mode });
          const answer = previewIn(mode, verified);
          if (isQuick && verified.ticket !== undefined && (verified.success || mode === 'out')) return actAfter({ answer, isLocal });
          signal(answerTone(answer));
          send({ type: 'shown', shown: { answer, isLocal, step: isQuick && answer.code !== 'VALID' ? 'result' : 'preview' } });
        },
        verifyFailureText,
      );
    },
    [backend, isQuick, mode, run, actAfter, isToRead],
  );

  const { shown } = state;
  const ticket = shown?.answer.ticket;
  const confirm = useCallback(
    (places?: readonly number[]): void => {
      if (shown?.answer.ticket !== undefined) void run('use', () => actAfter(shown, places), () => CONFIRM_FAILED);
    },
    [shown, run, actAfter],
  );

  const enterParty = useCallback(
    (tickets: readonly PartyTicket[]): void => {
      void run(
        'party',
        async () => {
          const nonce = randomName();
          const { answer: entered, isLocal } = await backend.admitParty({ ticketIds: tickets.map(({ ticketId }) => ticketId), nonce });
          const { results } = entered;
          const refused = results.find(({ success }) => !success);
          const answer = refused ?? results.at(-1)!;
          signal(answerTone(answer));
          const inside = results.filter(({ success }) => success);
          const message = refused === undefined ? `Endavant: han entrat ${inside.length}` : `Han entrat ${inside.length} de ${results.length}: ${refused.message}`;
          const acts = inside.map(({ ticketId }) => ({ ticketId, nonce: partyNonce(nonce, ticketId), what: 'entry' }) as const);
          const last = acts.length === 0 ? undefined : { acts, until: monotonicNow() + UNDO_MS, backend };
          send({ type: 'shown', shown: { answer: { ...answer, message }, isLocal, step: 'result' }, ...(last && { last }) });
        },
        () => CONFIRM_FAILED,
      );
    },
    [backend, run],
  );

  const undo = useCallback(
    (acts: readonly DoneAct[], where: DoorBackend = backend): void => {
      void run(
        'undo',
        async () => {
          const decided: Decided[] = [];
          for (const done of acts) decided.push(await where.undo(done));
          const of = decided.find(({ answer }) => !answer.success) ?? decided.at(-1);
          if (of === undefined) return;
          const { answer, isLocal } = of;
          const message = answer.success && acts.length > 1 ? `Desfetes ${acts.length} entrades` : answer.message;
          send({ type: 'shown', shown: { answer: { ...answer, message }, isLocal, step: 'result' }, last: null });
        },
        () => 'No hem pogut desfer-ho: sense connexió',
      );
    },
    [backend, run],
  );

  const key = state.shown?.key;
  const isLocal = state.shown?.isLocal === true;
  const ticketId = ticket !== undefined && ticket.party.size > 1 ? ticket.id : undefined;
  useEffect(() => {
    if (ticketId === undefined || key === undefined) return;
    void backend.partyOf(ticketId, isLocal).then((party) => send({ type: 'party', key, party })).catch(() => {});
  }, [backend, ticketId, key, isLocal]);

  const clear = useCallback((): void => send({ type: 'clear' }), []);
  return [state, { scan, confirm, enterParty, undo, clear }];
}
