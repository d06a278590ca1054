import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { soldMenu } from '#app/design/ticket-rendering/sold-menu.ts';
import { roleText, tenderText } from '#app/domain/report/tender-words.ts';
import type { ReportCell } from '#app/domain/report/report-table.ts';
import { statusLabel } from '#app/domain/ticket/status-label.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { type Sheet, type SheetFormat, writeSheet } from './sheet.server.ts';
import { type Batch, type ExportCursor, type ExportedOrder, type ExportedTicket, type ExportFilter, selectCourses, selectEventTitle, selectExportedOrders, selectExportedTickets } from './store.server.ts';

export { EXPORT_STATES, type ExportFilter } from './store.server.ts';
export { SHEET_MEDIA_TYPES, type SheetColumn, type SheetFormat, writeSheet } from './sheet.server.ts';

export const EXPORT_KINDS = ['orders', 'tickets'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

const ROWS_AT_ONCE = 1_000;

export interface ExportFile {
  name: string;
  body: ReadableStream<Uint8Array>;
}

export interface ExportRequest {
  eventId: number;
  kind: ExportKind;
  format: SheetFormat;
  filter: ExportFilter;
}

/** Null for an unknown event. Without notes, which may mention an illness. */
export async function exportEvent(deps: Deps, admin: AdminId, request: ExportRequest): Promise<ExportFile | null> {
  const { eventId, kind, format, filter } = request;
  const title = await selectEventTitle(deps.db.query, eventId);
  if (title === null) return null;
  await writeAudit(deps.db.query, { at: deps.clock.now(), actor: `user:${admin}`, action: 'event.exported', subject: 'event', subjectId: String(eventId), detail: { kind, format } });
  const sheet = kind === 'orders' ? orderSheet(deps, request) : ticketSheet(deps, request, await selectCourses(deps.replica.query, eventId));
  const part = filter.state === 'all' && filter.role === null && filter.means === null ? '' : ' (part)';
  return { name: `${kind === 'orders' ? 'comandes' : 'tiquets'} ${title}${part}.${format}`, body: writeSheet(sheet, format) };
}

function orderSheet(deps: Deps, request: ExportRequest): Sheet {
  const read = (batch: Batch): Promise<ExportedOrder[]> => selectExportedOrders(deps.replica.query, batch);
  return {
    name: 'Comandes',
    columns: [
      { name: 'Comanda', width: 26 },
      { name: 'Data', width: 17 },
      { name: 'Pagada', width: 17 },
      { name: 'Estat' },
      { name: 'Nom', width: 24 },
      { name: 'Correu', width: 32 },
      { name: 'Categoria' },
      { name: 'Tiquets', isSummed: true },
      { name: 'Import', isMoney: true, isSummed: true },
      { name: 'Retornat', isMoney: true, isSummed: true },
      { name: 'Mitjà' },
      { name: 'Codi' },
      { name: 'Descompte', isMoney: true, isSummed: true },
    ],
    rows: mapped(inBatches(read, request), (order) => [
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
      tenderText(order.means ?? 'free'),
      order.voucher,
      { cents: order.discount },
    ]),
  };
}

/** A column for each course, and one for dishes of courses beyond what a sheet takes. */
function ticketSheet(deps: Deps, request: ExportRequest, courses: readonly string[]): Sheet {
  const read = (batch: Batch): Promise<ExportedTicket[]> => selectExportedTickets(deps.replica.query, batch);
  return {
    name: 'Tiquets',
    columns: [
      { name: 'Tiquet', width: 28 },
      { name: 'Comanda', width: 26 },
      { name: 'Estat' },
      { name: 'Utilitzat', width: 17 },
      { name: 'Categoria' },
      { name: 'Preu', isMoney: true, isSummed: true },
      ...courses.map((name) => ({ name, width: 28 })),
      { name: 'Extres', width: 28 },
      { name: 'Preu extres', isMoney: true, isSummed: true },
      { name: 'Nom', width: 24 },
      { name: 'Correu', width: 32 },
      { name: 'Descompte', isMoney: true, isSummed: true },
    ],
    rows: mapped(inBatches(read, request), (ticket) => {
      const { menu, extras } = soldMenu(ticket);
      return [
        ticket.number,
        ticket.orderNumber,
        statusLabel(ticket.status).text,
        ticket.used,
        roleText(ticket.role),
        { cents: ticket.price },
        ...courses.map((name) => namesOf(menu.filter(({ sectionName }) => sectionName === name).flatMap(({ items }) => items))),
        namesOf(extras),
        { cents: extras.reduce((sum, { price }) => sum + price, 0) },
        ticket.name,
        ticket.email,
        { cents: ticket.discount },
      ];
    }),
  };
}

function namesOf(dishes: readonly { name: string }[]): string {
  return dishes.map(({ name }) => name).join(', ');
}

/** One statement per batch: no transaction stays open for a slow reader. */
async function* inBatches<Row extends ExportCursor>(read: (batch: Batch) => Promise<Row[]>, { eventId, filter }: ExportRequest): AsyncGenerator<Row> {
  let after: ExportCursor | null = null;
  for (;;) {
    const rows: Row[] = await read({ eventId, filter, after, limit: ROWS_AT_ONCE });
    yield* rows;
    after = rows.at(-1) ?? null;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

async function* mapped<Row>(rows: AsyncIterable<Row>, cellsOf: (row: Row) => ReportCell[]): AsyncGenerator<ReportCell[]> {
  for await (const row of rows) yield cellsOf(row);
}
