const NOTES = [500, 1_000, 2_000, 5_000, 10_000];
const MOST_SUGGESTED = 3;

export function changeFor(total: number): { given: number; back: number }[] {
  const given = [...new Set(NOTES.map((note) => Math.ceil(total / note) * note))].filter((sum) => sum - total < 5_000);
  return given.slice(0, MOST_SUGGESTED).map((sum) => ({ given: sum, back: sum - total }));
}
