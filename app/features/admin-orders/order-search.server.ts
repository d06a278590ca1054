import type { SearchSource } from '#app/feature.server.ts';
import { statusLabel } from '#app/domain/ticket/status-label.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { formatPrice } from '#app/design/ui/format-money.ts';

import { selectAdminOrders } from './store.server.ts';

const MOST_FOUND = 8;
/** 'ORD-…-T2' is the second ticket of its order. */
const TICKET = /-t\d{1,3}$/i;

/** By number (of the order or of a ticket), address or name. */
export const orderSearch: SearchSource = {
  right: 'admin',
  name: 'Comandes',
  async find(deps, text) {
    const filter = { eventId: null, search: text.replace(TICKET, ''), status: 'all', onlyWithNotes: false, onlyUnused: false } as const;
    const orders = await selectAdminOrders(deps.db.query, filter, { after: null, limit: MOST_FOUND });
    return orders.map(({ id, orderNumber, userName, email, eventTitle, eventDate, status, totalAmount }) => ({
      to: `/admin/orders/${id}`,
      title: `${orderNumber} · ${userName ?? email ?? 'Venda a taquilla'}`,
      detail: [userName === null ? null : email, `${eventTitle}, ${formatDate(eventDate)}`, statusLabel(status).text, formatPrice(totalAmount)].filter((part) => part !== null).join(' · '),
    }));
  },
};
