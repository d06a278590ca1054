/** Of events newest first: those from today on, the next at the top, then past ones. */
export function comingFirst<Dated extends { date: string }>(newestFirst: readonly Dated[], today: string): Dated[] {
  return [...newestFirst.filter(({ date }) => date >= today).toReversed(), ...newestFirst.filter(({ date }) => date < today)];
}
