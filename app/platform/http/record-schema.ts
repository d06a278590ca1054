import { z } from 'zod';

import type { CodesField, Draft, RecordField, FieldTable, TypedField, Values } from '#app/domain/fields/field.ts';

export function bodyShape<Fields extends FieldTable>(fields: Fields): { [Name in keyof Fields]: z.ZodType<Draft<Fields>[Name & keyof Draft<Fields>]> } {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, bodySchema(field)])) as never;
}

export function answerShape<Fields extends FieldTable>(fields: Fields): { [Name in keyof Fields]: z.ZodType<Values<Fields>[Name]> } {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, answerSchema(field)])) as never;
}

export function storedShape<Fields extends FieldTable>(fields: Fields, usual: Values<Fields>): { [Name in keyof Fields]: z.ZodType<Values<Fields>[Name]> } {
  const values: Readonly<Record<string, unknown>> = usual;
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, storedSchema(field).catch(values[name])])) as never;
}

function storedSchema(field: RecordField): z.ZodType {
  const isUsable = field.kind === 'typed' && field.isUsable;
  return isUsable ? answerSchema(field).refine(isUsable) : answerSchema(field);
}

function bodySchema(field: FieldTable[string]): z.ZodType {
  const schema = sentSchema(field);
  if (field.unchangedWhenOmitted) return tidied(isNullable(field) ? schema.nullish() : schema.optional(), field);
  const empty = emptyOf(field);
  const sent = field.initial !== undefined && field.kind !== 'codes' ? schema.default(field.initial) : empty === undefined ? schema : schema.nullish().transform((value) => value ?? empty);
  return tidied(sent, field);
}

function tidied(schema: z.ZodType, field: RecordField): z.ZodType {
  return field.kind === 'typed' && field.tidy ? schema.transform((value) => (value === undefined ? undefined : field.tidy?.(value))) : schema;
}

function sentSchema(field: RecordField): z.ZodType {
  const error = errorOf(field);
  switch (field.kind) {
    case 'typed':
      return typedJson(field, error);
    case 'instant':
      return z.iso.datetime({ ...error, offset: true }).transform((text) => new Date(text).toISOString());
    case 'choice':
      return z.enum(field.choices, error);
    case 'codes':
      return codesSchema(field, error);
    case 'flag':
      return z.boolean();
    case 'flags':
      return flagsSchema(field.flags);
  }
}

function answerSchema(field: RecordField): z.ZodType {
  switch (field.kind) {
    case 'typed': {
      const schema = typedJson(field);
      return isNullable(field) ? schema.nullable() : schema;
    }
    case 'instant':
      return z.string().nullable();
    case 'choice':
      return z.enum(field.choices);
    case 'codes':
      return field.none === null ? codesSchema(field) : codesSchema(field).nullable();
    case 'flag':
      return z.boolean();
    case 'flags':
      return flagsSchema(field.flags);
  }
}

type Wrong = { error?: string | ((issue: { input?: unknown }) => string) };

function errorOf({ wrong, absent }: RecordField): Wrong {
  if (wrong === undefined) return {};
  return { error: absent === undefined ? wrong : wrongOrAbsent({ wrong, absent }) };
}

export function wrongOrAbsent({ wrong, absent }: { wrong: string; absent: string }): (issue: { input?: unknown }) => string {
  return ({ input }) => (input === undefined || input === null || input === '' ? absent : wrong);
}

function typedJson({ json, bounds }: TypedField<unknown>, error: Wrong = {}): z.ZodType {
  if (json === 'strings') return z.array(z.string());
  if (json === 'string') return z.string(error);
  return bounds === undefined ? z.int(error) : z.int(error).min(bounds.min, error).max(bounds.max, error);
}

function codesSchema({ codes }: CodesField<string, string[] | null>, error: Wrong = {}): z.ZodType {
  return z.array(z.enum(Object.keys(codes), error));
}

function flagsSchema(flags: Readonly<Record<string, string>>): z.ZodType {
  return z.object(Object.fromEntries(Object.keys(flags).map((flag) => [flag, z.boolean()])));
}

function isNullable(field: RecordField): boolean {
  return emptyOf(field) === null;
}

function emptyOf(field: RecordField): unknown {
  if (field.kind === 'codes') return field.none === null ? [] : null;
  if (field.kind !== 'typed') return field.kind === 'instant' ? null : undefined;
  const empty = field.read('');
  return 'value' in empty ? empty.value : undefined;
}
