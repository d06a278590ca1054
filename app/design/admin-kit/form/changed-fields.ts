import type { FieldChange } from './form-reply.ts';

export type FieldReaders<Value> = { readonly [Key in keyof Value]?: { label: string; changeLabel?: string; text(value: Value[Key]): string } };

export function changedFields<Value extends object>({ saved, sent, readers }: { saved: Value; sent: Value; readers: FieldReaders<Value> }): FieldChange[] {
  return (Object.keys(readers) as (keyof Value)[]).flatMap((key) => {
    const reader = readers[key]!;
    const [theirs, mine] = [reader.text(saved[key]), reader.text(sent[key])];
    return theirs === mine ? [] : [{ label: reader.changeLabel ?? reader.label, theirs, mine }];
  });
}

/** Of fields whose values are texts already. */
export function changedTexts<Name extends string>({ saved, sent, labels }: { saved: Record<NoInfer<Name>, string>; sent: Record<NoInfer<Name>, string>; labels: Readonly<Record<Name, string>> }): FieldChange[] {
  const names = Object.keys(labels) as Name[];
  return names.filter((name) => saved[name] !== sent[name]).map((name) => ({ label: labels[name], theirs: saved[name], mine: sent[name] }));
}
