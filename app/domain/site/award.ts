export const MAX_AWARD_PHOTOS = 12;

export function awardsByYear<Award extends { year: number }>(awards: readonly Award[]): { year: number; awards: Award[] }[] {
  return [...Map.groupBy(awards, ({ year }) => year)].map(([year, theirs]) => ({ year, awards: theirs })).toSorted((one, other) => other.year - one.year);
}
