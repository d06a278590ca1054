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

/** As spreadsheets of this country are headed. */
const HEADING_WORDS = new Map(Object.entries<Column>({
  email: 'email',
  'e-mail': 'email',
  mail: 'email',
  correu: 'email',
  'correu electrònic': 'email',
  'correo electrónico': 'email',
  correo: 'email',
  full_name: 'full_name',
  name: 'full_name',
  nom: 'full_name',
  'nom i cognoms': 'full_name',
  'nom complet': 'full_name',
  nombre: 'full_name',
  'nombre y apellidos': 'full_name',
  role: 'role',
  rol: 'role',
  categoria: 'role',
  categoría: 'role',
  rights: 'rights',
  permisos: 'rights',
}));

const COLUMN_NAMES: Record<Column, string> = { email: 'correu', full_name: 'nom', role: 'rol', rights: 'permisos' };

/** What the page offers to begin with. */
export const TEMPLATE_ROWS = [
  ['correu', 'nom', 'rol', 'permisos'],
  ['maria@example.com', 'Maria Anglés', 'soci', ''],
  ['pau@example.com', 'Pau Forés', 'comissió', 'porta taquilla'],
] as const;

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

/** Columns address, name, role; the header is optional, may be reordered, and speaks any of our languages. */
export function readMemberList(text: string): MemberList {
  const rows = readRows(text);
  if ('problem' in rows) return { members: [], problems: [rows.problem] };
  const heading = headingOf(rows.rows[0]?.cells);
  const order: readonly string[] = heading ?? COLUMNS;
  const missing = COLUMNS.filter((column) => !order.includes(column));
  if (missing.length > 0) return { members: [], problems: [{ line: 1, text: `A la capçalera li falta: ${missing.map((column) => COLUMN_NAMES[column]).join(', ')}.` }] };
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
    return typed.role === '' ? 'Falta el rol: públic, soci, comissió o admin.' : `«${excerpt(typed.role)}» no és cap rol: ha de ser públic, soci, comissió o admin.`;
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
  if (unknown !== undefined) return `«${excerpt(unknown)}» no és cap permís: ha de ser porta, redacció o taquilla.`;
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
  const words = cells?.map((cell) => {
    const word = cell.trim().toLowerCase().replaceAll(/\s+/g, ' ');
    return HEADING_WORDS.get(word) ?? word;
  });
  // A list of people has addresses in its first line.
  const isHeading = words?.includes('email') === true || (words?.some((word) => HEADING_WORDS.has(word)) === true && !words.some((word) => word.includes('@')));
  return isHeading && words !== undefined ? words : null;
}

function excerpt(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
