import { createContext, use } from 'react';

import { draftForm, isDraftOf } from './draft-storage.ts';

/** What an admin had sent whose session had ended, as the server's cookie kept it. */
export const DraftContext = createContext<readonly [name: string, value: string][] | null>(null);

/** The fields kept for one form of the page; of several with one intent, for the one of this row. */
export function useServerDraft(intent: string, row: string | null = null): FormData | null {
  const fields = use(DraftContext);
  if (fields === null) return null;
  const form = draftForm(fields);
  return isDraftOf(form, { intent, row }) ? form : null;
}
