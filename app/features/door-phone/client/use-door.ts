import { useCallback, useEffect, useReducer, useRef, useState } from 'react';

import { UNDO_MS } from '#app/domain/door/admission.ts';
import { groupVerdict, undoneText, unmarked } from '#app/domain/door/answer.ts';
import { type DoorMode, MODE_TEXTS, previewIn, UNDO_REFUSED } from '#app/domain/door/mode.ts';
import { toneOfAnswer, unreadOf } from '#app/domain/door/unread.ts';
import { monotonicNow, randomName } from '#app/design/ui/browser-facts.ts';
import { useTimeout } from '#app/design/ui/hooks/use-timer.ts';

import { type DisplayedAnswer, type DoorEvent, type DoorState, type LastScans, reduce, START } from './door-state.ts';
import { scanDebounce } from './frames.ts';
import type { Decided, DoorLink, GroupTicket, UndoableScan } from './link/link.ts';
import { DoorClosed, type DoorClosing, NoConnection, verifyFailureText } from './link/transport.ts';
import { type ScanQueue, scanQueue } from './scanning/scan-queue.ts';
import { signal } from './signals.ts';

/** spec §8 */
const CONFIRM_FAILED = 'Error al confirmar el tiquet';

/** A camera reports one code many times; a keyboard scanner once per scan. */
type ScannedBy = 'camera' | 'scanner' | 'typed';

interface Scan {
  text: string;
  by: ScannedBy;
}

interface AtDoor {
  link: DoorLink;
  mode: DoorMode;
  isQuick: boolean;
}

export interface DoorActions {
  scan(text: string, by: ScannedBy): void;
  /** `places`: dishes to serve; without it all. */
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

export function useDoor(link: DoorLink, { isQuick, mode, closed }: { isQuick: boolean; mode: DoorMode; closed: (why: DoorClosing) => void }): [DoorState, DoorActions] {
  const [state, send] = useReducer(reduce, START);
  const isBusy = useRef(false);
  const [isDue] = useState(scanDebounce);
  const [queue] = useState((): ScanQueue<Scan> => scanQueue());

  const run = useCallback(async ({ what, work, failureText }: Step): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    send({ type: 'busy', what });
    const event = await work().catch((error: unknown): DoorEvent | null => {
      if (error instanceof DoorClosed) {
        closed(error.why);
        return null;
      }
      signal('no');
      return { type: 'failed', error: failureText(error) };
    });
    isBusy.current = false;
    send(event ?? { type: 'busy', what: null });
    if (event?.type === 'displayed') void loadGroup(link, event.displayed, send).catch(() => {});
  }, [link, closed]);

  const judge = useCallback(
    async (scan: Scan): Promise<void> => {
      await run({ what: 'verify', work: () => judgeScan({ link, mode, isQuick }, scan), failureText: verifyFailureText });
      queue.settle();
    },
    [link, isQuick, mode, run, queue],
  );

  const isFree = state.busy === null && state.displayed === null && state.error === null;
  useEffect(() => {
    if (!state.isWaiting || !isFree) return;
    const next = queue.next();
    send({ type: 'queued', slot: 'next' });
    if (next !== null) void judge(next);
  }, [state.isWaiting, isFree, queue, judge]);

  const scan = useCallback(
    (text: string, by: ScannedBy): void => {
      if (text.trim() === '') return;
      // Without quick mode each scan closes the camera, so a reopened one scans intentionally.
      if (by === 'camera' && isQuick && !isDue({ text, at: monotonicNow(), isBusy: false })) return;
      const slot = queue.take({ text, by }, isBusy.current);
      if (slot === 'now') void judge({ text, by });
      if (slot === 'missed') signal('warn');
      if (slot === 'missed' || slot === 'waits') send({ type: 'queued', slot });
    },
    [isQuick, isDue, queue, judge],
  );

  const { displayed } = state;
  const clear = useCallback((): void => send({ type: 'clear' }), []);
  const door = { link, mode, isQuick };
  const actions: DoorActions = {
    scan,
    clear,
    confirm: (places) => void (displayed?.answer.ticket && run({ what: 'use', work: () => confirm(door, displayed, places), failureText: () => CONFIRM_FAILED })),
    admitGroup: (tickets) => void run({ what: 'group', work: () => admitGroup(door, tickets), failureText: () => CONFIRM_FAILED }),
    undo: (scans, where = link) => void run({ what: 'undo', work: () => undoScans(where, scans), failureText: () => 'No hem pogut desfer-ho: sense connexió' }),
  };
  return [state, actions];
}

async function loadGroup(link: DoorLink, { answer, isLocal }: Pick<DisplayedAnswer, 'answer' | 'isLocal'>, send: (event: DoorEvent) => void): Promise<void> {
  if (answer.ticket === undefined || answer.ticket.party.size < 2) return;
  send({ type: 'group', answer, group: await link.groupOf(answer.ticket.id, isLocal) });
}

