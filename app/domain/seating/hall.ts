/** A stretch of a long table counts as a table: its neighbours have the next place in the same row, never across the aisle. */
export interface HallTable {
  id: string;
  number: number;
  roomId: string;
  rowName: string;
  place: number;
  shape: 'long' | 'round';
  seats: number;
  label: string | null;
  accessible: boolean;
}

export interface HallRoom {
  id: string;
  name: string;
  tables: HallTable[];
}

export function tablesIn(rooms: readonly HallRoom[]): HallTable[] {
  return rooms.flatMap(({ tables }) => tables);
}

export type TableSpot = Pick<HallTable, 'roomId' | 'rowName' | 'place'>;

export function areNeighbours(one: TableSpot, other: TableSpot): boolean {
  return one.roomId === other.roomId && one.rowName === other.rowName && Math.abs(one.place - other.place) === 1;
}

/** Whether one can walk from any of them to any other along the row. */
export function areInOneRun(tables: readonly TableSpot[]): boolean {
  return placesOf(tables) < 2;
}

/** At how many places of the hall these tables lie, neighbours counting as one. */
export function placesOf(tables: readonly TableSpot[]): number {
  return tables.filter((table) => !tables.some((other) => areNeighbours(table, other) && other.place === table.place - 1)).length;
}

const OTHER_ROW = 20;

/** Nothing for neighbours; else more the further these tables lie from one another. */
export function spreadOf(tables: readonly TableSpot[]): number {
  const sorted = tables.toSorted((a, b) => compareText(a.roomId, b.roomId) || compareText(a.rowName, b.rowName) || a.place - b.place);
  let spread = 0;
  for (const [at, table] of sorted.entries()) {
    const before = sorted[at - 1];
    if (before === undefined || areNeighbours(before, table)) continue;
    const isOneRow = before.roomId === table.roomId && before.rowName === table.rowName;
    spread += (spread === 0 ? OTHER_ROW : OTHER_ROW / 2) + (isOneRow ? Math.min(table.place - before.place, OTHER_ROW / 2) : OTHER_ROW / 2);
  }
  return spread;
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

export const MAX_TABLES = 400;
export const MAX_SEATS_OF_TABLE = 60;
const FEWEST_OF_STRETCH = 8;
const MOST_OF_STRETCH = 12;
const ROUND_TABLES_IN_ROW = 8;

export type GeneratedTable = Pick<HallTable, 'rowName' | 'place' | 'shape' | 'seats'>;

export type ReadHallText = { tables: GeneratedTable[] } | { problem: string };

const WRONG_TEXT = "Escriu, per exemple, '20 taules de 10' o '6 files de 40'";
const SPEC = /^(\d{1,3})\s*(taul[ae]s?|fil[ae]s?)\s*(?:rodon(?:a|es)\s*)?de\s*(\d{1,3})(?:\s*\(?(?:en\s+)?trams\s+de\s+(\d{1,2})\)?)?$/i;

/** '20 taules de 10', '6 files de 40', '6 files de 40 trams de 8'; several, set apart by commas or lines. `firstRow` counts the rows there are already. */
export function readHallText(text: string, { firstRow = 0 }: { firstRow?: number } = {}): ReadHallText {
  const parts = text.split(/[,;\n]|\si\s/).map((part) => part.trim()).filter((part) => part !== '');
  if (parts.length === 0) return { problem: WRONG_TEXT };
  const tables: GeneratedTable[] = [];
  let row = firstRow;
  for (const part of parts) {
    const [, count, what, seats, stretch] = SPEC.exec(part) ?? [];
    if (count === undefined || what === undefined || seats === undefined) return { problem: `«${part}» no s'entén. ${WRONG_TEXT}` };
    const [many, size] = [Number(count), Number(seats)];
    if (many < 1 || size < 1) return { problem: WRONG_TEXT };
    const made = /^t/i.test(what) ? roundTables(many, size, row) : longTables({ rows: many, seats: size, stretch: stretch === undefined ? null : Number(stretch), firstRow: row });
    if ('problem' in made) return made;
    row += new Set(made.map(({ rowName }) => rowName)).size;
    tables.push(...made);
  }
  return tables.length > MAX_TABLES ? { problem: `Són massa taules: en caben ${MAX_TABLES}` } : { tables };
}

function roundTables(count: number, seats: number, firstRow: number): GeneratedTable[] | { problem: string } {
  if (seats > MAX_SEATS_OF_TABLE) return { problem: `Una taula té com a màxim ${MAX_SEATS_OF_TABLE} cadires` };
  return Array.from({ length: count }, (_, at) => ({ rowName: rowLetter(firstRow + Math.floor(at / ROUND_TABLES_IN_ROW)), place: at % ROUND_TABLES_IN_ROW, shape: 'round', seats }));
}

function longTables({ rows, seats, stretch, firstRow }: { rows: number; seats: number; stretch: number | null; firstRow: number }): GeneratedTable[] | { problem: string } {
  if (stretch !== null && (stretch < 2 || stretch > MAX_SEATS_OF_TABLE)) return { problem: `Un tram té entre 2 i ${MAX_SEATS_OF_TABLE} cadires` };
  const stretches = stretchesOf(seats, stretch);
  return Array.from({ length: rows }, (_, row) => stretches.map((size, place): GeneratedTable => ({ rowName: rowLetter(firstRow + row), place, shape: 'long', seats: size }))).flat();
}

/** Of 8 to 12 seats, ten where it comes out even; the last may be shorter. */
function stretchesOf(seats: number, stretch: number | null): number[] {
  const size = stretch ?? [10, 12, 11, 9, 8].find((one) => seats % one === 0) ?? balanced(seats);
  const whole = Math.floor(seats / size);
  const rest = seats - whole * size;
  return [...Array.from({ length: whole }, () => size), ...(rest > 0 ? [rest] : [])];
}

function balanced(seats: number): number {
  const count = Math.max(1, Math.round(seats / 10));
  return Math.min(MOST_OF_STRETCH, Math.max(FEWEST_OF_STRETCH, Math.ceil(seats / count)));
}

/** A, B … Z, AA, AB … */
export function rowLetter(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : rowLetter(Math.floor(at / 26) - 1) + letter;
}
