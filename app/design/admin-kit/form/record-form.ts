import { z } from 'zod';

import { type CodesField, dayAndHour, type RecordField, type FieldTable, type FlagField, type FlagsField, inputOf, type InstantField, type Problems, type TypedField, type ValueOf } from '#app/domain/fields/field.ts';
import { dateAndTimeText } from '#app/domain/time/instant-text.ts';

import type { FormField } from '../fields/form-field.ts';
import { checkField, choiceField, dateField, fieldSchema, optional, timeField } from './field-schema.ts';

type InputsOf<Name, F> = F extends InstantField<infer Input> ? Input : F extends FlagsField<infer Flag> ? Flag : Name;

export type FormValue<Fields> = {
  [Name in keyof Fields as InputsOf<Name, Fields[Name]> & string]: Fields[Name] extends InstantField<string> ? string | null : Fields[Name] extends FlagsField<string> ? boolean : ValueOf<Fields[Name]>;
};

type FormInput<Fields> = {
  [Name in keyof Fields as InputsOf<Name, Fields[Name]> & string]?:
    | (Fields[Name] extends FlagField | FlagsField<string> ? boolean : Fields[Name] extends { kind: 'codes' } ? string[] : string)
    | undefined;
};

type InputName<Fields> = keyof FormInput<Fields>;

type FormShape<Fields> = { [Name in InputName<Fields>]-?: z.ZodType<FormValue<Fields>[Name & keyof FormValue<Fields>], FormInput<Fields>[Name]> };

export function recordForm<Fields extends FieldTable, More extends z.ZodRawShape>(
  fields: Fields,
  { more, rules }: { more: More; rules?: (value: FormValue<Fields>) => Problems },
): z.ZodType<FormValue<Fields> & z.output<z.ZodObject<More>>, FormInput<Fields> & z.input<z.ZodObject<More>>> {
  const schema = z.object({ ...more, ...shapeOf(fields) }).superRefine((value, context) => {
    const problems = { ...rules?.(value as unknown as FormValue<Fields>), ...missingDays(fields, value) };
    for (const [name, message] of Object.entries(problems)) context.addIssue({ code: 'custom', path: [inputOf(fields, name)], message });
  });
  return schema as never;
}

export function formShape<Fields extends FieldTable>(fields: Fields): FormShape<Fields> {
  return shapeOf(fields) as FormShape<Fields>;
}

function shapeOf(fields: FieldTable): Record<string, z.ZodType> {
  return Object.assign({}, ...Object.entries(fields).map(([name, field]) => schemasOf(name, field)));
}

function schemasOf(name: string, field: RecordField): Record<string, z.ZodType> {
  switch (field.kind) {
    case 'typed':
      return { [name]: typedSchema(field) };
    case 'choice':
      return { [name]: choiceField(field.choices, field.wrong ?? '') };
    case 'codes':
      return { [name]: codesSchema(field) };
    case 'flag':
      return { [name]: checkField() };
    case 'flags':
      return Object.fromEntries(Object.keys(field.flags).map((flag) => [flag, checkField()]));
    case 'instant': {
      const [day, hour] = dayAndHour(field);
      return { [day]: optional(dateField({ required: '' })), [hour]: optional(timeField({ required: '' })) };
    }
  }
}

function typedSchema(field: TypedField<unknown>): z.ZodType {
  const empty = field.read('');
  const schema = fieldSchema(field);
  return 'problem' in empty ? schema : optional(schema).transform((value) => value ?? empty.value);
}

/** Its checkbox beside those of the codes. */
export const NONE_OF_THEM = 'none';

function codesSchema({ codes, none, problem }: CodesField<string, string[] | null>): z.ZodType {
  return z
    .array(z.string())
    .max(Object.keys(codes).length + 1)
    .default([])
    .transform((sent, context) => {
      const isNone = none !== null && sent.includes(NONE_OF_THEM);
      const value = isNone ? [] : none !== null && sent.length === 0 ? null : sent;
      const wrong = isNone && sent.length > 1 ? `Marca «${none}» o els que té, no les dos coses` : problem(value);
      if (wrong === null) return value;
      context.issues.push({ code: 'custom', message: wrong, input: sent });
      return z.NEVER;
    });
}

