import type { AnswerView } from '#app/domain/door/unread.ts';
import type { DoorLink, GroupTicket, UndoableScan } from './link/link.ts';

/** One ticket, or the group that was admitted together. */
export interface LastScans {
  scans: readonly UndoableScan[];
  until: number;
  /** Another event may have been chosen since. */
  link: DoorLink;
}

export interface DisplayedAnswer {
  answer: AnswerView;
  refusal: string;
  isLocal: boolean;
  step: 'preview' | 'result';
  /** Unique per answer. */
  key: number;
  group: GroupTicket[];
}

export interface DoorState {
  busy: null | 'verify' | 'use' | 'undo' | 'group';
  displayed: DisplayedAnswer | null;
  count: number;
  error: string | null;
  last: LastScans | null;
  isWaiting: boolean;
  /** A further scan came too soon and was dropped. */
  isMissed: boolean;
}

export type DoorEvent =
  | { type: 'busy'; what: DoorState['busy'] }
  | { type: 'displayed'; displayed: Omit<DisplayedAnswer, 'key' | 'group'>; last?: LastScans | null; error?: string }
  | { type: 'group'; answer: AnswerView; group: GroupTicket[] }
  | { type: 'failed'; error: string }
  | { type: 'queued'; slot: 'waits' | 'missed' | 'next' }
  | { type: 'clear' };

export const START: DoorState = { busy: null, displayed: null, count: 0, error: null, last: null, isWaiting: false, isMissed: false };

export function reduce(state: DoorState, event: DoorEvent): DoorState {
  switch (event.type) {
    case 'busy':
      return { ...state, busy: event.what, error: null, isMissed: state.isWaiting && state.isMissed };
    case 'displayed':
      return { ...state, busy: null, error: event.error ?? null, last: event.last === undefined ? state.last : event.last, count: state.count + 1, displayed: { ...event.displayed, group: [], key: state.count + 1 } };
    case 'group':
      return state.displayed?.answer === event.answer ? { ...state, displayed: { ...state.displayed, group: event.group } } : state;
    case 'failed':
      return { ...state, busy: null, displayed: null, error: event.error };
    case 'queued':
      return { ...state, isWaiting: event.slot !== 'next', isMissed: event.slot === 'missed' };
    case 'clear':
      return { ...state, busy: null, displayed: null, error: null };
  }
}
