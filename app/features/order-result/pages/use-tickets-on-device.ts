import { useEffect, useState } from 'react';

import { storeDeviceTickets, refreshDeviceTickets } from '#app/platform/client-state/device-tickets.ts';
import { saveGuestCopy } from '#app/platform/client-state/offline-copy.ts';

import type { OrderPage } from '../service.server.ts';
import type { OrderState } from '../schema.ts';

export function useTicketsOnDevice({ order, page, signedIn }: { order: OrderState; page: Pick<OrderPage, 'eventDate' | 'tickets' | 'ended'>; signedIn: boolean }): boolean {
  const [isThere, setIsThere] = useState(false);
  const { orderNumber } = order;
  const { eventDate, tickets, ended } = page;
  const isRead = tickets.length > 0 || ended.length > 0;
  useEffect(() => {
    if (!isRead) return;
    if (signedIn) return refreshDeviceTickets({ orderNumber, eventDate, tickets });
    if (!storeDeviceTickets({ orderNumber, eventDate, tickets }) || tickets.length === 0 || !navigator.onLine) return;
    // The cached page also needs the ticket drawing's script.
    void import('#app/design/ticket-rendering/drawing/draw-ticket.ts').then(saveGuestCopy).then(setIsThere, () => undefined);
  }, [signedIn, isRead, orderNumber, eventDate, tickets]);
  return isThere;
}
