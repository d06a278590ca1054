import { type ByMeans, TILL_MEANS, type TillMeans } from './means.ts';

/** What went through a drawer, one line for each means. Cents. */
export interface Takings {
  means: TillMeans;
  sold: number;
  paidOut: number;
}

/** What has to be there at the end: the float lies with the cash. */
export function expectedAtClose(openingFloat: number, takings: readonly Takings[]): ByMeans {
  const of = (means: TillMeans): number => takings.filter((line) => line.means === means).reduce((sum, line) => sum + line.sold - line.paidOut, 0);
  return { cash: openingFloat + of('cash'), terminal: of('terminal'), bizum: of('bizum') };
}

/** What is there too much (or, below zero, too little) of each. */
export function differences(expected: ByMeans, counted: ByMeans): ByMeans {
  const of = (means: TillMeans): number => counted[means] - expected[means];
  return { cash: of('cash'), terminal: of('terminal'), bizum: of('bizum') };
}

export function sumOf(amounts: ByMeans): number {
  return TILL_MEANS.reduce((sum, means) => sum + amounts[means], 0);
}
