import { useCallback, useEffect, useMemo, useState } from 'react';

import type { DoorSession } from '#app/features/door/schema.ts';

import { doorLog } from '../log.ts';
import { useRepeat } from '../readiness/repeat.ts';
import { type DoorLink, doorLink, type Station } from './link.ts';
import { NOTHING_SYNCED, type SyncState } from './sync.ts';
import type { DoorClosing, DoorTransport } from './transport.ts';

const SYNC_EVERY_MS = 15_000;
const OTHERS_EVERY_MS = 5 * 60_000;

interface LinkOf {
  transport: DoorTransport;
  station: Station;
  scanner: DoorSession['scanner'];
  others: readonly number[];
  closed: (why: DoorClosing) => void;
}

interface UsedLink {
  link: DoorLink;
  state: SyncState;
  /** False until the stored state has been read. */
  isRead: boolean;
}

export function useLink({ transport, station, scanner, others, closed }: LinkOf): UsedLink {
  const { eventId } = station;
  const [read, setRead] = useState<{ eventId: number; proof: string; state: SyncState } | null>(null);
  const [changes, setChanges] = useState(0);
  const link = useMemo(
    () => doorLink({ transport, station, scanner, log: doorLog(station, scanner.proof), closed, changed: () => setChanges((count) => count + 1) }),
    [transport, station, scanner, closed],
  );

  useRepeat(eventId === 0 ? null : link.sync, SYNC_EVERY_MS);

  useEffect(() => {
    let isCurrent = true;
    link.state().then((state) => isCurrent && setRead({ eventId, proof: scanner.proof, state }), () => {});
    return () => {
      isCurrent = false;
    };
  }, [link, eventId, scanner.proof, changes]);

  const isRead = read?.eventId === eventId && read.proof === scanner.proof;
  const hasList = isRead && read.state.listAt !== null;
  const fetchOthers = useCallback(() => link.fetchLists(others), [link, others]);
  useRepeat(hasList && others.length > 0 ? fetchOthers : null, OTHERS_EVERY_MS);

  if (isRead) return { link, state: read.state, isRead };
  // The queue and conflicts span all events.
  const { queued, conflicts } = read?.state ?? NOTHING_SYNCED;
  return { link, state: { ...NOTHING_SYNCED, queued, conflicts }, isRead };
}
