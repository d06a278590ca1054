import { CsvError, parse } from 'csv-parse/sync';

import { parseEmailAddress } from '#app/domain/people/email-address.ts';
import { checkName } from '#app/domain/people/user-fields.ts';
import { GRANTABLE_RIGHTS, type GrantableRight } from '#app/domain/people/rights.ts';
import type { Role } from '#app/domain/people/roles.ts';


export interface ListedMember {
  line: number;
  email: string;
  name: string;
  role: Role;
  /** Null where the list has no rights column: rights stay. */
  rights: readonly GrantableRight[] | null;
}

export interface LineProblem {
  /** From 1; 0 for the whole file. */
  line: number;
  text: string;
}

export interface MemberList {
  members: ListedMember[];
  problems: LineProblem[];
}

export const MAX_LINES = 10_000;

const COLUMNS = ['email', 'full_name', 'role'] as const;
const RIGHTS_COLUMN = 'rights';
type Column = (typeof COLUMNS)[number] | typeof RIGHTS_COLUMN;

const RIGHT_WORDS = new Map(Object.entries<GrantableRight>({
  door: 'door',
  porta: 'door',
  editor: 'editor',
  redacció: 'editor',
  redaccio: 'editor',
  till: 'till',
  taquilla: 'till',
  caixa: 'till',
}));

const ROLE_WORDS = new Map(Object.entries<Role>({
  public: 'public',
  públic: 'public',
  socio: 'socio',
  soci: 'socio',
  sòcia: 'socio',
  comision: 'comision',
  comisión: 'comision',
  comissió: 'comision',
  comissio: 'comision',
  admin: 'admin',
  administrador: 'admin',
}));

/** UTF-8, UTF-16 with a BOM, else Windows-1252, as spreadsheets save it. */
export function decodeList(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Columns `email,full_name,role`; the header is optional and may be reordered. */
export function readMemberList(text: string): MemberList {
  const rows = readRows(text);
  if ('problem' in rows) return { members: [], problems: [rows.problem] };
  const heading = headingOf(rows.rows[0]?.cells);
  const order: readonly string[] = heading ?? COLUMNS;
  const missing = COLUMNS.filter((column) => !order.includes(column));
  if (missing.length > 0) return { members: [], problems: [{ line: 1, text: `A la capçalera li falta: ${missing.join(', ')}.` }] };
  const body = heading ? rows.rows.slice(1) : rows.rows;
  if (body.length === 0) return { members: [], problems: [{ line: 0, text: 'La llista està buida.' }] };
  if (body.length > MAX_LINES) return { members: [], problems: [{ line: 0, text: `La llista té ${body.length} línies; com a màxim, ${MAX_LINES}.` }] };

  const list: MemberList = { members: [], problems: [] };
  const seen = new Map<string, number>();
  for (const { line, cells } of body) {
    const cell = (column: Column): string => cells[order.indexOf(column)]?.trim() ?? '';
    const member = readMember({ email: cell('email'), name: cell('full_name'), role: cell('role'), rights: order.includes(RIGHTS_COLUMN) ? cell(RIGHTS_COLUMN) : null }, seen);
    if (typeof member === 'string') {
      list.problems.push({ line, text: member });
      continue;
    }
    seen.set(member.email, line);
    list.members.push({ line, ...member });
  }
  return list;
}

function readMember(typed: { email: string; name: string; role: string; rights: string | null }, seen: ReadonlyMap<string, number>): Omit<ListedMember, 'line'> | string {
  const email = parseEmailAddress(typed.email);
  if (email === null) return typed.email === '' ? 'Falta el correu.' : `«${excerpt(typed.email)}» no és un correu vàlid.`;
  const twice = seen.get(email);
  if (twice !== undefined) return `${email} ja és a la línia ${twice}.`;
  const name = checkName(typed.name);
  if ('problem' in name) return name.problem;
  const role = ROLE_WORDS.get(typed.role.toLowerCase());
  if (role === undefined) {
    return typed.role === '' ? 'Falta el rol: public, socio, comision o admin.' : `«${excerpt(typed.role)}» no és cap rol: ha de ser public, socio, comision o admin.`;
  }
  const rights = typed.rights === null ? null : readRights(typed.rights);
  if (typeof rights === 'string') return rights;
  if (role === 'admin' && rights !== null && rights.length > 0) return "Un administrador ja té tots els permisos: deixa'ls buits.";
  return { email, name: name.value, role, rights };
}

/** Separated by spaces, commas, `+` or `/`. A string is an error message. */
function readRights(typed: string): GrantableRight[] | string {
  const words = typed.toLowerCase().split(/[\s,;+/|]+/).filter((word) => word !== '');
  const unknown = words.find((word) => !RIGHT_WORDS.has(word));
  if (unknown !== undefined) return `«${excerpt(unknown)}» no és cap permís: ha de ser door, editor o till.`;
  const granted = words.map((word) => RIGHT_WORDS.get(word));
  return GRANTABLE_RIGHTS.filter((right) => granted.includes(right));
}

interface Row {
  line: number;
  cells: string[];
}

function readRows(text: string): { rows: Row[] } | { problem: LineProblem } {
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      info: true,
    }) as unknown as { info: { lines: number }; record: string[] }[];
    return { rows: rows.map(({ info, record }) => ({ line: info.lines, cells: record })) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? error['lines'] : 0;
    return { problem: { line, text: 'La llista no es pot llegir: hi ha unes cometes sense tancar.' } };
  }
}

/** The most frequent one of the first line outside quotes. */
function delimiterOf(text: string): string {
  const first = text.trimStart().split(/\r\n|\r|\n/, 1)[0] ?? '';
  const bare = first.replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string): number => bare.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** Null when the first line is already a member. */
function headingOf(cells: readonly string[] | undefined): string[] | null {
  const words = cells?.map((cell) => cell.trim().toLowerCase());
  return words?.includes('email') ? words : null;
}

function excerpt(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
