import { draftFields } from '#app/design/ui/forms/form-text.ts';

const KEY = 'comboi-form-draft';

interface StoredDraft {
  address: string;
  fields: [name: string, value: string][];
}

/** In the tab's storage, since a long form fits into no cookie. */
export function storeDraft(address: string, form: FormData): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ address, fields: draftFields(form) } satisfies StoredDraft));
  } catch {
    // Storage is blocked or full; the server's cookie keeps a short form.
  }
}

export function hasDraft(address: string): boolean {
  try {
    return storedDraft()?.address === address;
  } catch {
    return false;
  }
}

function storedDraft(): StoredDraft | null {
  return JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null');
}

export function takeDraft(address: string, which: WhichForm): FormData | null {
  try {
    const stored = storedDraft();
    if (stored?.address !== address) return null;
    const form = draftForm(stored.fields);
    if (!belongsToForm(form, which)) return null;
    window.sessionStorage.removeItem(KEY);
    return form;
  } catch {
    return null;
  }
}

const restoringForms = new Set<WhichForm>();

/** Announces a form that restores drafts; returns how to withdraw it. */
export function takesDrafts(which: WhichForm): () => void {
  restoringForms.add(which);
  return () => void restoringForms.delete(which);
}

export function hasRecipient(form: FormData): boolean {
  return [...restoringForms].some((which) => belongsToForm(form, which));
}

export interface WhichForm {
  intent: string;
  row: string | null;
}

export function belongsToForm(form: FormData, { intent, row }: WhichForm): boolean {
  return form.get('intent') === intent && form.get('row') === row;
}

export function draftForm(fields: readonly [name: string, value: string][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}
