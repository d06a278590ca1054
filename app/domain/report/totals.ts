/** Money of one day that came or went by one means, for one price category. Cents. */
export interface TotalsLine {
  /** YYYY-MM-DD */
  day: string;
  means: string;
  role: string;
  tickets: number;
  taken: number;
  givenBack: number;
}

export interface TotalsRow {
  key: string;
  tickets: number;
  taken: number;
  givenBack: number;
}

/** Adds the lines up by one of their sides, in the order of `keys`, then as they come. */
export function totalsBy(lines: readonly TotalsLine[], side: 'day' | 'means' | 'role', keys: readonly string[] = []): TotalsRow[] {
  const rows = new Map<string, TotalsRow>(keys.filter((key) => lines.some((line) => line[side] === key)).map((key) => [key, { key, tickets: 0, taken: 0, givenBack: 0 }]));
  for (const line of lines) {
    const row = rows.get(line[side]) ?? { key: line[side], tickets: 0, taken: 0, givenBack: 0 };
    rows.set(line[side], { key: row.key, tickets: row.tickets + line.tickets, taken: row.taken + line.taken, givenBack: row.givenBack + line.givenBack });
  }
  return [...rows.values()];
}

export function totalOf(rows: readonly TotalsRow[]): Omit<TotalsRow, 'key'> {
  const sum = (side: 'tickets' | 'taken' | 'givenBack'): number => rows.reduce((total, row) => total + row[side], 0);
  return { tickets: sum('tickets'), taken: sum('taken'), givenBack: sum('givenBack') };
}
