export type ReportCell = string | number | { cents: number } | null;

export interface ReportTable {
  title: string;
  /** The first one names the row; the others are figures or short words. */
  columns: readonly string[];
  rows: readonly ReportRow[];
  total: readonly ReportCell[] | null;
  note?: string;
}

export interface ReportRow {
  cells: readonly ReportCell[];
  /** Where the screen leads on from it. */
  to?: string;
}

export function isMoneyCell(cell: ReportCell): cell is { cents: number } {
  return typeof cell === 'object' && cell !== null;
}
