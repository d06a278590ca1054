import { renderReportPdf } from '#app/design/ticket-rendering/ticket-renderer.server.ts';
import type { ReportCell, ReportTable } from '#app/domain/report/report-table.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { seasonDaysText, seasonText } from '#app/domain/time/season.ts';
import { type SheetColumn, writeSheet } from '#app/features/exports/service.server.ts';
import { ticketIssuer } from '#app/features/settings/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { closingWarnings, eventTables, seasonTables } from './closing-tables.ts';
import type { EventClosing, SeasonClosing } from './service.server.ts';

export const CLOSING_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type ClosingFormat = (typeof CLOSING_FORMATS)[number];

export interface ClosingFile {
  name: string;
  format: ClosingFormat;
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;
}

interface Wanted {
  format: ClosingFormat;
  signal: AbortSignal;
}

export async function eventFile(deps: Deps, closing: EventClosing, wanted: Wanted): Promise<ClosingFile> {
  const { title, date } = closing.event;
  return fileOf(deps, { title: `Tancament: ${title}`, lead: formatDate(date), tables: eventTables(closing), warnings: closingWarnings(closing) }, { ...wanted, name: `tancament ${title} ${date}` });
}

export async function seasonFile(deps: Deps, closing: SeasonClosing, wanted: Wanted): Promise<ClosingFile> {
  const season = seasonText(closing.season);
  return fileOf(deps, { title: `Tancament de la temporada ${season}`, lead: seasonDaysText(closing.season), tables: seasonTables(closing), warnings: closingWarnings(closing) }, { ...wanted, name: `tancament ${season}` });
}

interface Report {
  title: string;
  lead: string;
  tables: readonly ReportTable[];
  warnings: readonly string[];
}

async function fileOf(deps: Deps, report: Report, { format, signal, name }: Wanted & { name: string }): Promise<ClosingFile> {
  const file = `${name}.${format}`;
  if (format !== 'pdf') return { name: file, format, body: writeSheet({ name: 'Tancament', ...sheetOf(report.tables) }, format) };
  const now = deps.clock.now();
  const lead = [report.lead, ...report.warnings].join('\n');
  const pdf = await renderReportPdf(
    { title: report.title, lead, tables: report.tables, madeAt: now, madeText: instantText(now.toISOString()), issuer: await ticketIssuer(deps) },
    { for: 'page', slots: deps.concurrency.drawings, signal },
  );
  return { name: file, format, body: new Uint8Array(pdf) };
}

/** One table under the other, each with its own head: what a treasurer copies from. */
function sheetOf(tables: readonly ReportTable[]): { columns: SheetColumn[]; rows: ReportCell[][] } {
  const width = Math.max(...tables.map(({ columns }) => columns.length));
  const filled = (cells: readonly ReportCell[]): ReportCell[] => Array.from({ length: width }, (_, column) => cells[column] ?? null);
  const [first, ...others] = tables;
  const bodyOf = (table: ReportTable): ReportCell[][] => [...table.rows.map(({ cells }) => filled(cells)), ...(table.total === null ? [] : [filled(table.total)])];
  return {
    columns: Array.from({ length: width }, (_, column) => ({ name: first?.columns[column] ?? ' '.repeat(column), ...(column === 0 && { width: 44 }) })),
    rows: [...(first === undefined ? [] : bodyOf(first)), ...others.flatMap((table) => [filled([]), filled([table.title]), filled(table.columns), ...bodyOf(table)])],
  };
}
