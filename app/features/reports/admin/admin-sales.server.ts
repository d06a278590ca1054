import { adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import type { BuyerCluster } from '#app/domain/report/buyer-clusters.ts';
import type { SalesPoint } from '#app/domain/report/sales-series.ts';
import { formatDate } from '#app/domain/time/dates.ts';

import { readBuyerClusters, readSales } from '../service.server.ts';

export interface SalesData {
  eventId: number;
  title: string;
  maxTickets: number | null;
  series: SalesPoint[];
  others: { id: number; text: string; isOrigin: boolean }[];
  beside: { id: number; title: string; series: SalesPoint[] } | null;
  clusters: BuyerCluster[];
}

export const loader = adminLoader('admin', async ({ deps, staff, query, param }): Promise<SalesData | null> => {
  const eventId = parseEventId(param('eventId'));
  const requested = query.get('with');
  const report = eventId === null ? null : await readSales(deps, staff, { eventId, besideId: requested === '0' ? 'none' : parseEventId(requested ?? '') });
  if (!report) return null;
  const { event, series, others, beside } = report;
  return {
    eventId: event.id,
    title: event.title,
    maxTickets: event.maxTickets,
    series,
    others: others.map(({ id, title, date }) => ({ id, text: `${title} (${formatDate(date)})`, isOrigin: id === event.copiedFrom })),
    beside: beside && { id: beside.event.id, title: beside.event.title, series: beside.series },
    clusters: await readBuyerClusters(deps, staff, event.id),
  };
});
