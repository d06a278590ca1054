import { useCallback, useEffect, useReducer, useRef, useState } from 'react';

import { UNDO_MS } from '#app/domain/door/admission.ts';
import { partyNonce } from '#app/domain/door/group-nonce.ts';
import { monotonicNow, randomName } from '#app/design/ui/browser-facts.ts';

import { type DoneAct, DoorClosed, NoConnection, type PartyTicket } from './door-api.ts';
import type { Decided, DoorBackend } from './door-backend.ts';
import { type DoorMode, MODE_TEXTS, previewIn, UNDO_REFUSED } from './door-mode.ts';
import { codesInView } from './looks.ts';
import { UNMARKED } from './offline/offline-answers.ts';
import { type ScanQueue, scanQueue } from './scanning/scan-queue.ts';
import { type ShownAnswer, shownTone, unreadOf } from './scanning/unread.ts';
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
  answer: ShownAnswer;
  /** Said large where the answer is no. */
  refusal: string;
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
  /** A scan waits until the answer before it has been seen. */
  isWaiting: boolean;
  /** A further one came too soon, and was not taken. */
  isMissed: boolean;
}

type Event =
  | { type: 'busy'; what: DoorState['busy'] }
  | { type: 'shown'; shown: Omit<Shown, 'key' | 'party'>; last?: LastActs | null; error?: string }
  | { type: 'party'; key: number; party: PartyTicket[] }
  | { type: 'failed'; error: string }
  | { type: 'turn'; turn: 'waits' | 'missed' | 'next' }
  | { type: 'closed' }
  | { type: 'clear' };

const START: DoorState = { busy: null, shown: null, count: 0, error: null, last: null, isClosed: false, isWaiting: false, isMissed: false };

function reduce(state: DoorState, event: Event): DoorState {
  switch (event.type) {
    case 'busy':
      return { ...state, busy: event.what, error: null, isMissed: state.isWaiting && state.isMissed };
    case 'shown':
      return { ...state, busy: null, error: event.error ?? null, last: event.last === undefined ? state.last : event.last, count: state.count + 1, shown: { ...event.shown, party: [], key: state.count + 1 } };
    case 'party':
      return state.shown?.key === event.key ? { ...state, shown: { ...state.shown, party: event.party } } : state;
    case 'failed':
      return { ...state, busy: null, shown: null, error: event.error };
    case 'turn':
      return { ...state, isWaiting: event.turn !== 'next', isMissed: event.turn === 'missed' };
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
  const [queue] = useState((): ScanQueue<{ text: string; by: ScannedBy }> => scanQueue());

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
      signal(shownTone(answer));
      const what = answer.code === 'ADMITTED' ? 'entry' : answer.code === 'SERVED' ? 'serving' : null;
      const last = what === null ? undefined : { acts: [{ ticketId, nonce, what } as const], until: monotonicNow() + UNDO_MS, backend };
      send({ type: 'shown', shown: { answer, refusal: MODE_TEXTS[mode].refusal, isLocal, step: 'result' }, ...(last !== undefined && { last }) });
    },
    [backend, mode],
  );

  /** What a look has shown stays where the act after it fails. */
  const actAfter = useCallback(
    async ({ answer, isLocal }: Pick<Shown, 'answer' | 'isLocal'>, places?: readonly number[]): Promise<void> => {
      if (answer.ticket === undefined) return;
      try {
        await act(answer.ticket.id, places);
      } catch (error) {
        if (error instanceof DoorClosed) throw error;
        signal('no');
        const isUnmarked = mode === 'serve' && error instanceof NoConnection && (error.why === 'unreachable' || error.why === 'timeout');
        const left = isUnmarked ? { ...answer, success: false, message: UNMARKED } : answer;
        send({ type: 'shown', shown: { answer: left, refusal: MODE_TEXTS[mode].refusal, isLocal, step: 'preview' }, error: CONFIRM_FAILED });
      }
    },
    [act, mode],
  );

  const judge = useCallback(
    async ({ text, by }: { text: string; by: ScannedBy }): Promise<void> => {
      const { refusal } = MODE_TEXTS[mode];
      const source = by === 'typed' ? 'typed' : 'camera';
      await run(
        'verify',
        async () => {
          const unread = by === 'typed' ? null : unreadOf(text, by);
          const { answer: verified, isLocal } = unread === null ? await backend.verify({ text, source, mode }) : { answer: unread, isLocal: false };
          const answer = previewIn(mode, verified);
          if (isQuick && verified.ticket !== undefined && (verified.success || mode === 'out')) return actAfter({ answer, isLocal });
          signal(shownTone(answer));
          send({ type: 'shown', shown: { answer, refusal, isLocal, step: isQuick && answer.code !== 'VALID' ? 'result' : 'preview' } });
        },
        verifyFailureText,
      );
      queue.settle();
    },
    [backend, isQuick, mode, run, actAfter, queue],
  );

  const scan = useCallback(
    (text: string, by: ScannedBy): void => {
      if (text.trim() === '') return;
      // Without quick mode each scan closes the camera, and whoever opens it again means it.
      if (by === 'camera' && isQuick && !isToRead({ text, at: monotonicNow(), isBusy: false })) return;
      const turn = queue.take({ text, by }, isBusy.current);
      if (turn === 'now') void judge({ text, by });
      if (turn === 'missed') signal('warn');
      if (turn === 'missed' || turn === 'waits') send({ type: 'turn', turn });
    },
    [isQuick, isToRead, queue, judge],
  );

  const isFree = state.busy === null && state.shown === null && state.error === null;
  useEffect(() => {
    if (!state.isWaiting || !isFree) return;
    const next = queue.next();
    send({ type: 'turn', turn: 'next' });
    if (next !== null) void judge(next);
  }, [state.isWaiting, isFree, queue, judge]);

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
          signal(shownTone(answer));
          const inside = results.filter(({ success }) => success);
          const message = refused === undefined ? `Endavant: han entrat ${inside.length}` : `Han entrat ${inside.length} de ${results.length}: ${refused.message}`;
          const acts = inside.map(({ ticketId }) => ({ ticketId, nonce: partyNonce(nonce, ticketId), what: 'entry' }) as const);
          const last = acts.length === 0 ? undefined : { acts, until: monotonicNow() + UNDO_MS, backend };
          send({ type: 'shown', shown: { answer: { ...answer, message }, refusal: MODE_TEXTS.in.refusal, isLocal, step: 'result' }, ...(last && { last }) });
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
          send({ type: 'shown', shown: { answer: { ...answer, message }, refusal: UNDO_REFUSED, isLocal, step: 'result' }, last: null });
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
