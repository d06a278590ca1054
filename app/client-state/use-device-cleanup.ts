import { useEffect } from 'react';

import { readDeviceTickets } from './device-tickets.ts';
import { deleteOfflineCopy } from './offline-copy.ts';

/** Nothing of an account stays on a device that shows a guest, however the session ended; old tickets of guests go with the next page. */
export function useDeviceCleanup(isGuest: boolean): void {
  useEffect(() => {
    if (isGuest) void deleteOfflineCopy();
  }, [isGuest]);
  // Reading removes what is old.
  useEffect(() => void readDeviceTickets(), []);
}
