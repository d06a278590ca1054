import { sql } from 'kysely';

import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { type HallRoom, type HallTable, MAX_SEATS_OF_TABLE, MAX_TABLES, readHallText, rowLetter, tablesIn } from '#app/domain/seating/hall.ts';
import { singleLine } from '#app/domain/plain-text.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { changeUnderLock, type PlanOutcome, type SeenHall } from './service.server.ts';
import { deleteRoom, deleteTables, deleteVersions, insertRoom, insertTables, renameRoom, selectHall, updateTable } from './store.server.ts';

interface WrongFields {
  outcome: 'invalid';
  problems: Record<string, string>;
}

export type HallOutcome = PlanOutcome | 'gone' | 'too_many' | WrongFields;

const MAX_ROOM_NAME = 60;
const MAX_LABEL = 40;

/** '20 taules de 10', '6 files de 40': new tables at the end of a room, numbered on; a room with another name is made. */
export async function generateTables(deps: Deps, admin: AdminId, which: SeenHall, typed: { room: string; text: string }): Promise<HallOutcome> {
  const name = singleLine(typed.room).slice(0, MAX_ROOM_NAME) || 'Sala';
  return changeHall<'too_many' | WrongFields>(deps, admin, which, async (tx, rooms) => {
    const tables = tablesIn(rooms);
    const used = new Set(tables.map(({ rowName }) => rowName));
    let firstRow = 0;
    while (used.has(rowLetter(firstRow))) firstRow += 1;
    const made = readHallText(typed.text, { firstRow });
    if ('problem' in made) return { outcome: 'invalid', problems: { text: made.problem } };
    if (tables.length + made.tables.length > MAX_TABLES) return 'too_many';
    const known = rooms.find((room) => room.name === name);
    const roomId = known?.id ?? deps.ids.uuid();
    if (known === undefined) await insertRoom(tx, { id: roomId, eventId: which.eventId, name });
    const last = Math.max(0, ...tables.map(({ number }) => number));
    await insertTables(tx, which.eventId, made.tables.map((table, at): HallTable => ({ ...table, id: deps.ids.uuid(), roomId, number: last + 1 + at, label: null, accessible: false })));
    return 'done';
  });
}

export interface TableEdit {
  tableId: string;
  number: number;
  seats: number;
  label: string;
  accessible: boolean;
  /** Numbers are what people read: a table with people keeps its own unless this says otherwise. */
  renumber: boolean;
}

export async function editTable(deps: Deps, admin: AdminId, which: SeenHall, edit: TableEdit): Promise<HallOutcome | 'sure'> {
  const problems = tableProblems(edit);
  if (Object.keys(problems).length > 0) return { outcome: 'invalid', problems };
  return changeHall<'gone' | 'sure' | WrongFields>(deps, admin, which, async (tx, rooms) => {
    const tables = tablesIn(rooms);
    const table = tables.find(({ id }) => id === edit.tableId);
    if (table === undefined) return 'gone';
    const isTaken = tables.some(({ id, number }) => id !== table.id && number === edit.number);
    const seated = await countSeated(tx, table.id);
    if (isTaken || seated > edit.seats) {
      return { outcome: 'invalid', problems: { ...(isTaken && { number: `Ja hi ha una taula ${edit.number}` }), ...(seated > edit.seats && { seats: `Hi seuen ${seated}: abans mou-ne alguns` }) } };
    }
    if (seated > 0 && table.number !== edit.number && !edit.renumber) return 'sure';
    await updateTable(tx, table.id, { number: edit.number, seats: edit.seats, label: singleLine(edit.label).slice(0, MAX_LABEL) || null, accessible: edit.accessible });
    return 'done';
  });
}

function tableProblems({ number, seats }: TableEdit): Record<string, string> {
  return {
    ...(!(Number.isInteger(number) && number >= 1 && number <= 9_999) && { number: 'Escriu un número entre 1 i 9999' }),
    ...(!(Number.isInteger(seats) && seats >= 1 && seats <= MAX_SEATS_OF_TABLE) && { seats: `Escriu entre 1 i ${MAX_SEATS_OF_TABLE} cadires` }),
  };
}

async function countSeated(tx: Tx, tableId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ticket_seats s join tickets t on t.id = s.ticket_id where s.table_id = ${tableId}::uuid and t.status in ('active', 'used')`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Who sat there is without a table. */
export async function removeTable(deps: Deps, admin: AdminId, which: SeenHall, tableId: string): Promise<HallOutcome> {
  return changeHall<'gone'>(deps, admin, which, async (tx, rooms) => {
    if (!tablesIn(rooms).some(({ id }) => id === tableId)) return 'gone';
    await deleteTables(tx, [tableId]);
    return 'done';
  });
}

export async function removeRoom(deps: Deps, admin: AdminId, which: SeenHall, roomId: string): Promise<HallOutcome> {
  return changeHall<'gone'>(deps, admin, which, async (tx, rooms) => {
    if (!rooms.some(({ id }) => id === roomId)) return 'gone';
    await deleteRoom(tx, roomId);
    return 'done';
  });
}

export async function nameRoom(deps: Deps, admin: AdminId, which: SeenHall, room: { roomId: string; name: string }): Promise<HallOutcome> {
  const name = singleLine(room.name);
  if (name === '' || name.length > MAX_ROOM_NAME) return { outcome: 'invalid', problems: { name: 'Escriu el nom de la sala' } };
  return changeHall<'gone'>(deps, admin, which, async (tx, rooms) => {
    if (!rooms.some(({ id }) => id === room.roomId)) return 'gone';
    await renameRoom(tx, room.roomId, name);
    return 'done';
  });
}

/** Rooms and tables of another event, without its people; only into an empty hall. */
export async function copyHall(deps: Deps, admin: AdminId, which: SeenHall, from: number): Promise<HallOutcome | 'not_empty'> {
  return changeHall<'gone' | 'not_empty'>(deps, admin, which, async (tx, rooms) => {
    const source = await selectHall(tx, from);
    if (source === null) return 'gone';
    if (tablesIn(rooms).length > 0) return 'not_empty';
    for (const room of source.rooms) {
      const roomId = deps.ids.uuid();
      await insertRoom(tx, { id: roomId, eventId: which.eventId, name: room.name });
      await insertTables(tx, which.eventId, room.tables.map((table) => ({ ...table, id: deps.ids.uuid(), roomId })));
    }
    return 'done';
  });
}

/** A hall that changed can't be undone into: what was before names tables that are gone. */
async function changeHall<Refused>(deps: Deps, admin: AdminId, which: SeenHall, work: (tx: Tx, rooms: readonly HallRoom[]) => Promise<'done' | Refused>): Promise<PlanOutcome | Refused> {
  return changeUnderLock(deps, admin, { ...which, action: 'seating.hall_changed' }, async (tx) => {
    const hall = await selectHall(tx, which.eventId);
    await deleteVersions(tx, which.eventId);
    return work(tx, hall?.rooms ?? []);
  });
}
