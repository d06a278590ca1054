import { useEffect, useMemo, useState } from 'react';

import type { DoorSession } from '../../schema.ts';
import type { DoorWire, Place } from '../door-api.ts';
import { NO_OFFLINE_STATE, type OfflineDoor, offlineDoor, type OfflineState } from './offline-door.ts';

const SYNC_EVERY_MS = 15_000;

export function useOfflineDoor({ wire, place, scanner, closed }: { wire: DoorWire; place: Place; scanner: DoorSession['scanner']; closed: () => void }): { offline: OfflineDoor; state: OfflineState } {
  const [state, setState] = useState(NO_OFFLINE_STATE);
  const [changes, setChanges] = useState(0);
  const offline = useMemo(() => offlineDoor({ wire, place, scanner, closed, changed: () => setChanges((count) => count + 1) }), [wire, place, scanner, closed]);

  useEffect(() => {
    if (place.eventId === 0) return;
    const sync = (): void => void offline.sync();
    sync();
    const timer = setInterval(sync, SYNC_EVERY_MS);
    window.addEventListener('online', sync);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', sync);
    };
  }, [offline, place.eventId]);

  useEffect(() => {
    let isCurrent = true;
    offline.state().then((read) => isCurrent && setState(read), () => {});
    return () => {
      isCurrent = false;
    };
  }, [offline, changes]);

  return { offline, state };
}
