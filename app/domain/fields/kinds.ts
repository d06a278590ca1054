import { parseEmoji } from '../emoji.ts';
import { MAX_TYPED_CENTS, moneyFieldText, moneyProblemText, parseMoney } from '../money-text.ts';
import { graphemeLength, isStorableText } from '../plain-text.ts';
import { formatDate, parseDate } from '../time/dates.ts';
import { instantText } from '../time/instant-text.ts';
import { parseTypedDate, parseTypedTime } from '../time/typed-time.ts';
import type { ChoiceField, CodesField, FlagField, FlagsField, InstantField, Read, TypedField } from './field.ts';
import { keysOf } from '../record.ts';

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const WRONG_DAY = 'Escriu la data així: 15 de març, 2027 o 15/3/2027';
const WRONG_CODES = 'Hi ha opcions que no coneixem';
const WRONG_TIME = "El format d'hora ha de ser HH:MM (exemple: 14:30)";

export const UNSTORABLE = 'Hi ha caràcters que no es poden guardar';

interface Named {
  label: string;
  changeLabel?: string;
}

interface Required extends Named {
  required?: string;
}

const NOT_EMPTY = 'No pot quedar buit';

export function text({ required = NOT_EMPTY, wrong = required, max, rule = () => null, ...named }: Required & Pick<TypedField<string>, 'tidy'> & { wrong?: string; max: number; rule?(value: string): string | null }): TypedField<string> {
  return typed({
    ...named,
    required,
    wrong,
    read: (input) => ({ value: lines(input) }),
    problem: (value) => (value.trim() === '' ? required : (textProblem(value, max) ?? rule(value))),
  });
}

export function optionalText({ max, ...named }: Named & { max: number }): TypedField<string | null> {
  const field = optionalField(typed({ ...named, read: (input) => ({ value: lines(input) }), problem: (value) => textProblem(value, max) }));
  return { ...field, tidy: (value) => (value ?? '').trim() || null };
}

export function day({ required = NOT_EMPTY, wrong = required, ...named }: Required & { wrong?: string }): TypedField<string> {
  return typed({
    ...named,
    required,
    wrong,
    read: (input) => valueOr(parseTypedDate(input), WRONG_DAY),
    problem: (value) => (parseDate(value) === value ? null : wrong),
    typed: formatDate,
  });
}

export function hour({ required = NOT_EMPTY, wrong = WRONG_TIME, rule = () => true, ...named }: Required & { wrong?: string; rule?(time: string): boolean }): TypedField<string> {
  return typed({ ...named, required, wrong, read: (input) => valueOr(parseTypedTime(input), WRONG_TIME), problem: (value) => (TIME.test(value) && rule(value) ? null : wrong) });
}

export function money({ required = NOT_EMPTY, ...named }: Required): TypedField<number> {
  return {
    ...named,
    kind: 'typed',
    json: 'integer',
    wrong: required,
    read(input) {
      const read = parseMoney(input);
      if (!('problem' in read)) return { value: read.cents };
      return { problem: read.problem === 'empty' ? required : moneyProblemText(read.problem) };
    },
    typed: moneyFieldText,
    problem: (value) => (isCount(value, { min: 0, max: MAX_TYPED_CENTS }) ? null : required),
    text: (value) => `${moneyFieldText(value)} €`,
  };
}

export function count({ required = NOT_EMPTY, min, max, wrong = required, outside = `Escriu un nombre entre ${min} i ${max}`, ...named }: Required & { min: number; max: number; wrong?: string; outside?: string }): TypedField<number> {
  return {
    ...named,
    kind: 'typed',
    json: 'integer',
    wrong,
    read(input) {
      if (input.trim() === '') return { problem: required };
      const value = /^\d{1,9}$/.test(input.trim()) ? Number(input) : Number.NaN;
      return isCount(value, { min, max }) ? { value } : { problem: outside };
    },
    typed: String,
    problem: (value) => (isCount(value, { min, max }) ? null : wrong),
    text: String,
  };
}

export function boundedCount({ absent, ...field }: Parameters<typeof count>[0] & { absent?: string }): TypedField<number> {
  return { ...count(field), ...(absent !== undefined && { absent }), bounds: { min: field.min, max: field.max } };
}

export function emoji({ required = NOT_EMPTY, ...named }: Required): TypedField<string> {
  return typed({ ...named, required, wrong: required, read: (input) => valueOr(parseEmoji(input), required), problem: (value) => (parseEmoji(value) === null ? required : null) });
}

export function choice<const Choice extends string>({ required = NOT_EMPTY, choices, initial, ...named }: Required & { choices: Readonly<Record<Choice, string>>; initial: NoInfer<Choice> }): ChoiceField<Choice> {
  const all = keysOf(choices);
  return { ...named, kind: 'choice', choices: all, initial, wrong: required, problem: (value) => (all.includes(value) ? null : required), text: (value) => choices[value] };
}

