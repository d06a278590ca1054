import { createContext, use } from 'react';

import { belongsToForm, draftForm } from './draft-storage.ts';

export const DraftContext = createContext<readonly [name: string, value: string][] | null>(null);

export function useServerDraft(intent: string, row: string | null = null): FormData | null {
  const fields = use(DraftContext);
  if (fields === null) return null;
  const form = draftForm(fields);
  return belongsToForm(form, { intent, row }) ? form : null;
}
