import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

import { isLostConnection } from '#app/client-state/lost-connection.ts';

import type { EventForOrder } from './event-for-order.ts';

/** For navigation without network. */
const known = new Map<number, EventForOrder>();

/** The last reading where nothing answers, marked by `isOld`. */
export async function readEventAnyway(eventId: string | undefined, read: () => Promise<EventForOrder>): Promise<EventForOrder> {
  try {
    return await read();
  } catch (error) {
    const shown = isLostConnection(error) ? known.get(Number(eventId)) : undefined;
    if (shown === undefined) throw error;
    return { ...shown, isOld: true };
  }
}

export function useKnownEvent(shown: EventForOrder): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!shown.isOld) known.set(shown.event.id, shown);
  }, [shown]);
  useEffect(() => {
    if (!shown.isOld) return undefined;
    const again = (): void => void revalidate();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [shown.isOld, revalidate]);
}
