import type { Page } from 'playwright-core';

import { anEvent } from '../app/events.ts';
import { aDinnerAtTables, type Dinner } from '../people/diners.ts';
import type { Site } from '../site/site.ts';
import type { Stop } from './walk.ts';

const dinnerPage = (path: (dinner: Dinner) => string, { seated = true, published = false }: { seated?: boolean; published?: boolean } = {}) => async (site: Site): Promise<string> => path(await aDinnerAtTables(site, { seated, published }));
const at = (page: string, open: Stop['open'], more: Partial<Stop> = {}): Stop => ({ page, who: 'admin', open: open!, ...more });

/** Ticket numbers of an order have its own as their beginning. */
const firstTicket = ({ orders }: Dinner): string => encodeURIComponent(`${orders[0]!.orderNumber}-T1`);

/** Of the dinner whose colles are on the page. */
async function anOrderNumber(page: Page): Promise<{ order: string }> {
  const eventId = /colles\/(\d+)/.exec(page.url())?.[1] ?? '';
  const { orders } = (await (await page.request.get(`/api/admin/orders?eventId=${eventId}`)).json()) as { orders: { orderNumber: string }[] };
  return { order: orders[0]?.orderNumber ?? '' };
}

export const GROUP_STOPS: readonly Stop[] = [
  { page: '/colla/:code', who: 'guest', open: dinnerPage(({ codes }) => `/colla/${codes[0]}`) },
  { page: '/la-meua-colla', who: 'guest', open: dinnerPage(({ orders }) => `/la-meua-colla?order_id=${orders[0]!.orderId}`), fill: { nom: 'La Replegà', codi: 'ZZZZZZ' }, mayRefuse: true },
];

export const TABLE_STOPS: readonly Stop[] = [
  at('/admin/taules', () => '/admin/taules'),
  at('/admin/taules/:eventId', dinnerPage(({ eventId, tableIds }) => `/admin/taules/${eventId}?taula=${tableIds[0]}`), { mayRefuse: true }),
  at('/admin/taules/:eventId', dinnerPage(({ eventId }) => `/admin/taules/${eventId}`, { seated: false }), { mayRefuse: true }),
  at('/admin/taules/:eventId', dinnerPage(({ eventId, tableIds }) => `/admin/taules/${eventId}?taula=${tableIds[0]}`, { published: true }), { only: /^(unpin|undo|unpublish|notify)\b/ }),
  at('/admin/taules/:eventId/sala', dinnerPage(({ eventId, tableIds }) => `/admin/taules/${eventId}/sala?taula=${tableIds[2]}`), { fill: { text: '2 taules de 8' } }),
  at('/admin/taules/:eventId/sala', async (site) => {
    await aDinnerAtTables(site);
    return `/admin/taules/${(await anEvent(site, { groups: true })).id}/sala`;
  }, { fill: { text: '1 fila de 20' } }),
  at('/admin/taules/:eventId/imprimir/:paper', dinnerPage(({ eventId }) => `/admin/taules/${eventId}/imprimir/targetes`)),
  at('/admin/seure/:eventId?', dinnerPage((dinner) => `/admin/seure/${dinner.eventId}?tiquet=${firstTicket(dinner)}`, { seated: false })),
  at('/admin/till-seure/:eventId', dinnerPage((dinner) => `/admin/till-seure/${dinner.eventId}?tiquet=${firstTicket(dinner)}`, { seated: false })),
  at('/admin/colles/:eventId', dinnerPage(({ eventId }) => `/admin/colles/${eventId}`), { fill: anOrderNumber }),
];
