import { MAX_TICKETS_PER_ORDER } from '#app/domain/order/status.ts';
import { type BuyerCluster, buyerClusters } from '#app/domain/report/buyer-clusters.ts';
import { salesSeries, type SalesPoint } from '#app/domain/report/sales-series.ts';
import type { TotalsLine } from '#app/domain/report/totals.ts';
import { addDays, parseDate } from '#app/domain/time/dates.ts';
import { dayInMadrid, startOfDayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { type ReportedEvent, selectBoughtOrders, selectDaySales, selectReportedEvents, selectTotals } from './store.server.ts';

export { selectDaySales };
export type { ReportedEvent };

export interface EventSales {
  event: ReportedEvent;
  series: SalesPoint[];
}

export interface SalesReport extends EventSales {
  others: ReportedEvent[];
  /** The event to compare with: the requested one, else the one it was copied from. */
  beside: EventSales | null;
}

export async function readSales(deps: Deps, _admin: AdminId, input: { eventId: number; besideId: number | 'none' | null }): Promise<SalesReport | null> {
  const events = await selectReportedEvents(deps.replica.query);
  const event = events.find(({ id }) => id === input.eventId);
  if (!event) return null;
  const others = events.filter((one) => one !== event);
  const besideId = input.besideId ?? event.copiedFrom;
  const beside = others.find(({ id }) => id === besideId);
  const today = dayInMadrid(deps.clock.now());
  const seriesOf = async (one: ReportedEvent): Promise<SalesPoint[]> => salesSeries(one.date, await selectDaySales(deps.replica.query, one.id), today);
  return { event, series: await seriesOf(event), others, beside: beside ? { event: beside, series: await seriesOf(beside) } : null };
}

/** Buyers who hold more tickets of the event than one order may have. */
export async function readBuyerClusters(deps: Deps, _admin: AdminId, eventId: number): Promise<BuyerCluster[]> {
  return buyerClusters(await selectBoughtOrders(deps.replica.query, eventId), MAX_TICKETS_PER_ORDER);
}

export interface Period {
  /** YYYY-MM-DD, both included. */
  from: string;
  to: string;
}

const LONGEST_DAYS = 800;

/** Falls back to the last thirty days. */
export function periodOf(input: { from: string; to: string }, today: string): Period {
  const isDay = (text: string): boolean => parseDate(text) === text;
  if (!isDay(input.from) || !isDay(input.to) || input.from > input.to) return { from: addDays(today, -29), to: today };
  return { from: input.from < addDays(input.to, -LONGEST_DAYS) ? addDays(input.to, -LONGEST_DAYS) : input.from, to: input.to };
}

export async function readTotals(deps: Deps, _admin: AdminId, input: { from: string; to: string; eventId: number | null }): Promise<{ period: Period; lines: TotalsLine[] }> {
  const period = periodOf(input, dayInMadrid(deps.clock.now()));
  const [since, before] = [new Date(startOfDayInMadrid(period.from)), new Date(startOfDayInMadrid(addDays(period.to, 1)))];
  return { period, lines: await selectTotals(deps.replica.query, { since, before, eventId: input.eventId }) };
}

export async function listReportedEvents(deps: Deps, _admin: AdminId): Promise<ReportedEvent[]> {
  return selectReportedEvents(deps.replica.query);
}
