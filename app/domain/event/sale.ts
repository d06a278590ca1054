import { addDays, formatDate } from '../time/dates.ts';
import { dayInMadrid, instantInMadrid, startOfDayInMadrid, wallInMadrid } from '../time/madrid-time.ts';
import { lastMinuteOfSale } from './sale-end.ts';

/** Spec §9: two real hours. */
export const CLOSES_BEFORE_START_MS = 7_200_000;

export type SaleStatus = 'open' | 'closed' | 'soldout';

export interface SaleFacts {
  date: string;
  time: string;
  /** Null: on sale from the beginning. */
  saleStart: Date | null;
  /** Through 23:59:59.999 of that day; null: until two hours before the start. */
  saleEndDate: string | null;
  maxTickets: number | null;
  sold: number;
}

/** Epoch milliseconds, exclusive: midnight after the end date or two hours before the start, never after the start. */
export function saleClosesAt(facts: Pick<SaleFacts, 'date' | 'time' | 'saleEndDate'>): number {
  const start = instantInMadrid(facts.date, facts.time);
  if (facts.saleEndDate === null) return start - CLOSES_BEFORE_START_MS;
  return Math.min(startOfDayInMadrid(addDays(facts.saleEndDate, 1)), start);
}

export function remainingTickets(facts: Pick<SaleFacts, 'maxTickets' | 'sold'>): number | null {
  return facts.maxTickets === null ? null : Math.max(0, facts.maxTickets - facts.sold);
}

/** Sold out is said before closed (spec §4). */
export function saleStatus(facts: SaleFacts, now: Date): SaleStatus {
  if (remainingTickets(facts) === 0) return 'soldout';
  return isBeforeSale(facts, now) || now.getTime() >= saleClosesAt(facts) ? 'closed' : 'open';
}

export function isBeforeSale({ saleStart }: Pick<SaleFacts, 'saleStart'>, now: Date): boolean {
  return saleStart !== null && now < saleStart;
}

export function saleStartText(saleStart: Date): string {
  const { date, time } = wallInMadrid(saleStart.getTime());
  return `Venda oberta des del ${formatDate(date)} a les ${time}`;
}

/** Spec §4, with the closing time also where only the event's hour ends the sale. */
export function saleStatusText(facts: SaleFacts, now: Date): string {
  switch (saleStatus(facts, now)) {
    case 'soldout':
      return 'Entrades esgotades';
    case 'closed':
      return facts.saleStart !== null && isBeforeSale(facts, now) ? saleStartText(facts.saleStart) : 'Venda tancada';
    case 'open': {
      const { date, time } = closingMinute(facts);
      return `Disponible fins ${formatDate(date)} a les ${time}`;
    }
  }
}

function closingMinute({ date, time, saleEndDate }: SaleFacts): { date: string; time: string } {
  return saleEndDate === null ? wallInMadrid(saleClosesAt({ date, time, saleEndDate })) : lastMinuteOfSale({ date, time, saleEndDate });
}

export function whyNotOnSale(facts: SaleFacts, now: Date): string | null {
  if (facts.maxTickets === 0 && !isPastDay(facts.date, now)) return 'És un acte sense entrades: no cal comprar res, només vindre.';
  switch (saleStatus(facts, now)) {
    case 'open':
      return null;
    case 'soldout':
      return "Ja no queden entrades. Si algú en torna alguna, tornarà a estar a la venda ací.";
    case 'closed': {
      if (isPastDay(facts.date, now)) return 'Este acte ja ha passat.';
      if (facts.saleStart !== null && isBeforeSale(facts, now)) return `Encara no està a la venda. ${saleStartText(facts.saleStart)}.`;
      const { date, time } = closingMinute(facts);
      return `La venda s'ha tancat: es podia comprar fins ${formatDate(date)} a les ${time}.`;
    }
  }
}

/** By Madrid's day: 'Esdeveniment Finalitzat' rather than 'Vendes Tancades'. */
export function isPastDay(date: string, now: Date): boolean {
  return date < dayInMadrid(now);
}