async function judgeScan(door: AtDoor, { text, by }: Scan): Promise<DoorEvent | null> {
  const { link, mode, isQuick } = door;
  const unread = by === 'typed' ? null : unreadOf(text, by);
  const { answer: verified, isLocal } = unread === null ? await link.verify({ text, source: by === 'typed' ? 'typed' : 'camera', mode }) : { answer: unread, isLocal: false };
  const answer = previewIn(mode, verified);
  if (isQuick && verified.ticket !== undefined && (verified.success || mode === 'out')) return confirm(door, { answer, isLocal });
  signal(toneOfAnswer(answer));
  return { type: 'displayed', displayed: { answer, refusal: MODE_TEXTS[mode].refusal, isLocal, step: isQuick && answer.code !== 'VALID' ? 'result' : 'preview' } };
}

/** On failure the verified ticket stays on the screen. `places`: dishes to serve; without it all. */
async function confirm(door: AtDoor, { answer, isLocal }: Pick<DisplayedAnswer, 'answer' | 'isLocal'>, places?: readonly number[]): Promise<DoorEvent | null> {
  if (answer.ticket === undefined) return null;
  const { refusal } = MODE_TEXTS[door.mode];
  try {
    return await admitOrServe(door, answer.ticket.id, places);
  } catch (error) {
    if (error instanceof DoorClosed) throw error;
    signal('no');
    const isUnmarked = door.mode === 'serve' && error instanceof NoConnection && (error.why === 'unreachable' || error.why === 'timeout');
    return { type: 'displayed', displayed: { answer: isUnmarked ? unmarked(answer) : answer, refusal, isLocal, step: 'preview' }, error: CONFIRM_FAILED };
  }
}

async function admitOrServe({ link, mode }: AtDoor, ticketId: string, places: readonly number[] | undefined): Promise<DoorEvent> {
  const nonce = randomName();
  const { answer, isLocal } = mode === 'serve' ? await link.serve({ ticketId, nonce, ...(places && { places }) }) : await link.admit({ ticketId, nonce, direction: mode });
  signal(toneOfAnswer(answer));
  const what = answer.code === 'ADMITTED' ? 'entry' : answer.code === 'SERVED' ? 'serving' : null;
  return { type: 'displayed', displayed: { answer, refusal: MODE_TEXTS[mode].refusal, isLocal, step: 'result' }, ...(what && { last: lastScans(link, [{ ticketId, nonce, what }]) }) };
}

async function admitGroup({ link }: AtDoor, tickets: readonly GroupTicket[]): Promise<DoorEvent | null> {
  const { answer: group, isLocal, undoable } = await link.admitGroup({ ticketIds: tickets.map(({ ticketId }) => ticketId), nonce: randomName() });
  const answer = groupVerdict(group);
  if (answer === null) return null;
  signal(toneOfAnswer(answer));
  return { type: 'displayed', displayed: { answer, refusal: MODE_TEXTS.in.refusal, isLocal, step: 'result' }, ...(undoable.length > 0 && { last: lastScans(link, undoable) }) };
}

async function undoScans(link: DoorLink, scans: readonly UndoableScan[]): Promise<DoorEvent | null> {
  const decided: Decided[] = [];
  for (const scan of scans) decided.push(await link.undo(scan));
  const of = decided.find(({ answer }) => !answer.success) ?? decided.at(-1);
  if (of === undefined) return null;
  const { answer, isLocal } = of;
  return { type: 'displayed', displayed: { answer: { ...answer, message: undoneText(answer, scans.length) }, refusal: UNDO_REFUSED, isLocal, step: 'result' }, last: null };
}

function lastScans(link: DoorLink, scans: readonly UndoableScan[]): LastScans {
  return { link, scans, until: monotonicNow() + UNDO_MS };
}

const SHOW_YES_MS = 2_500;
const SHOW_NO_MS = 4_500;
/** Shorter while a scan is waiting. */
const SHOW_YES_WAITED_FOR_MS = 1_200;

/** Quick mode dismisses answers by itself; an error goes once a scan is waiting. */
export function useAutoDismiss({ displayed, error, isWaiting }: Pick<DoorState, 'displayed' | 'error' | 'isWaiting'>, { isQuick, clear }: { isQuick: boolean; clear: () => void }): void {
  const yesMs = isWaiting ? SHOW_YES_WAITED_FOR_MS : SHOW_YES_MS;
  const isResult = displayed?.step === 'result' && isQuick;
  const resultMs = isResult && toneOfAnswer(displayed.answer) === 'yes' ? yesMs : SHOW_NO_MS;
  useTimeout(clear, isResult ? resultMs : null, displayed);
  useTimeout(clear, error !== null && isWaiting ? SHOW_NO_MS : null, error);
}
