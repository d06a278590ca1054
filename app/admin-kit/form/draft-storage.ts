const KEY = 'comboi-form-draft';

interface StoredDraft {
  address: string;
  fields: [name: string, value: string][];
}

/** Keeps in this tab what a form could not send because its session had ended: a long one fits nowhere else. */
export function keepDraft(address: string, form: FormData): void {
  const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string');
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ address, fields } satisfies StoredDraft));
  } catch {
    // Storage is blocked or full: a short form is kept by the server's cookie.
  }
}

/** What was kept of this form at this address, once. */
export function takeDraft(address: string, which: WhichForm): FormData | null {
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as StoredDraft | null;
    if (stored?.address !== address) return null;
    const form = draftForm(stored.fields);
    if (!isDraftOf(form, which)) return null;
    window.sessionStorage.removeItem(KEY);
    return form;
  } catch {
    return null;
  }
}

/** One form of a page. */
export interface WhichForm {
  intent: string;
  row: string | null;
}

export function isDraftOf(form: FormData, { intent, row }: WhichForm): boolean {
  return form.get('intent') === intent && form.get('row') === row;
}

export function draftForm(fields: readonly [name: string, value: string][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}
