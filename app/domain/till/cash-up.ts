import { type ByMeans, TILL_MEANS, type TillMeans } from './means.ts';

export interface Takings {
  means: TillMeans;
  sold: number;
  paidOut: number;
}

export function sumMoved(movements: readonly { amount: number }[]): number {
  return movements.reduce((sum, { amount }) => sum + amount, 0);
}

/** What has to be there at the end: the float, and what was put in or taken out, lie with the cash. */
export function expectedAtClose({ openingFloat, takings, moved }: { openingFloat: number; takings: readonly Takings[]; moved: number }): ByMeans {
  const of = (means: TillMeans): number => takings.filter((line) => line.means === means).reduce((sum, line) => sum + line.sold - line.paidOut, 0);
  return { cash: openingFloat + moved + of('cash'), terminal: of('terminal'), bizum: of('bizum') };
}

export function differences(expected: ByMeans, counted: ByMeans): ByMeans {
  const of = (means: TillMeans): number => counted[means] - expected[means];
  return { cash: of('cash'), terminal: of('terminal'), bizum: of('bizum') };
}

export function sumOf(amounts: ByMeans): number {
  return TILL_MEANS.reduce((sum, means) => sum + amounts[means], 0);
}
