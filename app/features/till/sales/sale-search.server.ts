import type { SearchSource } from '#app/feature.server.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { formatPrice } from '#app/design/ui/format-money.ts';

import { selectSalesNumbered } from './store.server.ts';

const MOST_FOUND = 8;

/** Whoever sells sees the sales of the drawers, by number. */
export const saleSearch: SearchSource = {
  right: 'till',
  notForAdmins: true,
  name: 'Vendes de la taquilla',
  async find(deps, text) {
    const sales = await selectSalesNumbered(deps.db.query, { text: text.replace(/-t\d{1,3}$/i, ''), limit: MOST_FOUND });
    return sales.map(({ orderId, sessionId, sessionName, orderNumber, eventTitle, total, soldAt }) => ({
      to: `/admin/till/${sessionId}/sales/${orderId}`,
      title: orderNumber,
      detail: `${eventTitle} · ${formatPrice(total)} · ${sessionName}, ${instantText(soldAt.toISOString())}`,
    }));
  },
};
