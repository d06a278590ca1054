import { writeCsvStream } from 'hucre/csv';
import { writeXlsxStream } from 'hucre/xlsx';

import { isMoneyCell, type ReportCell } from '#app/domain/report/report-table.ts';

export const SHEET_MEDIA_TYPES = { csv: 'text/csv; charset=utf-8', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const;
export type SheetFormat = keyof typeof SHEET_MEDIA_TYPES;

export interface SheetColumn {
  name: string;
  width?: number;
  isMoney?: boolean;
  /** Added up in the last row. */
  isSummed?: boolean;
}

export interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  rows: AsyncIterable<readonly ReportCell[]> | Iterable<readonly ReportCell[]>;
}

export function writeSheet(sheet: Sheet, format: SheetFormat): ReadableStream<Uint8Array> {
  return format === 'csv' ? asCsv(sheet) : asXlsx(sheet);
}

type Cell = string | number | null;

function asCsv({ columns, rows }: Sheet): ReadableStream<Uint8Array> {
  async function* lines(): AsyncGenerator<Cell[]> {
    yield columns.map(({ name }) => noFormula(name));
    for await (const row of withTotals(columns, rows)) yield row.map((cell) => (isMoneyCell(cell) ? (cell.cents / 100).toFixed(2).replace('.', ',') : typeof cell === 'string' ? noFormula(cell) : cell));
  }
  return writeCsvStream(lines(), { delimiter: ';', bom: true });
}

/** The writer's own rule takes an amount below zero for a formula too, and it would not add up. */
function noFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** One of these, and no program opens the workbook. */
const NO_XML = /[\uFFFE\uFFFF]/g;

/** Typed as text, so that a leading `=` is no formula. */
function asXlsx({ name, columns, rows }: Sheet): ReadableStream<Uint8Array> {
  async function* lines(): AsyncGenerator<Cell[]> {
    for await (const row of withTotals(columns, rows)) yield row.map((cell) => (isMoneyCell(cell) ? cell.cents / 100 : typeof cell === 'string' ? cell.replaceAll(NO_XML, '') : cell));
  }
  const written = columns.map(({ name: header, width = 14, isMoney = false }) => ({ header, width, ...(isMoney && { numFmt: '#,##0.00' }) }));
  return writeXlsxStream(lines(), { name, columns: written, freezePane: { rows: 1 } });
}

async function* withTotals(columns: readonly SheetColumn[], rows: Sheet['rows']): AsyncGenerator<readonly ReportCell[]> {
  const sums = columns.map(() => 0);
  for await (const row of rows) {
    for (const [index, cell] of row.entries()) sums[index] = (sums[index] ?? 0) + amountOf(cell);
    yield row;
  }
  if (!columns.some(({ isSummed = false }) => isSummed)) return;
  yield columns.map(({ isSummed = false, isMoney = false }, index) => {
    const sum = sums[index] ?? 0;
    return index === 0 ? 'Total' : !isSummed ? null : isMoney ? { cents: sum } : sum;
  });
}

function amountOf(cell: ReportCell | undefined): number {
  if (cell === undefined) return 0;
  return isMoneyCell(cell) ? cell.cents : typeof cell === 'number' ? cell : 0;
}
