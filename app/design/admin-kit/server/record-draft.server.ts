import { dayAndHour, type Draft, type RecordField, type FieldTable, inputOf, type Problems, type Values } from '#app/domain/fields/field.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { instantInMadrid } from '#app/domain/time/madrid-time.ts';

import type { FormValue } from '../form/record-form.ts';

/** What a form's values are to be saved as. A form has minutes: an instant that it does not change keeps its seconds, where it is `known`. */
export function toRecordDraft<Fields extends FieldTable>(fields: Fields, value: FormValue<Fields>, known?: Values<Fields>): Values<Fields> & Draft<Fields> {
  const inputs: Readonly<Record<string, unknown>> = value;
  const before: Readonly<Record<string, unknown>> = known ?? {};
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sameMinute(field, before[name], valueOf(name, field, inputs))])) as Values<Fields> & Draft<Fields>;
}

function valueOf(name: string, field: RecordField, inputs: Readonly<Record<string, unknown>>): unknown {
  switch (field.kind) {
    case 'flags':
      return Object.fromEntries(Object.keys(field.flags).map((flag) => [flag, inputs[flag]]));
    case 'instant': {
      const [day, hour] = dayAndHour(field).map((input) => inputs[input]);
      return typeof day === 'string' ? new Date(instantInMadrid(day, typeof hour === 'string' ? hour : field.hour)).toISOString() : null;
    }
    default:
      return inputs[name];
  }
}

function sameMinute(field: RecordField, before: unknown, typed: unknown): unknown {
  const isSame = field.kind === 'instant' && typeof before === 'string' && typeof typed === 'string' && instantText(before) === instantText(typed);
  return isSame ? before : typed;
}

export function besideInputs(fields: FieldTable, problems: Problems): { fields: Problems } {
  return { fields: Object.fromEntries(Object.entries(problems).map(([name, problem]) => [inputOf(fields, name), problem])) };
}
