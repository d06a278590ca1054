import { writeCsvStream } from 'hucre/csv';
import { writeXlsxStream } from 'hucre/xlsx';

import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { ROLE_NAMES } from '#app/domain/people/role-names.ts';
import { TENDER_NAMES, TENDERS } from '#app/domain/till/means.ts';
import { statusLabel } from '#app/domain/ticket/status-label.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { type Batch, type ExportCursor, type ExportedOrder, type ExportedTicket, selectEventTitle, selectExportedOrders, selectExportedTickets } from './store.server.ts';

export const EXPORT_KINDS = ['orders', 'tickets'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];
export type ExportFormat = 'csv' | 'xlsx';

type Cell = string | number | { cents: number } | null;

const ROWS_AT_ONCE = 1_000;

export interface ExportFile {
  name: string;
  body: ReadableStream<Uint8Array>;
}

/** Null for an unknown event. Without notes, which may mention an illness. */
export async function exportEvent(deps: Deps, admin: AdminId, request: { eventId: number; kind: ExportKind; format: ExportFormat }): Promise<ExportFile | null> {
  const { eventId, kind, format } = request;
  const title = await selectEventTitle(deps.db.query, eventId);
  if (title === null) return null;
  await writeAudit(deps.db.query, { at: deps.clock.now(), actor: `user:${admin}`, action: 'event.exported', subject: 'event', subjectId: String(eventId), detail: { kind, format } });
  const { header, rows } = kind === 'orders' ? orderSheet(deps, eventId) : ticketSheet(deps, eventId);
  const body = format === 'csv' ? asCsv(header, rows) : asXlsx(header, rows, kind === 'orders' ? 'Comandes' : 'Tiquets');
  return { name: `${kind === 'orders' ? 'comandes' : 'tiquets'} ${title}.${format}`, body };
}

interface Sheet {
  header: readonly string[];
  rows: AsyncIterable<Cell[]>;
}

function orderSheet(deps: Deps, eventId: number): Sheet {
  const read = (batch: Batch): Promise<ExportedOrder[]> => selectExportedOrders(deps.replica.query, batch);
  return {
    header: ['Comanda', 'Data', 'Pagada', 'Estat', 'Nom', 'Correu', 'Categoria', 'Tiquets', 'Import', 'Retornat', 'Mitjà', 'Codi', 'Descompte'],
    rows: mapped(inBatches(read, eventId), (order) => [
      order.number,
      order.created,
      order.paid,
      statusLabel(order.status).text,
      order.name,
      order.email,
      roleText(order.role),
      order.tickets,
      { cents: order.total },
      { cents: order.refunded },
      tenderText(order.means),
      order.voucher,
      { cents: order.discount },
    ]),
  };
}

function ticketSheet(deps: Deps, eventId: number): Sheet {
  const read = (batch: Batch): Promise<ExportedTicket[]> => selectExportedTickets(deps.replica.query, batch);
  return {
    header: ['Tiquet', 'Comanda', 'Estat', 'Utilitzat', 'Categoria', 'Preu', 'Menú', 'Extres', 'Nom', 'Correu', 'Descompte'],
    rows: mapped(inBatches(read, eventId), (ticket) => [
      ticket.number,
      ticket.orderNumber,
      statusLabel(ticket.status).text,
      ticket.used,
      roleText(ticket.role),
      { cents: ticket.price },
      ticket.dishes,
      ticket.extras,
      ticket.name,
      ticket.email,
      { cents: ticket.discount },
    ]),
  };
}

/** One statement per batch: no transaction stays open for a slow reader. */
async function* inBatches<Row extends ExportCursor>(read: (batch: Batch) => Promise<Row[]>, eventId: number): AsyncGenerator<Row> {
  let after: ExportCursor | null = null;
  for (;;) {
    const rows: Row[] = await read({ eventId, after, limit: ROWS_AT_ONCE });
    yield* rows;
    after = rows.at(-1) ?? null;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

async function* mapped<Row>(rows: AsyncIterable<Row>, cellsOf: (row: Row) => Cell[]): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield cellsOf(row);
}

function asCsv(header: readonly string[], rows: AsyncIterable<Cell[]>): ReadableStream<Uint8Array> {
  async function* lines(): AsyncGenerator<(string | number | null)[]> {
    yield [...header];
    for await (const row of rows) yield row.map((cell) => (isMoney(cell) ? euros(cell.cents).replace('.', ',') : cell));
  }
  return writeCsvStream(lines(), { delimiter: ';', bom: true, escapeFormulae: true });
}

/** Typed as text, so that a leading `=` is no formula. */
function asXlsx(header: readonly string[], rows: AsyncIterable<Cell[]>, name: string): ReadableStream<Uint8Array> {
  async function* lines(): AsyncGenerator<(string | number | null)[]> {
    for await (const row of rows) yield row.map((cell) => (isMoney(cell) ? cell.cents / 100 : cell));
  }
  const columns = header.map((title) => ({ header: title, width: WIDTHS[title] ?? 14, ...(MONEY_COLUMNS.has(title) && { numFmt: '#,##0.00' }) }));
  return writeXlsxStream(lines(), { name, columns, freezePane: { rows: 1 } });
}

const MONEY_COLUMNS = new Set(['Import', 'Retornat', 'Preu', 'Descompte']);
const WIDTHS: Record<string, number> = { Comanda: 26, Tiquet: 28, Correu: 32, Nom: 24, Menú: 40, Extres: 28, Data: 17, Pagada: 17, Utilitzat: 17 };

function isMoney(cell: Cell): cell is { cents: number } {
  return typeof cell === 'object' && cell !== null;
}

function euros(cents: number): string {
  return (cents / 100).toFixed(2);
}

function roleText(role: string): string {
  const names: Record<string, string> = ROLE_NAMES;
  return names[role] ?? role;
}

function tenderText(means: string | null): string | null {
  if (means === 'card') return 'Targeta (web)';
  const known = TENDERS.find((one) => one === means);
  return known === undefined ? null : `${TENDER_NAMES[known]} (taquilla)`;
}
