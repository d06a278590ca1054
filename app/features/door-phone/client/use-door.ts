import { useCallback, useEffect, useReducer, useRef, useState } from 'react';

import { monotonicNow } from '#app/design/ui/browser-facts.ts';

import type { DoorMode } from './door-mode.ts';
import { type DoorEvent, type DoorState, reduce, START } from './door-state.ts';
import { admitGroup, CONFIRM_FAILED, confirm, judgeScan, type Scan, type ScannedBy, undoScans } from './door-steps.ts';
import type { DoorLink, GroupTicket, UndoableScan } from './link/link.ts';
import { DoorClosed } from './link/transport.ts';
import { scanDebounce } from './frames.ts';
import { type ScanQueue, scanQueue } from './scanning/scan-queue.ts';
import { signal } from './signals.ts';
import { verifyFailureText } from './verify-failure-text.ts';

export interface DoorActions {
  scan(text: string, by: ScannedBy): void;
  /** `places`: of the dishes that are given out; without them all. */
  confirm(places?: readonly number[]): void;
  admitGroup(tickets: readonly GroupTicket[]): void;
  undo(scans: readonly UndoableScan[], where?: DoorLink): void;
  clear(): void;
}

interface Step {
  what: NonNullable<DoorState['busy']>;
  work: () => Promise<DoorEvent | null>;
  failureText: (error: unknown) => string;
}

export function useDoor(link: DoorLink, { isQuick, mode }: { isQuick: boolean; mode: DoorMode }): [DoorState, DoorActions] {
  const [state, send] = useReducer(reduce, START);
  const isBusy = useRef(false);
  const [isDue] = useState(scanDebounce);
  const [queue] = useState((): ScanQueue<Scan> => scanQueue());
  useGroup(link, state, send);

  const run = useCallback(async ({ what, work, failureText }: Step): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    send({ type: 'busy', what });
    const event = await work().catch((error: unknown) => failure(error, failureText));
    isBusy.current = false;
    send(event ?? { type: 'busy', what: null });
  }, []);

  const judge = useCallback(
    async (scan: Scan): Promise<void> => {
      await run({ what: 'verify', work: () => judgeScan({ link, mode, isQuick }, scan), failureText: verifyFailureText });
      queue.settle();
    },
    [link, isQuick, mode, run, queue],
  );

  const isFree = state.busy === null && state.shown === null && state.error === null;
  useEffect(() => {
    if (!state.isWaiting || !isFree) return;
    const next = queue.next();
    send({ type: 'turn', turn: 'next' });
    if (next !== null) void judge(next);
  }, [state.isWaiting, isFree, queue, judge]);

  const scan = useCallback(
    (text: string, by: ScannedBy): void => {
      if (text.trim() === '') return;
      // Without quick mode each scan closes the camera, and whoever opens it again means it.
      if (by === 'camera' && isQuick && !isDue({ text, at: monotonicNow(), isBusy: false })) return;
      const turn = queue.take({ text, by }, isBusy.current);
      if (turn === 'now') void judge({ text, by });
      if (turn === 'missed') signal('warn');
      if (turn === 'missed' || turn === 'waits') send({ type: 'turn', turn });
    },
    [isQuick, isDue, queue, judge],
  );

  const { shown } = state;
  const clear = useCallback((): void => send({ type: 'clear' }), []);
  const door = { link, mode, isQuick };
  const actions: DoorActions = {
    scan,
    clear,
    confirm: (places) => void (shown?.answer.ticket && run({ what: 'use', work: () => confirm(door, shown, places), failureText: () => CONFIRM_FAILED })),
    admitGroup: (tickets) => void run({ what: 'group', work: () => admitGroup(door, tickets), failureText: () => CONFIRM_FAILED }),
    undo: (scans, where = link) => void run({ what: 'undo', work: () => undoScans(where, scans), failureText: () => 'No hem pogut desfer-ho: sense connexió' }),
  };
  return [state, actions];
}

function failure(error: unknown, text: (error: unknown) => string): DoorEvent {
  if (error instanceof DoorClosed) return { type: 'closed' };
  signal('no');
  return { type: 'failed', error: text(error) };
}

/** The other tickets of the order that is shown. */
function useGroup(link: DoorLink, { shown }: DoorState, send: (event: DoorEvent) => void): void {
  const key = shown?.key;
  const isLocal = shown?.isLocal === true;
  const ticket = shown?.answer.ticket;
  const ticketId = ticket !== undefined && ticket.party.size > 1 ? ticket.id : undefined;
  useEffect(() => {
    if (ticketId === undefined || key === undefined) return;
    void link.groupOf(ticketId, isLocal).then((group) => send({ type: 'group', key, group })).catch(() => {});
  }, [link, send, ticketId, key, isLocal]);
}
