import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { HELD_TEXT, type HeldReason, heldReason } from '#app/domain/door/held-scan.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, type RightLost } from '#app/platform/http/guards/staff.server.ts';
import { rightsOf } from '#app/domain/people/rights.ts';
import { heldShiftReason } from '#app/domain/shifts/shift.ts';
import { selectAcceptedShifts } from '#app/platform/http/guards/shift-store.server.ts';
import { lockActiveRole, selectGrantedRights } from '#app/platform/http/guards/staff-store.server.ts';

import { type DecidedScan, recordScans, type ScanResult } from '../offline/recording.server.ts';
import { selectScansByNonces } from '../offline/store.server.ts';
import { doorRequest } from '../scanner/service.server.ts';
import { countHeldOf, insertHeld, lockHeld, markDecided, selectHeldGroups, selectHeldNonces } from './store.server.ts';
import { lockPasses } from '../store.server.ts';

/** A whole evening at one door; bounds what a holder of an ended link can store. */
const MOST_HELD = 3_000;
const RETRY_S = 3_600;

/** `passId`: the account's id where it was at the door by a shift. */
type HeldScan = DecidedScan & { passId: string; passName: string; reason: HeldReason; byAccount: boolean };

/** Idempotent. Scans accepted before the pass ended keep their answer. */
export async function holdScans(tx: Tx, holding: { eventId: number; scans: readonly HeldScan[]; now: Date }): Promise<Map<string, ScanResult>> {
  const { eventId, scans, now } = holding;
  const nonces = scans.map(({ nonce }) => nonce);
  const answered = new Map((await selectScansByNonces(tx, nonces)).map((scan) => [scan.nonce ?? '', scan]));
  const known = new Set([...answered.keys(), ...(await selectHeldNonces(tx, nonces))]);
  const fresh = scans.filter(({ nonce }) => !known.has(nonce));
  if (fresh.length > 0) {
    if ((await countHeldOf(tx, [...new Set(fresh.map(({ passId }) => passId))])) + fresh.length > MOST_HELD) throw new Refusal('RATE_LIMITED', { retryAfterSeconds: RETRY_S });
    await insertHeld(
      tx,
      fresh.map(({ nonce, passId, passName, byAccount, reason, hash, decision, undoes, scannedAt, request }) => ({ nonce, passId, passName, byAccount, reason, eventId, hash, decision, undoes, device: request.device, scannedAt, receivedAt: now })),
    );
  }
  return new Map(
    scans.map(({ nonce, decision }): [string, ScanResult] => {
      const before = answered.get(nonce);
      if (before === undefined) return [nonce, { nonce, success: false, code: decision, message: HELD_TEXT, conflict: false, ticketNumber: null }];
      return [nonce, { ...before, nonce, success: before.success && !before.conflict }];
    }),
  );
}

export interface HeldGroup {
  passId: string;
  passName: string;
  byAccount: boolean;
  eventId: number;
  eventTitle: string;
  scans: number;
  entries: number;
  reasons: HeldReason[];
  from: string;
  to: string;
}

export async function listHeld(deps: Pick<Deps, 'db'>, _admin: AdminId): Promise<HeldGroup[]> {
  return (await selectHeldGroups(deps.db.query)).map(({ from, to, ...group }) => ({ ...group, from: from.toISOString(), to: to.toISOString() }));
}

export async function countHeld(deps: Pick<Deps, 'db'>): Promise<number> {
  return (await selectHeldGroups(deps.db.query)).length;
}

type HeldDecided = { outcome: 'taken'; scans: number; entered: number; conflicts: number } | { outcome: 'dropped'; scans: number } | { outcome: 'nothing' } | RightLost;

