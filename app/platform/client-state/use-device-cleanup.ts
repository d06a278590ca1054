import { useEffect } from 'react';

import { readDeviceTickets } from './device-tickets.ts';
import { deleteDoorCopyOfOthers } from './door-copy.ts';
import { deleteOfflineCopy } from './offline/offline-copy.ts';
import { deleteTillSales } from './till-sales.ts';

/** Nothing of an account stays on a device that shows a guest, however the session ended; old tickets of guests go with the next page. */
export function useDeviceCleanup(name: string | null): void {
  useEffect(() => {
    if (name === null) {
      deleteTillSales();
      void deleteOfflineCopy();
    }
    void deleteDoorCopyOfOthers(name);
    // Reading removes what is old.
    readDeviceTickets();
  }, [name]);
}
