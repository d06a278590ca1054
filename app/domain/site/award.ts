export const MAX_AWARD_PHOTOS = 12;

/** The years with their awards, the newest first; awards of a year stay in the order given. */
export function awardsByYear<Award extends { year: number }>(awards: readonly Award[]): { year: number; awards: Award[] }[] {
  return [...Map.groupBy(awards, ({ year }) => year)].map(([year, theirs]) => ({ year, awards: theirs })).toSorted((one, other) => other.year - one.year);
}
