import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

import { isLostConnection } from '#app/platform/client-state/lost-connection.ts';

import type { EventForOrder } from './event-for-order.ts';

/** The last read events, for navigation without network. */
const known = new Map<number, EventForOrder>();

/** Falls back to the cached event, marked `isOld`, when offline; a reload after the sale's end keeps the page and says so. */
export async function readEventAnyway(eventId: string | undefined, read: () => Promise<EventForOrder>): Promise<EventForOrder> {
  try {
    return await read();
  } catch (error) {
    const shown = known.get(Number(eventId));
    if (shown !== undefined && isLostConnection(error)) return { ...shown, isOld: true };
    if (shown !== undefined && error instanceof Response && window.location.pathname === `/order/${eventId}`) return ended(shown, error);
    throw error;
  }
}

async function ended(shown: EventForOrder, elsewhere: Response): Promise<EventForOrder> {
  const { fetchEvent } = await import('../../client/order-calls.ts');
  const now = await fetchEvent(shown.event.id);
  if (!now.ok) throw elsewhere;
  return { ...shown, event: now.value };
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
