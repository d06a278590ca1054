import { useEffect, useMemo, useState } from 'react';

import type { DoorSession } from '../../schema.ts';
import type { DoorWire, Place } from '../door-api.ts';
import { repeat } from '../readiness/repeat.ts';
import { NO_OFFLINE_STATE, type OfflineDoor, offlineDoor, type OfflineState } from './offline-door.ts';

const SYNC_EVERY_MS = 15_000;
const OTHERS_EVERY_MS = 5 * 60_000;

interface OfflineDoorOf {
  wire: DoorWire;
  place: Place;
  scanner: DoorSession['scanner'];
  /** The other events of the day. */
  others: readonly number[];
  closed: () => void;
}

export interface UsedOfflineDoor {
  offline: OfflineDoor;
  state: OfflineState;
  /** False until it is known what this phone holds of the event. */
  isRead: boolean;
}

export function useOfflineDoor({ wire, place, scanner, others, closed }: OfflineDoorOf): UsedOfflineDoor {
  const { eventId } = place;
  const [read, setRead] = useState<{ eventId: number; proof: string; state: OfflineState } | null>(null);
  const [changes, setChanges] = useState(0);
  const offline = useMemo(() => offlineDoor({ wire, place, scanner, closed, changed: () => setChanges((count) => count + 1) }), [wire, place, scanner, closed]);

  useEffect(() => (eventId === 0 ? undefined : repeat(offline.sync, SYNC_EVERY_MS)), [offline, eventId]);

  useEffect(() => {
    let isCurrent = true;
    offline.state().then((state) => isCurrent && setRead({ eventId, proof: scanner.proof, state }), () => {});
    return () => {
      isCurrent = false;
    };
  }, [offline, eventId, scanner.proof, changes]);

  const isRead = read?.eventId === eventId && read.proof === scanner.proof;
  const hasList = isRead && read.state.listAt !== null;
  useEffect(() => (hasList && others.length > 0 ? repeat(() => offline.fetchLists(others), OTHERS_EVERY_MS) : undefined), [offline, others, hasList]);

  if (isRead) return { offline, state: read.state, isRead };
  // The queue and its conflicts are the phone's, whatever event is chosen.
  const { queued, conflicts } = read?.state ?? NO_OFFLINE_STATE;
  return { offline, state: { ...NO_OFFLINE_STATE, queued, conflicts }, isRead };
}