/** A single marked box is read as its text, and would pass for a change beside a list of one. */
function codesTyped({ none }: CodesField<string, string[] | null>, value: readonly string[] | null): string | readonly string[] {
  const marked = value === null ? [] : value.length === 0 && none !== null ? [NONE_OF_THEM] : value;
  return marked.length === 1 ? (marked[0] ?? '') : marked;
}

function missingDays(fields: FieldTable, value: Record<string, unknown>): Problems {
  const missing = Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind !== 'instant') return [];
    const [day, hour] = dayAndHour(field);
    return value[day] === null && value[hour] !== null ? [[name, field.dayMissing] as const] : [];
  });
  return Object.fromEntries(missing);
}

export type FormTexts<Fields> = { [Name in InputName<Fields>]?: Name extends keyof Fields ? (Fields[Name] extends { kind: 'codes' } ? string[] : string) : string };

/** As its inputs show them, so that an untouched form is not taken for a changed one. */
export function formTexts<Fields extends FieldTable>(fields: Fields, values: { readonly [Name in keyof Fields]: ValueOf<Fields[Name]> }): FormTexts<Fields> {
  return textsOf(fields, values);
}

export function initialTexts<Fields extends FieldTable>(fields: Fields): FormTexts<Fields> {
  return textsOf(fields, Object.fromEntries(Object.entries(fields).map(([name, { initial }]) => [name, initial])));
}

function textsOf<Fields extends FieldTable>(fields: Fields, values: Readonly<Record<string, unknown>>): FormTexts<Fields> {
  const texts = Object.entries(fields).flatMap(([name, field]) => (values[name] === undefined ? [] : inputTexts(name, field, values[name])));
  return Object.fromEntries(texts.filter(([, text]) => text.length > 0)) as FormTexts<Fields>;
}

type InputText = readonly [input: string, text: string | readonly string[]];

function inputTexts(name: string, field: RecordField, value: unknown): InputText[] {
  switch (field.kind) {
    case 'typed':
      return [[name, field.typed(value)]];
    case 'choice':
      return [[name, String(value)]];
    case 'codes':
      return [[name, codesTyped(field, value as readonly string[] | null)]];
    case 'flag':
      return [[name, value === true ? 'on' : '']];
    case 'flags':
      return Object.entries(value as Record<string, boolean>).map(([flag, isOn]) => [flag, isOn ? 'on' : '']);
    case 'instant': {
      const [day, hour] = dayAndHour(field);
      const { date, time } = typeof value === 'string' ? dateAndTimeText(value) : { date: '', time: '' };
      return [[day, date], [hour, time]];
    }
  }
}

/** What an input of the form is given: `<TextInput {...inputs.title} />`. */
export type Inputs<Fields> = { readonly [Name in InputName<Fields>]-?: { field: FormField; label: string } };

export function inputsOf<Fields extends FieldTable>(fields: Fields, form: { readonly [Name in InputName<Fields>]-?: FormField }): Inputs<Fields> {
  const metadata = form as Readonly<Record<string, FormField>>;
  return Object.fromEntries(Object.entries(inputLabels(fields)).map(([name, label]) => [name, { field: metadata[name], label }])) as Inputs<Fields>;
}

export function inputLabels(fields: FieldTable): Readonly<Record<string, string>> {
  return Object.assign({}, ...Object.entries(fields).map(([name, field]) => labelsOf(name, field)));
}

function labelsOf(name: string, field: RecordField): Readonly<Record<string, string>> {
  if (field.kind === 'flags') return field.flags;
  return field.kind === 'instant' ? field.inputs : { [name]: field.label };
}
