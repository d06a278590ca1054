import { addDays, daysBetween } from '../time/dates.ts';

export interface DaySales {
  day: string;
  tickets: number;
  amount: number;
}

export interface SalesPoint extends DaySales {
  daysBefore: number;
  ticketsSoFar: number;
  amountSoFar: number;
}

const LONGEST_DAYS = 400;

export function salesSeries(eventDate: string, sales: readonly DaySales[], today: string): SalesPoint[] {
  const last = [eventDate < today ? eventDate : today, ...sales.map(({ day }) => day)].toSorted().at(-1)!;
  const first = sales.map(({ day }) => day).toSorted()[0];
  if (first === undefined) return [];
  const points: SalesPoint[] = [];
  let [ticketsSoFar, amountSoFar] = [0, 0];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const { tickets, amount } = sales.find((one) => one.day === day) ?? { tickets: 0, amount: 0 };
    ticketsSoFar += tickets;
    amountSoFar += amount;
    points.push({ day, tickets, amount, ticketsSoFar, amountSoFar, daysBefore: daysBetween(day, eventDate) });
  }
  return points.slice(-LONGEST_DAYS);
}

export function soldBy(series: readonly SalesPoint[], daysBefore: number): number {
  return series.findLast((point) => point.daysBefore >= daysBefore)?.ticketsSoFar ?? 0;
}
