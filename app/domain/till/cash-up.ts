import { type ByTender, TENDERS, type Tender } from './tender.ts';

export interface Takings {
  means: Tender;
  sold: number;
  paidOut: number;
  /** By dishes changed to others of another price: taken above zero, given back below. */
  adjusted: number;
}

export function sumMoved(movements: readonly { amount: number }[]): number {
  return movements.reduce((sum, { amount }) => sum + amount, 0);
}

/** What came in by these means, less what went out. */
export function netOf({ sold, paidOut, adjusted }: Omit<Takings, 'means'>): number {
  return sold - paidOut + adjusted;
}

/** What has to be there at the end: the float, and what was put in or taken out, lie with the cash. */
export function expectedAtClose({ openingFloat, takings, moved }: { openingFloat: number; takings: readonly Takings[]; moved: number }): ByTender {
  const of = (means: Tender): number => takings.filter((line) => line.means === means).reduce((sum, line) => sum + netOf(line), 0);
  return { cash: openingFloat + moved + of('cash'), terminal: of('terminal'), bizum: of('bizum') };
}

/** What is there too much (or, below zero, too little) of each. */
export function differences(expected: ByTender, counted: ByTender): ByTender {
  const of = (means: Tender): number => counted[means] - expected[means];
  return { cash: of('cash'), terminal: of('terminal'), bizum: of('bizum') };
}

export function sumOf(amounts: ByTender): number {
  return TENDERS.reduce((sum, means) => sum + amounts[means], 0);
}

export function agrees(difference: ByTender): boolean {
  return TENDERS.every((means) => difference[means] === 0);
}
