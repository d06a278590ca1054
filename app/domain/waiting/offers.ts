import { isBeforeSale, type SaleFacts, saleClosesAt, saleStatus } from '../event/sale.ts';
import { dayInMadrid } from '../time/madrid-time.ts';

const OFFER_MS = 12 * 60 * 60_000;
/** On the sale's last day. */
const LAST_DAY_OFFER_MS = 30 * 60_000;

/** An offer never outlasts the sale. */
export function offerEndsAt(facts: Pick<SaleFacts, 'date' | 'time' | 'saleEndDate'>, now: Date): Date {
  const closesAt = saleClosesAt(facts);
  const isLastDay = dayInMadrid(now) === dayInMadrid(new Date(closesAt - 1));
  return new Date(Math.min(now.getTime() + (isLastDay ? LAST_DAY_OFFER_MS : OFFER_MS), closesAt));
}

/** In queue order (`free` null: no limit). A group is never split: too few places are kept for the first one, unless smaller ones may pass. */
export function chooseEntries<Entry extends { places: number }>(entries: readonly Entry[], { free, smallerPass }: { free: number | null; smallerPass: boolean }): Entry[] {
  const chosen: Entry[] = [];
  let left = free ?? Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    if (entry.places <= left) {
      chosen.push(entry);
      left -= entry.places;
    } else if (!smallerPass) break;
  }
  return chosen;
}

export type WaitingFacts = SaleFacts & { waitingList: boolean };

export function mayWait(facts: WaitingFacts, now: Date): boolean {
  return takesWaiters(facts, now) && saleStatus(facts, now) === 'soldout';
}

/** Whether or not it is sold out yet. */
export function takesWaiters(facts: WaitingFacts, now: Date): boolean {
  return facts.waitingList && facts.maxTickets !== 0 && isSaleOn(facts, now);
}

/** Whether or not it is sold out. */
export function isSaleOn(facts: SaleFacts, now: Date): boolean {
  return !isBeforeSale(facts, now) && now.getTime() < saleClosesAt(facts);
}
