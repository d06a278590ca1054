import { sql } from 'kysely';

import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { type HallTable, MAX_SEATS_OF_TABLE, MAX_TABLES, readHallText, rowLetter } from '#app/domain/seating/hall.ts';
import { singleLine } from '#app/domain/plain-text.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { changePlan, type PlanOutcome } from './service.server.ts';
import { deleteRoom, deleteTables, deleteVersions, insertRoom, insertTables, renameRoom, selectHall, updateTable } from './store.server.ts';

export interface HallChange {
  eventId: number;
  version: number | null;
}

export type HallOutcome = PlanOutcome | 'gone' | 'too_many' | { outcome: 'invalid'; problems: Record<string, string> };

const MAX_ROOM_NAME = 60;
const MAX_LABEL = 40;

/** '20 taules de 10', '6 files de 40': new tables at the end of a room, numbered on; a room with another name is made. */
export async function generateTables(deps: Deps, admin: AdminId, which: HallChange, typed: { room: string; text: string }): Promise<HallOutcome> {
  const name = singleLine(typed.room).slice(0, MAX_ROOM_NAME) || 'Sala';
  const first = readHallText(typed.text);
  if ('problem' in first) return { outcome: 'invalid', problems: { text: first.problem } };
  return changeHall(deps, admin, which, async (tx, tables) => {
    const hall = await selectHall(tx, which.eventId);
    const known = hall?.rooms.find((room) => room.name === name);
    const roomId = known?.id ?? deps.ids.uuid();
    if (known === undefined) await insertRoom(tx, { id: roomId, eventId: which.eventId, name });
    const used = new Set(tables.map(({ rowName }) => rowName));
    let firstRow = 0;
    while (used.has(rowLetter(firstRow))) firstRow += 1;
    const made = readHallText(typed.text, { firstRow });
    if ('problem' in made) return 'gone';
    if (tables.length + made.tables.length > MAX_TABLES) return 'too_many';
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

export async function editTable(deps: Deps, admin: AdminId, which: HallChange, edit: TableEdit): Promise<HallOutcome | 'sure'> {
  const problems = tableProblems(edit);
  if (Object.keys(problems).length > 0) return { outcome: 'invalid', problems };
  let invalid: Record<string, string> | null = null;
  const outcome = await changeHall<'sure' | 'wrong'>(deps, admin, which, async (tx, tables) => {
    const table = tables.find(({ id }) => id === edit.tableId);
    if (table === undefined) return 'gone';
    if (tables.some(({ id, number }) => id !== table.id && number === edit.number)) invalid = { number: `Ja hi ha una taula ${edit.number}` };
    const seated = await countSeated(tx, table.id);
    if (seated > edit.seats) invalid = { ...invalid, seats: `Hi seuen ${seated}: abans mou-ne alguns` };
    if (invalid !== null) return 'wrong';
    if (seated > 0 && table.number !== edit.number && !edit.renumber) return 'sure';
    await updateTable(tx, table.id, { number: edit.number, seats: edit.seats, label: singleLine(edit.label).slice(0, MAX_LABEL) || null, accessible: edit.accessible });
    return 'done';
  });
  return outcome === 'wrong' ? { outcome: 'invalid', problems: invalid ?? {} } : outcome;
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
export async function removeTable(deps: Deps, admin: AdminId, which: HallChange, tableId: string): Promise<HallOutcome> {
  return changeHall(deps, admin, which, async (tx, tables) => {
    if (!tables.some(({ id }) => id === tableId)) return 'gone';
    await deleteTables(tx, [tableId]);
    return 'done';
  });
}

export async function removeRoom(deps: Deps, admin: AdminId, which: HallChange, roomId: string): Promise<HallOutcome> {
  return changeHall(deps, admin, which, async (tx) => {
    const hall = await selectHall(tx, which.eventId);
    if (hall?.rooms.some(({ id }) => id === roomId) !== true) return 'gone';
    await deleteRoom(tx, roomId);
    return 'done';
  });
}

export async function nameRoom(deps: Deps, admin: AdminId, which: HallChange, room: { roomId: string; name: string }): Promise<HallOutcome> {
  const name = singleLine(room.name);
  if (name === '' || name.length > MAX_ROOM_NAME) return { outcome: 'invalid', problems: { name: 'Escriu el nom de la sala' } };
  return changeHall(deps, admin, which, async (tx) => {
    const hall = await selectHall(tx, which.eventId);
    if (hall?.rooms.some(({ id }) => id === room.roomId) !== true) return 'gone';
    await renameRoom(tx, room.roomId, name);
    return 'done';
  });
}

/** Rooms and tables of another event, without its people; only into an empty hall. */
export async function copyHall(deps: Deps, admin: AdminId, which: HallChange, from: number): Promise<HallOutcome | 'not_empty'> {
  return changeHall<'not_empty'>(deps, admin, which, async (tx, tables) => {
    const source = await selectHall(tx, from);
    if (source === null) return 'gone';
    if (tables.length > 0) return 'not_empty';
    for (const room of source.rooms) {
      const roomId = deps.ids.uuid();
      await insertRoom(tx, { id: roomId, eventId: which.eventId, name: room.name });
      await insertTables(tx, which.eventId, room.tables.map((table) => ({ ...table, id: deps.ids.uuid(), roomId })));
    }
    return 'done';
  });
}

/** A hall that changed can't be undone into: what was before names tables that are gone. */
async function changeHall<More extends string = never>(
  deps: Deps,
  admin: AdminId,
  which: HallChange,
  work: (tx: Tx, tables: readonly HallTable[]) => Promise<'done' | 'gone' | 'too_many' | More>,
): Promise<PlanOutcome | 'gone' | 'too_many' | More> {
  return changePlan<'done' | 'gone' | 'too_many' | More>(deps, admin, { ...which, action: 'seating.hall_changed' }, async (tx, { tables }) => {
    const outcome = await work(tx, tables);
    await deleteVersions(tx, which.eventId);
    return outcome;
  });
}
