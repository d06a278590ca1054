import { type AliasedExpression, type Generated, type RawBuilder, sql } from 'kysely';

import type { Draft, FieldTable, FlagsField, InstantField, ValueOf, Values } from '#app/domain/fields/field.ts';

type Stored<F> = F extends InstantField<string> ? Date | null : F extends FlagsField<string> ? boolean : ValueOf<F>;
type Own<Fields> = { [Name in keyof Fields as Fields[Name] extends { column: null } ? never : Name]: Fields[Name] };
type RowName<Name, F> = F extends FlagsField<infer Flag> ? Flag : Name & string;
type ColumnName<Name, F> = F extends { column: infer Column extends string } ? Column : RowName<Name, F>;

export type RecordRow<Fields> = { [Name in keyof Fields as RowName<Name, Fields[Name]>]: Stored<Fields[Name]> };
type OwnRow<Fields> = RecordRow<Own<Fields>>;

/** The columns of a table that keep the fields. What a draft may leave out has a default. */
export type FieldColumns<Fields> = {
  [Name in keyof Own<Fields> as ColumnName<Name, Fields[Name]>]: Fields[Name] extends { unchangedWhenOmitted: true } ? Generated<Stored<Fields[Name]>> : Stored<Fields[Name]>;
};

type Columns<Fields> = {
  [Name in keyof Own<Fields> as Fields[Name] extends { unchangedWhenOmitted: true } ? never : ColumnName<Name, Fields[Name]>]: Stored<Fields[Name]>;
} & {
  [Name in keyof Own<Fields> as Fields[Name] extends { unchangedWhenOmitted: true } ? ColumnName<Name, Fields[Name]> : never]?: Stored<Fields[Name]>;
};

export function columnsOf<Fields extends FieldTable>(fields: Fields, draft: Draft<Fields>): Columns<Fields> {
  const values: Readonly<Record<string, unknown>> = draft;
  const columns = Object.entries(fields).map(([name, field]) => {
    const { column = name, kind } = field;
    const value = values[name];
    if (column === null || value === undefined) return {};
    if (kind === 'flags') return value;
    return { [column]: kind === 'instant' && typeof value === 'string' ? new Date(value) : value };
  });
  return Object.assign({}, ...columns) as Columns<Fields>;
}

export function selected<Fields extends FieldTable>(fields: Fields, table: string): Selected<OwnRow<Fields>>[] {
  return ownColumns(fields).map(([column, name]) => sql.ref(`${table}.${column}`).as(name)) as unknown as Selected<OwnRow<Fields>>[];
}

/** What an insert that meets its own row writes over it. */
export function excluded<Fields extends FieldTable>(fields: Fields): Excluded<Fields> {
  return Object.fromEntries(ownColumns(fields).map(([column]) => [column, sql.ref(`excluded.${column}`)])) as Excluded<Fields>;
}

type Excluded<Fields> = { [Name in keyof Own<Fields> as ColumnName<Name, Fields[Name]>]: RawBuilder<Stored<Fields[Name]>> };

function ownColumns(fields: FieldTable): [column: string, name: string][] {
  return Object.entries(fields).flatMap(([name, field]): [string, string][] => {
    if (field.kind === 'flags') return Object.keys(field.flags).map((flag) => [flag, flag]);
    const { column = name } = field;
    return column === null ? [] : [[column, name]];
  });
}

type Selected<Row> = { [Name in keyof Row & string]: AliasedExpression<Row[Name], Name> }[keyof Row & string];

export function recordOf<Fields extends FieldTable>(fields: Fields, row: RecordRow<Fields>): Values<Fields> {
  const stored: Readonly<Record<string, unknown>> = row;
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) values[name] = field.kind === 'flags' ? flagsOf(field, stored) : jsonOf(stored[name]);
  return values as Values<Fields>;
}

function flagsOf({ flags }: FlagsField<string>, stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(flags).map((flag) => [flag, stored[flag]]));
}

function jsonOf(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}
