import { useCallback } from 'react';

import type { DoorTransport } from './link/transport.ts';
import { useRepeat } from './readiness/repeat.ts';

const REPORT_EVERY_MS = 30_000;
const TIMEOUT_MS = 10_000;

interface DeviceStands {
  eventId: number;
  device: string;
  isReady: boolean;
  waiting: number;
  listAt: number | null;
  /** False until what is stored in the phone has been read. */
  isKnown: boolean;
}

/** Tells the page of the evening how this phone stands: at each change, and every half minute. */
export function useDeviceReport(transport: DoorTransport, { eventId, device, isReady, waiting, listAt, isKnown }: DeviceStands): void {
  // The list is fetched every few seconds: its age goes along, but is no change.
  const listMinute = listAt === null ? null : Math.floor(listAt / 60_000) * 60_000;
  const report = useCallback(async () => {
    const body = JSON.stringify({ device, isReady, waiting, listAt: listMinute === null ? null : new Date(listMinute).toISOString() });
    const answer = await transport.ask(`/api/door/${eventId}/device`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.ok;
  }, [transport, eventId, device, isReady, waiting, listMinute]);
  useRepeat(eventId === 0 || !isKnown ? null : report, REPORT_EVERY_MS);
}
