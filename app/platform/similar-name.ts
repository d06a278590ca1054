const MOST_EDITS = 2;
const SHORTEST = 8;

/** The known name that somebody meant who wrote another one: two letters off at most. */
export function meantName(written: string, known: readonly string[]): string | null {
  return known.find((name) => name !== written && name.length >= SHORTEST && edits(written, name) <= MOST_EDITS) ?? null;
}

/** Levenshtein's distance. */
function edits(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MOST_EDITS) return MOST_EDITS + 1;
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, letter] of one.split('').entries()) {
    const here = [row + 1];
    for (const [at, opposite] of other.split('').entries()) here.push(Math.min((above[at + 1] ?? 0) + 1, (here[at] ?? 0) + 1, (above[at] ?? 0) + (letter === opposite ? 0 : 1)));
    above = here;
  }
  return above[other.length] ?? 0;
}
