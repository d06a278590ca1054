import { parse } from '@conform-to/react';

/** The name under which conform sends its buttons. */
export const INTENT = '__intent__';
/** And what it knows of the form's state. */
export const STATE = '__state__';

/** What a button of a list sends: conform's own intents, and the copying of an item, which conform does not know. */
type ListIntent =
  | { type: 'insert' | 'remove'; payload: { name: string; index?: number } }
  | { type: 'reorder'; payload: { name: string; from: number; to: number } }
  | { type: 'copy'; payload: { name: string; index: number } };

/** Deep and long enough for menus of dishes; a number beyond it would make a list of as many holes. */
const FIELD_NAME = /^[a-z]\w{0,40}(?:\[\d{1,3}\]|\.[a-z]\w{0,40}){0,8}$/i;
const MAX_INTENT_LENGTH = 20_000;
/** Names that records have of themselves. */
const OWN_NAMES = /(?:^|\.)(?:constructor|prototype|hasOwnProperty|toString|valueOf)(?:$|[.[])/;

/** True for names that forms of ours have. */
export function isFieldName(name: string): boolean {
  return FIELD_NAME.test(name) && !OWN_NAMES.test(name);
}

/** The value of the button that copies an item. */
export function copyIntent(name: string, index: number): string {
  return JSON.stringify({ type: 'copy', payload: { name, index } } satisfies ListIntent);
}

/** True where a button of a list was pressed, and it says something that one of ours could say. */
export function isListIntent(value: string): boolean {
  if (value.length > MAX_INTENT_LENGTH) return false;
  const { type, payload } = (readJson(value) ?? {}) as { type?: unknown; payload?: Record<string, unknown> };
  if (typeof payload !== 'object' || payload === null || typeof payload['name'] !== 'string' || !isFieldName(payload['name'])) return false;
  switch (type) {
    case 'insert':
      return payload['index'] === undefined || isIndex(payload['index']);
    case 'remove':
    case 'copy':
      return isIndex(payload['index']);
    case 'reorder':
      return isIndex(payload['from']) && isIndex(payload['to']);
    default:
      return false;
  }
}

/** The same form with a copy turned into what conform knows: an insertion of the same values below. Ids stay with the original. */
export function withoutCopies(form: FormData): FormData {
  const pressed = form.get(INTENT);
  const intent = typeof pressed === 'string' ? (readJson(pressed) as ListIntent | null) : null;
  if (intent?.type !== 'copy') return form;
  const { name, index } = intent.payload;
  const insertion = { type: 'insert', payload: { name, index: index + 1, defaultValue: itemAt(form, `${name}[${index}]`) } };
  const changed = new FormData();
  for (const [key, value] of form) if (key !== INTENT) changed.append(key, value);
  changed.append(INTENT, JSON.stringify(insertion));
  return changed;
}

/** What stands in the fields below `name`, as one value; fields named `id` are left out unless `ids` asks for them. */
export function itemAt(form: FormData, name: string, { ids = false } = {}): unknown {
  const fields = new FormData();
  for (const [key, value] of form) if (key.startsWith(`${name}.`) && typeof value === 'string' && isFieldName(key)) fields.append(key, value);
  const { payload } = parse(fields, { resolve: (value) => ({ value }) });
  const steps = name.split(/[.[\]]/).filter((step) => step !== '');
  const item = steps.reduce<unknown>((place, step) => (place as Record<string, unknown> | undefined)?.[step], payload);
  return JSON.parse(JSON.stringify(item ?? {}, (key, value: unknown) => (key === 'id' && !ids ? undefined : value)));
}

function isIndex(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1000;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
