import { UNDO_MS } from '#app/domain/door/admission.ts';
import { groupNonce } from '#app/domain/door/group-nonce.ts';
import { UNMARKED } from '#app/domain/door/verdict.ts';
import { monotonicNow, randomName } from '#app/design/ui/browser-facts.ts';

import { type DoorMode, MODE_TEXTS, previewIn, UNDO_REFUSED } from './door-mode.ts';
import type { DoorEvent, LastScans, Shown } from './door-state.ts';
import type { Decided, DoorLink, GroupTicket, UndoableScan } from './link/link.ts';
import { DoorClosed, NoConnection } from './link/transport.ts';
import { shownTone, unreadOf } from './scanning/unread.ts';
import { signal } from './signals.ts';

/** spec §8 */
export const CONFIRM_FAILED = 'Error al confirmar el tiquet';

/** A camera sees one code many times; a keyboard scanner reads once for each press. */
export type ScannedBy = 'camera' | 'scanner' | 'typed';

export interface Scan {
  text: string;
  by: ScannedBy;
}

interface AtDoor {
  link: DoorLink;
  mode: DoorMode;
  isQuick: boolean;
}

export async function judgeScan(door: AtDoor, { text, by }: Scan): Promise<DoorEvent | null> {
  const { link, mode, isQuick } = door;
  const unread = by === 'typed' ? null : unreadOf(text, by);
  const { answer: verified, isLocal } = unread === null ? await link.verify({ text, source: by === 'typed' ? 'typed' : 'camera', mode }) : { answer: unread, isLocal: false };
  const answer = previewIn(mode, verified);
  if (isQuick && verified.ticket !== undefined && (verified.success || mode === 'out')) return confirm(door, { answer, isLocal });
  signal(shownTone(answer));
  return { type: 'shown', shown: { answer, refusal: MODE_TEXTS[mode].refusal, isLocal, step: isQuick && answer.code !== 'VALID' ? 'result' : 'preview' } };
}

/** What was verified stays on the screen where this fails. `places`: of the dishes that are given out; without them all. */
export async function confirm(door: AtDoor, { answer, isLocal }: Pick<Shown, 'answer' | 'isLocal'>, places?: readonly number[]): Promise<DoorEvent | null> {
  if (answer.ticket === undefined) return null;
  const { refusal } = MODE_TEXTS[door.mode];
  try {
    return await use(door, answer.ticket.id, places);
  } catch (error) {
    if (error instanceof DoorClosed) throw error;
    signal('no');
    const isUnmarked = door.mode === 'serve' && error instanceof NoConnection && (error.why === 'unreachable' || error.why === 'timeout');
    const left = isUnmarked ? { ...answer, success: false, message: UNMARKED.message } : answer;
    return { type: 'shown', shown: { answer: left, refusal, isLocal, step: 'preview' }, error: CONFIRM_FAILED };
  }
}

async function use({ link, mode }: AtDoor, ticketId: string, places: readonly number[] | undefined): Promise<DoorEvent> {
  const nonce = randomName();
  const { answer, isLocal } = mode === 'serve' ? await link.serve({ ticketId, nonce, ...(places && { places }) }) : await link.admit({ ticketId, nonce, direction: mode });
  signal(shownTone(answer));
  const what = answer.code === 'ADMITTED' ? 'entry' : answer.code === 'SERVED' ? 'serving' : null;
  return { type: 'shown', shown: { answer, refusal: MODE_TEXTS[mode].refusal, isLocal, step: 'result' }, ...(what && { last: undoable(link, [{ ticketId, nonce, what }]) }) };
}

export async function admitGroup({ link }: AtDoor, tickets: readonly GroupTicket[]): Promise<DoorEvent | null> {
  const nonce = randomName();
  const { answer: group, isLocal } = await link.admitGroup({ ticketIds: tickets.map(({ ticketId }) => ticketId), nonce });
  const { results } = group;
  const refused = results.find(({ success }) => !success);
  const answer = refused ?? results.at(-1);
  if (answer === undefined) return null;
  signal(shownTone(answer));
  const inside = results.filter(({ success }) => success);
  const message = refused === undefined ? `Endavant: han entrat ${inside.length}` : `Han entrat ${inside.length} de ${results.length}: ${refused.message}`;
  const scans = inside.map(({ ticketId }): UndoableScan => ({ ticketId, nonce: groupNonce(nonce, ticketId), what: 'entry' }));
  return { type: 'shown', shown: { answer: { ...answer, message }, refusal: MODE_TEXTS.in.refusal, isLocal, step: 'result' }, ...(scans.length > 0 && { last: undoable(link, scans) }) };
}

export async function undoScans(link: DoorLink, scans: readonly UndoableScan[]): Promise<DoorEvent | null> {
  const decided: Decided[] = [];
  for (const scan of scans) decided.push(await link.undo(scan));
  const of = decided.find(({ answer }) => !answer.success) ?? decided.at(-1);
  if (of === undefined) return null;
  const { answer, isLocal } = of;
  const message = answer.success && scans.length > 1 ? `Desfetes ${scans.length} entrades` : answer.message;
  return { type: 'shown', shown: { answer: { ...answer, message }, refusal: UNDO_REFUSED, isLocal, step: 'result' }, last: null };
}

function undoable(link: DoorLink, scans: readonly UndoableScan[]): LastScans {
  return { link, scans, until: monotonicNow() + UNDO_MS };
}
