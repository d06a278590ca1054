export interface MeasuredRow {
  isCaption: boolean;
  height: number;
  gap: number;
}

export interface Columns {
  count: number;
  height: number;
  together: boolean;
}

export interface RowPlace {
  column: number;
  top: number;
}

export function placeRows(rows: readonly MeasuredRow[], columns: Columns): RowPlace[] | null {
  const places: RowPlace[] = [];
  let column = 0;
  let bottom = 0;
  for (const [index, row] of rows.entries()) {
    const gap = bottom > 0 ? row.gap : 0;
    if (bottom + gap + needed(rows, index, columns) > columns.height) {
      column += 1;
      bottom = 0;
      if (column === columns.count || needed(rows, index, columns) > columns.height) return null;
    }
    const top = bottom === 0 ? 0 : bottom + gap;
    places.push({ column, top });
    bottom = top + row.height;
  }
  return places;
}

function needed(rows: readonly MeasuredRow[], index: number, { together }: Columns): number {
  const row = rows[index]!;
  if (!row.isCaption) return row.height;
  const next = rows.findIndex((other, at) => at > index && other.isCaption);
  const dishes = rows.slice(index + 1, next === -1 ? undefined : next);
  const sameColumn = together ? dishes : dishes.slice(0, 1);
  return sameColumn.reduce((sum, dish) => sum + dish.gap + dish.height, row.height);
}
