import { createContext, use } from 'react';

import { draftForm } from './draft-storage.ts';

/** What an admin had sent whose session had ended, as the server's cookie kept it. */
export const DraftContext = createContext<readonly [name: string, value: string][] | null>(null);

/** The fields kept for one form of the page. */
export function useServerDraft(intent: string): FormData | null {
  const fields = use(DraftContext);
  return fields?.some(([name, value]) => name === 'intent' && value === intent) ? draftForm(fields) : null;
}
