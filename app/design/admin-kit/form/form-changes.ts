import type { FormMetadata } from '@conform-to/react';

interface Change<Options> {
  (options: Options): void;
  getButtonProps: (options: Options) => { name: string; value: string; form: string; formNoValidate: boolean };
}

/** Changes of fields whose names are known only at run time: conform types them by the paths of one form. */
export interface FormChanges {
  id: string;
  update: Change<{ name: string; value: unknown }>;
  insert: Change<{ name: string; index?: number; defaultValue?: unknown }>;
  remove: Change<{ name: string; index: number }>;
  reorder: Change<{ name: string; from: number; to: number }>;
}

export function changesOf<Name extends keyof FormChanges>(form: Pick<FormMetadata, Name>): Pick<FormChanges, Name> {
  return form as never;
}
