/** Money of one day that came or went by one means, for one price category. Cents. */
export interface TotalsLine {
  day: string;
  means: string;
  role: string;
  tickets: number;
  taken: number;
  refunded: number;
}

export interface TotalsRow {
  key: string;
  tickets: number;
  taken: number;
  refunded: number;
}

export function totalsBy(lines: readonly TotalsLine[], side: 'day' | 'means' | 'role', keys: readonly string[] = []): TotalsRow[] {
  const rows = new Map<string, TotalsRow>(keys.filter((key) => lines.some((line) => line[side] === key)).map((key) => [key, { key, tickets: 0, taken: 0, refunded: 0 }]));
  for (const line of lines) {
    const row = rows.get(line[side]) ?? { key: line[side], tickets: 0, taken: 0, refunded: 0 };
    rows.set(line[side], { key: row.key, tickets: row.tickets + line.tickets, taken: row.taken + line.taken, refunded: row.refunded + line.refunded });
  }
  return [...rows.values()];
}

export function totalOf(rows: readonly Omit<TotalsRow, 'key'>[]): Omit<TotalsRow, 'key'> {
  const sum = (side: 'tickets' | 'taken' | 'refunded'): number => rows.reduce((total, row) => total + row[side], 0);
  return { tickets: sum('tickets'), taken: sum('taken'), refunded: sum('refunded') };
}