export function flag(field: Named & { initial: boolean }): FlagField {
  return { ...field, kind: 'flag', problem: () => null, text: (value) => (value ? 'Sí' : 'No') };
}

export function flags<const Flag extends string>({ flags: labels, ...named }: Named & { flags: Readonly<Record<Flag, string>> }): FlagsField<Flag> {
  const all = keysOf(labels);
  return { ...named, kind: 'flags', flags: labels, problem: () => null, text: (value) => all.filter((one) => value[one]).map((one) => labels[one]).join(', ') };
}

/** `none`: what says that there is none of them, for a list that is null where nobody said. */
export function codes<const Code extends string>(field: Named & { codes: Readonly<Record<Code, string>>; none: string }): CodesField<Code, Code[] | null>;
export function codes<const Code extends string>(field: Named & { codes: Readonly<Record<Code, string>> }): CodesField<Code, Code[]>;
export function codes<Code extends string>({ none = null, ...field }: Named & { codes: Readonly<Record<Code, string>>; none?: string | null }): CodesField<Code, Code[] | null> {
  const known = (value: readonly Code[]): boolean => value.every((one) => Object.hasOwn(field.codes, one)) && new Set(value).size === value.length;
  const names = (value: readonly Code[]): string => value.map((one) => field.codes[one]).join(', ');
  return {
    ...field,
    kind: 'codes',
    none,
    initial: none === null ? [] : null,
    problem: (value) => (value === null ? none !== null : known(value)) ? null : WRONG_CODES,
    text: (value) => (value === null ? '' : value.length === 0 && none !== null ? none : names(value)),
  };
}

export function optionalInstant<const Input extends string>(
  { wrong, ...field }: Named & Pick<InstantField<Input>, 'inputs' | 'hour' | 'dayMissing'> & { wrong: string },
): InstantField<Input> {
  return {
    ...field,
    kind: 'instant',
    wrong,
    problem: (value) => (value === null || isInstant(value) ? null : wrong),
    text: (value) => (value === null ? '' : instantText(value)),
  };
}

export function optionalField<Value>(field: TypedField<Value>): TypedField<Value | null> {
  const { initial: _initial, tidy: _tidy, ...rest } = field;
  return {
    ...rest,
    read: (input) => (input.trim() === '' ? { value: null } : field.read(input)),
    typed: (value) => (value === null ? '' : field.typed(value)),
    problem: (value) => (value === null ? null : field.problem(value)),
    text: (value) => (value === null ? '' : field.text(value)),
  };
}

export function initially<Value>(initial: NonNullable<Value>, field: TypedField<Value>): TypedField<Value> {
  return { ...field, initial };
}

export function parsed<Value = string>({ read, typed: display = String, ...named }: Named & Pick<TypedField<Value>, 'read'> & { typed?(value: Value): string }): TypedField<Value> {
  return {
    ...named,
    kind: 'typed',
    json: 'string',
    read,
    typed: display,
    problem(value) {
      const again = read(display(value));
      return 'problem' in again ? again.problem : null;
    },
    text: display,
  };
}

export function emptyAs<Value>(empty: NonNullable<Value>, field: TypedField<Value>): TypedField<Value> {
  return {
    ...field,
    read: (input) => (input.trim() === '' ? { value: empty } : field.read(input)),
    typed: (value) => (value === empty ? '' : field.typed(value)),
    problem: (value) => (value === empty ? null : field.problem(value)),
  };
}

type TypedText = Required & Pick<TypedField<string>, 'read' | 'problem' | 'tidy'> & { wrong?: string; typed?(value: string): string };

function typed({ required = NOT_EMPTY, read, problem, typed: display = String, ...rest }: TypedText): TypedField<string> {
  return {
    ...rest,
    kind: 'typed',
    json: 'string',
    read(input) {
      if (input.trim() === '') return { problem: required };
      const result = read(input);
      const wrong = 'value' in result ? problem(result.value) : null;
      return wrong === null ? result : { problem: wrong };
    },
    typed: display,
    problem,
    text: display,
  };
}

export function textProblem(value: string, max: number): string | null {
  if (!isStorableText(value)) return UNSTORABLE;
  // What is far too long is not segmented into graphemes.
  return value.length > max * 20 || graphemeLength(value) > max ? `Són massa lletres: en caben ${max}` : null;
}

export function isCount(value: number, { min, max }: { min: number; max: number }): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

function isInstant(value: string): boolean {
  const instant = Date.parse(value);
  return !Number.isNaN(instant) && new Date(instant).toISOString() === value;
}

function lines(input: string): string {
  return input.replaceAll('\r\n', '\n').trim();
}

export function valueOr(value: string | null, problem: string): Read<string> {
  return value === null ? { problem } : { value };
}