/** Accepted scans count as if uploaded in time. */
export async function decideHeld(deps: Pick<Deps, 'db' | 'changes' | 'clock'>, admin: AdminId, which: { passId: string; eventId: number; take: boolean }): Promise<HeldDecided> {
  const { passId, eventId, take } = which;
  return asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now, audit }): Promise<HeldDecided> => {
    const held = await lockHeld(tx, { passId, eventId });
    if (held.length === 0) return { outcome: 'nothing' };
    await markDecided(tx, held.map(({ id }) => id), { at: now, taken: take });
    await audit({ action: take ? 'pass.scans_taken' : 'pass.scans_dropped', subject: held[0]?.byAccount ? 'user' : 'evening_pass', subjectId: passId, detail: { event: eventId, scans: held.length } });
    if (!take) return { outcome: 'dropped', scans: held.length };
    const scanner = { id: `${held[0]?.byAccount ? 'user' : 'pass'}:${passId}`, ownId: passId, name: '', eventIds: [eventId], isAdmin: false, hasAccount: false, expiresAt: null };
    const scans = held.map(({ nonce, decision, undoes, hash, device, scannedAt }): DecidedScan => ({ nonce, decision, undoes, hash, ticketId: null, scannedAt, isTimeKnown: false, request: doorRequest(scanner, { eventId, device }) }));
    const results = [...(await recordScans(tx, { eventId, scans, now })).values()];
    const count = (is: (result: ScanResult) => boolean): number => results.filter(is).length;
    return { outcome: 'taken', scans: held.length, entered: count(({ code, success }) => success && code === 'ADMITTED'), conflicts: count(({ conflict }) => conflict) };
  });
}

const PASS = 'pass:';
const ACCOUNT = 'user:';

/** Scans of whom nothing let scan at that moment, by nonce. */
export async function scansToHold(tx: Tx, scans: readonly DecidedScan[], now: Date): Promise<Map<string, HeldScan>> {
  return new Map([...(await heldOfPasses(tx, scans, now)), ...(await heldOfAccounts(tx, scans, now))]);
}

async function heldOfPasses(tx: Tx, scans: readonly DecidedScan[], now: Date): Promise<Map<string, HeldScan>> {
  const passes = new Map((await lockPasses(tx, scannersOf(scans, PASS))).map((pass) => [pass.id, pass]));
  const held = new Map<string, HeldScan>();
  for (const scan of scans) {
    const passId = scannerOf(scan, PASS);
    if (passId === null) continue;
    const pass = passes.get(passId);
    const reason = pass === undefined ? 'late' : heldReason(pass, { scannedAt: scan.scannedAt, now });
    if (reason !== null) held.set(scan.nonce, { ...scan, passId, passName: pass?.name ?? 'Passe esborrat', reason, byAccount: false });
  }
  return held;
}

const NAME = 'Torn de porta';

/** Of an account without the right: what was scanned in its shifts counts. One that never had a shift is answered for by whoever hands in. */
async function heldOfAccounts(tx: Tx, scans: readonly DecidedScan[], now: Date): Promise<Map<string, HeldScan>> {
  const held = new Map<string, HeldScan>();
  for (const userId of scannersOf(scans, ACCOUNT)) {
    const role = await lockActiveRole(tx, userId);
    if (role !== null && rightsOf(role, await selectGrantedRights(tx, userId)).includes('door')) continue;
    const shifts = await selectAcceptedShifts(tx, userId, now);
    for (const scan of scans.filter((one) => scannerOf(one, ACCOUNT) === userId)) {
      const own = shifts.filter(({ right, eventId }) => right === 'door' && eventId === scan.request.eventId);
      if (own.length === 0 && scan.request.scanner.hasEnded !== true) continue;
      const reason = heldShiftReason(own, { scannedAt: scan.scannedAt, now });
      if (reason !== null) held.set(scan.nonce, { ...scan, passId: userId, passName: NAME, reason, byAccount: true });
    }
  }
  return held;
}

function scannersOf(scans: readonly DecidedScan[], kind: string): string[] {
  return [...new Set(scans.flatMap((scan) => scannerOf(scan, kind) ?? []))].toSorted();
}

function scannerOf({ request }: DecidedScan, kind: string): string | null {
  return request.scanner.id.startsWith(kind) ? request.scanner.id.slice(kind.length) : null;
}
