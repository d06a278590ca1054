import { createHash } from 'node:crypto';

import { type Tx, violatedConstraint } from '#app/platform/adapters/db/database.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { believedScanTime } from '#app/domain/door/scan-time.ts';

import type { DoorDeps } from '../admission/service.server.ts';
import { holdScans, scansToHold } from '../held/service.server.ts';
import { assertStillAtDoor, type DoorRequest, provedScanner } from '../scanner/service.server.ts';
import type { OfflineScan, UploadAnswer } from '../schema.ts';
import { selectDoorEvent } from '../store.server.ts';
import { type DecidedScan, recordScans, type ScanResult } from './recording.server.ts';

type UploadDeps = DoorDeps & Pick<Deps, 'keys'>;
type UploadRequest = DoorRequest & { eventId: number };
interface Upload {
  scans: readonly OfflineScan[];
  sentAt: Date | null;
}

const ATTEMPTS = 3;

/** A second admission is stored as a conflict instead of being refused. Idempotent. */
export async function takeOfflineScans(deps: UploadDeps, request: UploadRequest, upload: Upload): Promise<UploadAnswer['results']> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await deps.doorDb.inTransaction((tx) => takeAll(deps, tx, { request, upload }));
    } catch (error) {
      // A concurrent upload stored the same scan of an unknown ticket: its answer is read now.
      if (!/^(?:held_)?scans_nonce_key$/.test(violatedConstraint(error) ?? '') || attempt === ATTEMPTS) throw error;
    }
  }
}

async function takeAll(deps: UploadDeps, tx: Tx, { request, upload }: { request: UploadRequest; upload: Upload }): Promise<UploadAnswer['results']> {
  const now = deps.clock.now();
  await assertStillAtDoor(tx, request.scanner, now);
  const event = await selectDoorEvent(tx, request.eventId);
  // Assumes that a phone's clock error is the same at scanning and at sending.
  const offset = upload.sentAt === null ? 0 : now.getTime() - upload.sentAt.getTime();
  const scans = upload.scans.map((scan): DecidedScan => {
    const statedTime = new Date(Date.parse(scan.scannedAt) + offset);
    // The uploader may differ from the scanner, on the same phone.
    const id = (scan.by === undefined ? null : provedScanner(deps, scan.by)) ?? request.scanner.id;
    const ticketId = scan.ticketId?.toUpperCase() ?? null;
    const scannedAt = event === null ? now : believedScanTime(statedTime, { eventDate: event.date, now, listAsOf: scan.listAsOf === undefined ? null : new Date(scan.listAsOf) });
    return {
      nonce: scan.nonce,
      decision: scan.decision,
      undoes: scan.undoes ?? null,
      hash: ticketId === null ? (scan.hash ?? '') : hashOf(ticketId),
      ticketId,
      scannedAt,
      isTimeKnown: upload.sentAt !== null && scannedAt.getTime() === statedTime.getTime(),
      request: { ...request, scanner: { ...request.scanner, id }, device: scan.device ?? request.device },
    };
  });
  const held = await scansToHold(tx, scans, now);
  const results = new Map<string, ScanResult>([
    ...(await recordScans(tx, { eventId: request.eventId, scans: scans.filter(({ nonce }) => !held.has(nonce)), now })),
    ...(held.size === 0 ? [] : await holdScans(tx, { eventId: request.eventId, scans: [...held.values()], now })),
  ]);
  return scans.map(({ nonce, scannedAt }) => ({ ...results.get(nonce)!, scannedAt: scannedAt.toISOString() }));
}

function hashOf(ticketId: string): string {
  return createHash('sha256').update(ticketId).digest('hex').slice(0, 32);
}
