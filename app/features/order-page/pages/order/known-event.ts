import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

import { isLostConnection } from '#app/platform/client-state/lost-connection.ts';
import { useEventListener } from '#app/design/ui/hooks/use-event-listener.ts';

import type { EventForOrder } from './event-for-order.ts';

/** The last read events, for navigation without network. */
const known = new Map<number, EventForOrder>();

/** Falls back to the cached event, marked `isOld`, when offline; a reload after the sale's end keeps the page and says so. */
export async function readEventAnyway(eventId: string | undefined, read: () => Promise<EventForOrder>): Promise<EventForOrder> {
  try {
    return await read();
  } catch (error) {
    const cached = known.get(Number(eventId));
    if (cached !== undefined && isLostConnection(error)) return { ...cached, isOld: true };
    if (cached !== undefined && error instanceof Response && window.location.pathname === `/order/${eventId}`) return ended(cached, error);
    throw error;
  }
}

async function ended(cached: EventForOrder, elsewhere: Response): Promise<EventForOrder> {
  const { fetchEvent } = await import('../../client/order-calls.ts');
  const now = await fetchEvent(cached.event.id);
  if (!now.ok) throw elsewhere;
  return { ...cached, event: now.value };
}

export function useKnownEvent(current: EventForOrder): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!current.isOld) known.set(current.event.id, current);
  }, [current]);
  useEventListener('window', 'online', current.isOld ? () => void revalidate() : null);
}
