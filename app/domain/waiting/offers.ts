import { isBeforeSale, type SaleFacts, saleClosesAt, saleStatus } from '../event/sale.ts';
import { dayInMadrid } from '../time/madrid-time.ts';

const OFFER_MS = 12 * 60 * 60_000;
/** On the day on which the sale closes. */
const LAST_DAY_OFFER_MS = 30 * 60_000;

/** An offer ends with the sale at the latest. */
export function offerEndsAt(facts: Pick<SaleFacts, 'date' | 'time' | 'saleEndDate'>, now: Date): Date {
  const closesAt = saleClosesAt(facts);
  const isLastDay = dayInMadrid(now) === dayInMadrid(new Date(closesAt - 1));
  return new Date(Math.min(now.getTime() + (isLastDay ? LAST_DAY_OFFER_MS : OFFER_MS), closesAt));
}

/**
 * Whom the free places (null: there is no limit) are offered to, in the order of the list. A party is never split: places that
 * are too few for the first one are kept for it, unless smaller ones may pass.
 */
export function chooseEntries<Party extends { places: number }>(parties: readonly Party[], { free, smallerPass }: { free: number | null; smallerPass: boolean }): Party[] {
  const chosen: Party[] = [];
  let left = free ?? Number.POSITIVE_INFINITY;
  for (const party of parties) {
    if (party.places <= left) {
      chosen.push(party);
      left -= party.places;
    } else if (!smallerPass) break;
    if (left === 0) break;
  }
  return chosen;
}

export type WaitingFacts = SaleFacts & { waitingList: boolean };

/** Sold out while it is on sale, and with a list. */
export function mayWait(facts: WaitingFacts, now: Date): boolean {
  return takesWaiters(facts, now) && saleStatus(facts, now) === 'soldout';
}

/** On sale and with a list, whether or not it is sold out yet. */
export function takesWaiters(facts: WaitingFacts, now: Date): boolean {
  return facts.waitingList && facts.maxTickets !== 0 && isSaleOn(facts, now);
}

/** Whatever is left to sell. */
export function isSaleOn(facts: SaleFacts, now: Date): boolean {
  return !isBeforeSale(facts, now) && now.getTime() < saleClosesAt(facts);
}
