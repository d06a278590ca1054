import type { FieldChange } from './form-reply.ts';

type FieldReaders<Value> = { readonly [Key in keyof Value]?: { label: string; changeLabel?: string; text(value: Value[Key]): string } };

export function changedFields<Value extends object>({ saved, sent, readers }: { saved: Value; sent: Value; readers: FieldReaders<Value> }): FieldChange[] {
  return (Object.keys(readers) as (keyof Value)[]).flatMap((key) => {
    const reader = readers[key]!;
    const [theirs, mine] = [reader.text(saved[key]), reader.text(sent[key])];
    return theirs === mine ? [] : [{ label: reader.changeLabel ?? reader.label, theirs, mine }];
  });
}
