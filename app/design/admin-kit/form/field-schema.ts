import { z } from 'zod';

import { parseEmoji } from '#app/domain/emoji.ts';
import type { Cents } from '#app/domain/money.ts';
import { moneyProblemText, parseMoney } from '#app/domain/money-text.ts';
import { graphemeLength, isStorableText } from '#app/domain/plain-text.ts';
import { parseTypedDate, parseTypedTime } from '#app/domain/time/typed-time.ts';

/* An empty field arrives as `undefined`. */

// Zod would try `new Function`, which the content policy forbids and reports.
if (typeof document !== 'undefined') z.config({ jitless: true });

const UNSTORABLE = 'Hi ha caràcters que no es poden guardar';

export function optional<Output>(field: z.ZodType<Output, string>): z.ZodType<Output | null, string | undefined> {
  return z
    .string()
    .optional()
    .transform((typed) => (typed?.trim() === '' ? undefined : typed))
    .pipe(field.optional().transform((value) => value ?? null));
}

/** `max` counts graphemes. */
export function textField({ required, max }: { required: string; max: number }): z.ZodType<string, string> {
  return z
    .string({ error: required })
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .refine((text) => text !== '', { error: required, abort: true })
    .refine(isStorableText, { error: UNSTORABLE, abort: true })
    .refine((text) => graphemeLength(text) <= max, { error: `Són massa lletres: en caben ${max}` });
}

/** `read` also words the problem of an empty field. */
export function typedField<Value>(read: (typed: string) => { value: Value } | { problem: string }): z.ZodType<Value, string> {
  const empty = read('');
  return z.string({ error: 'problem' in empty ? empty.problem : '' }).transform((typed, context) => {
    const result = isStorableText(typed) ? read(typed) : { problem: UNSTORABLE };
    return 'problem' in result ? refuse(context, result.problem) : result.value;
  });
}

export function moneyField({ required }: { required: string }): z.ZodType<Cents, string> {
  return typedField<Cents>((typed) => {
    const read = parseMoney(typed);
    if (!('problem' in read)) return { value: read.cents };
    return { problem: read.problem === 'empty' ? required : moneyProblemText(read.problem) };
  });
}

/** Gives YYYY-MM-DD. */
export function dateField({ required }: { required: string }): z.ZodType<string, string> {
  return parsedField({ required, parse: parseTypedDate, wrong: 'Escriu la data així: 15 de març, 2027 o 15/3/2027' });
}

/** Gives HH:MM. */
export function timeField({ required }: { required: string }): z.ZodType<string, string> {
  return parsedField({ required, parse: parseTypedTime, wrong: "El format d'hora ha de ser HH:MM (exemple: 14:30)" });
}

export function emojiField({ required }: { required: string }): z.ZodType<string, string> {
  return parsedField({ required, parse: parseEmoji, wrong: required });
}

export function countField({ required, min, max }: { required: string; min: number; max: number }): z.ZodType<number, string> {
  return z.string({ error: required }).transform((typed, context) => {
    const count = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
    return count >= min && count <= max ? count : refuse(context, `Escriu un nombre entre ${min} i ${max}`);
  });
}

export function checkField(): z.ZodType<boolean, boolean | undefined> {
  return z.boolean().optional().transform(Boolean);
}

export function choiceField<const Choice extends string>(choices: readonly Choice[], required: string): z.ZodType<Choice, Choice> {
  return z.enum(choices as readonly [Choice, ...Choice[]], { error: required });
}

function parsedField({ required, parse, wrong }: { required: string; parse: (typed: string) => string | null; wrong: string }): z.ZodType<string, string> {
  return typedField<string>((typed) => {
    if (typed.trim() === '') return { problem: required };
    const value = parse(typed);
    return value === null ? { problem: wrong } : { value };
  });
}

function refuse(context: z.RefinementCtx<string>, message: string): never {
  context.issues.push({ code: 'custom', message, input: context.value });
  return z.NEVER;
}
