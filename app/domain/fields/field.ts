/* A record that people edit has a table of its fields. Its form, JSON, draft, row and the texts of a conflict are derived from that. */

export type Read<Value> = { value: Value } | { problem: string };

export type Problems = Record<string, string>;

interface Common<Value> {
  label: string;
  changeLabel?: string;
  wrong?: string | undefined;
  absent?: string;
  initial?: Value;
  problem(value: Value): string | null;
  text(value: Value): string;
}

export interface TypedField<Value> extends Common<Value> {
  kind: 'typed';
  json: 'string' | 'integer' | 'strings';
  /** Said by the API's description, and checked with the body. */
  bounds?: { min: number; max: number };
  read(typed: string): Read<Value>;
  typed(value: Value): string;
  tidy?(value: Value): Value;
  isUsable?(stored: Value): boolean;
}

export interface ChoiceField<Choice extends string> extends Common<Choice> {
  kind: 'choice';
  choices: readonly Choice[];
}

export interface FlagField extends Common<boolean> {
  kind: 'flag';
}

export interface FlagsField<Flag extends string> extends Common<Record<Flag, boolean>> {
  kind: 'flags';
  flags: Readonly<Record<Flag, string>>;
}

/** Any of a list of codes, or null where nothing was said: then an input of its own says that there is none. */
export interface CodesField<Code extends string, Value extends Code[] | null> extends Common<Value> {
  kind: 'codes';
  codes: Readonly<Record<Code, string>>;
  none: string | null;
}

/** RFC 3339, or null. Typed as a day and an hour in Europe/Madrid, each input with its label. */
export interface InstantField<Input extends string> extends Common<string | null> {
  kind: 'instant';
  inputs: Readonly<Record<Input, string>>;
  hour: string;
  dayMissing: string;
}

export type RecordField = TypedField<unknown> | CodesField<string, string[] | null> | ChoiceField<string> | FlagField | FlagsField<string> | InstantField<string>;

export type FieldTable = Readonly<Record<string, RecordField & Stored>>;

interface Stored {
  /** Of the row, where it isn't named like the field; null: it isn't in the record's own row. */
  column?: string | null;
  /** A draft that does not say it leaves it as it is. */
  unchangedWhenOmitted?: true;
  forVisitors?: true;
  /** A copy of the record begins without it. */
  notCopied?: true;
}

export function column<const Name extends string, F extends RecordField>(name: Name, field: F): F & { column: Name } {
  return { ...field, column: name };
}

export function storedElsewhere<F extends RecordField>(field: F): F & { column: null } {
  return { ...field, column: null };
}

export function unchangedWhenOmitted<F extends RecordField>(field: F): F & { unchangedWhenOmitted: true } {
  return { ...field, unchangedWhenOmitted: true };
}

export function forVisitors<F extends RecordField>(field: F): F & { forVisitors: true } {
  return { ...field, forVisitors: true };
}

export function notCopied<F extends RecordField>(field: F): F & { notCopied: true } {
  return { ...field, notCopied: true };
}

export type CopiedFields<Fields> = { [Name in keyof Fields as Fields[Name] extends { notCopied: true } ? never : Name]: Fields[Name] };

export function copiedFields<Fields extends FieldTable>(fields: Fields): CopiedFields<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => !field.notCopied)) as CopiedFields<Fields>;
}

export type FieldsMarked<Fields, Mark extends string> = { [Name in keyof Fields as Fields[Name] extends Readonly<Record<Mark, true>> ? Name : never]: Fields[Name] };

export function fieldsMarked<Fields extends FieldTable, const Mark extends string>(fields: Fields, mark: Mark): FieldsMarked<Fields, Mark> {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => Object.hasOwn(field, mark))) as FieldsMarked<Fields, Mark>;
}

export type ValueOf<F> = F extends { problem(value: infer Value): unknown } ? Value : never;

export type Values<Fields> = { [Name in keyof Fields]: ValueOf<Fields[Name]> };

export type Draft<Fields> = {
  [Name in keyof Fields as Fields[Name] extends { unchangedWhenOmitted: true } ? never : Name]: ValueOf<Fields[Name]>;
} & {
  [Name in keyof Fields as Fields[Name] extends { unchangedWhenOmitted: true } ? Name : never]?: ValueOf<Fields[Name]> | undefined;
};

export function fieldProblems<Fields extends FieldTable>(fields: Fields, draft: Draft<Fields>): Problems {
  const values: Readonly<Record<string, unknown>> = draft;
  return withoutNulls(
    Object.fromEntries(
      Object.entries<Common<unknown>>(fields)
        .filter(([name]) => values[name] !== undefined)
        .map(([name, field]) => [name, field.problem(values[name])]),
    ),
  );
}

export function withoutNulls(problems: Readonly<Record<string, string | null>>): Problems {
  return Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null));
}

export function inputOf(fields: FieldTable, name: string): string {
  const field = fields[name];
  return field?.kind === 'instant' ? dayAndHour(field)[0] : name;
}

export function dayAndHour({ inputs }: InstantField<string>): [day: string, hour: string] {
  const [day = '', hour = ''] = Object.keys(inputs);
  return [day, hour];
}
