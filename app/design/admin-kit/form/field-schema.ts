import { z } from 'zod';

import type { TypedField } from '#app/domain/fields/field.ts';
import { count, day, emoji, hour, text, UNSTORABLE } from '#app/domain/fields/kinds.ts';
import type { Cents } from '#app/domain/money.ts';
import { moneyProblemText, parseBalance, parseMoney } from '#app/domain/money-text.ts';
import { isStorableText } from '#app/domain/plain-text.ts';

// Zod would try `new Function`, which the content policy forbids and reports.
if (typeof document !== 'undefined') z.config({ jitless: true });

const NO_LABEL = { label: '' };

export function optional<Output>(field: z.ZodType<Output, string>): z.ZodType<Output | null, string | undefined> {
  return z
    .string()
    .optional()
    .transform((typed) => (typed?.trim() === '' ? undefined : typed))
    .pipe(field.optional().transform((value) => value ?? null));
}

export function fieldSchema<Value>(field: Pick<TypedField<Value>, 'read'>): z.ZodType<Value, string> {
  return typedField((typed) => field.read(typed));
}

export function textField(rule: { required: string; max: number }): z.ZodType<string, string> {
  return fieldSchema(text({ ...NO_LABEL, ...rule }));
}

export function typedField<Value>(read: (typed: string) => { value: Value } | { problem: string }): z.ZodType<Value, string> {
  const empty = read('');
  return z.string({ error: 'problem' in empty ? empty.problem : '' }).transform((typed, context) => {
    const result = isStorableText(typed) ? read(typed) : { problem: UNSTORABLE };
    return 'problem' in result ? refuse(context, result.problem) : result.value;
  });
}

export function moneyField(rule: { required: string }): z.ZodType<Cents, string> {
  return amountField(parseMoney, rule);
}

/** May be below zero. */
export function balanceField(rule: { required: string }): z.ZodType<Cents, string> {
  return amountField(parseBalance, rule);
}

function amountField(parse: typeof parseMoney, { required }: { required: string }): z.ZodType<Cents, string> {
  return typedField<Cents>((typed) => {
    const read = parse(typed);
    if (!('problem' in read)) return { value: read.cents };
    return { problem: read.problem === 'empty' ? required : moneyProblemText(read.problem) };
  });
}

export function dateField(rule: { required: string }): z.ZodType<string, string> {
  return fieldSchema(day({ ...NO_LABEL, ...rule }));
}

export function timeField(rule: { required: string }): z.ZodType<string, string> {
  return fieldSchema(hour({ ...NO_LABEL, ...rule }));
}

export function emojiField(rule: { required: string }): z.ZodType<string, string> {
  return fieldSchema(emoji({ ...NO_LABEL, ...rule }));
}

export function countField(rule: { required: string; min: number; max: number }): z.ZodType<number, string> {
  return fieldSchema(count({ ...NO_LABEL, ...rule }));
}

export function checkField(): z.ZodType<boolean, boolean | undefined> {
  return z.boolean().optional().transform(Boolean);
}

export function choiceField<const Choice extends string>(choices: readonly Choice[], required: string): z.ZodType<Choice, Choice> {
  return z.enum(choices as readonly [Choice, ...Choice[]], { error: required });
}

function refuse(context: z.RefinementCtx<string>, message: string): never {
  context.issues.push({ code: 'custom', message, input: context.value });
  return z.NEVER;
}
