import { rightsOf } from '#app/domain/people/rights.ts';
import { heldReason } from '#app/domain/door/held-scan.ts';
import { heldShiftReason } from '#app/domain/shifts/shift.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { selectAcceptedShifts } from '#app/platform/http/guards/shift-store.server.ts';
import { lockActiveRole, selectGrantedRights } from '#app/platform/http/guards/staff-store.server.ts';

import type { DecidedScan } from '../offline/recording.server.ts';
import { lockPasses } from '../store.server.ts';
import type { HeldScan } from './service.server.ts';

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
