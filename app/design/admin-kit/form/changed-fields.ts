import type { FieldChange } from './form-reply.ts';
import { keysOf } from '#app/domain/record.ts';

export type FieldReaders<Value> = { readonly [Key in keyof Value]?: { label: string; changeLabel?: string; text(value: Value[Key]): string } };

export function changedFields<Value extends object>({ saved, sent, readers }: { saved: Value; sent: Value; readers: FieldReaders<Value> }): FieldChange[] {
  return keysOf<keyof Value & string>(readers).flatMap((key) => {
    const reader = readers[key];
    if (reader === undefined) return [];
    const [theirs, mine] = [reader.text(saved[key]), reader.text(sent[key])];
    return theirs === mine ? [] : [{ label: reader.changeLabel ?? reader.label, theirs, mine }];
  });
}
