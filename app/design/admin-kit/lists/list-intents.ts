import { parse } from '@conform-to/react';
import { isRecord } from '#app/domain/record.ts';

export const INTENT = '__intent__';
export const STATE = '__state__';

/** conform's intents, and copying, which conform lacks. */
type ListIntent =
  | { type: 'insert' | 'remove'; payload: { name: string; index?: number } }
  | { type: 'reorder'; payload: { name: string; from: number; to: number } }
  | { type: 'copy'; payload: { name: string; index: number } };

/** A larger index would make a list of as many holes. */
const FIELD_NAME = /^[a-z]\w{0,40}(?:\[\d{1,3}\]|\.[a-z]\w{0,40}){0,8}$/i;
const MAX_INTENT_LENGTH = 20_000;
const OWN_NAMES = /(?:^|\.)(?:constructor|prototype|hasOwnProperty|toString|valueOf)(?:$|[.[])/;

export function isFieldName(name: string): boolean {
  return FIELD_NAME.test(name) && !OWN_NAMES.test(name);
}

export function copyIntent(name: string, index: number): string {
  return JSON.stringify({ type: 'copy', payload: { name, index } } satisfies ListIntent);
}

export function isListIntent(value: string): boolean {
  if (value.length > MAX_INTENT_LENGTH) return false;
  const intent = readJson(value);
  const payload = isRecord(intent) ? intent['payload'] : null;
  if (!isRecord(intent) || !isRecord(payload) || typeof payload['name'] !== 'string' || !isFieldName(payload['name'])) return false;
  switch (intent['type']) {
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

/** A copy becomes an insertion of the same values, without their ids. */
export function withoutCopies(form: FormData): FormData {
  const pressed = form.get(INTENT);
  const intent = typeof pressed === 'string' ? (readJson(pressed) as ListIntent | null) : null;
  if (intent?.type !== 'copy') return form;
  const { name, index } = intent.payload;
  const insertion = { type: 'insert', payload: { name, index: index + 1, defaultValue: itemOfForm(form, `${name}[${index}]`) } };
  const changed = new FormData();
  for (const [key, value] of form) if (key !== INTENT) changed.append(key, value);
  changed.append(INTENT, JSON.stringify(insertion));
  return changed;
}

export function itemOfForm(form: FormData, name: string, { ids = false } = {}): unknown {
  const fields = new FormData();
  for (const [key, value] of form) if (key.startsWith(`${name}.`) && typeof value === 'string' && isFieldName(key)) fields.append(key, value);
  const { payload } = parse(fields, { resolve: (value) => ({ value }) });
  const steps = name.split(/[.[\]]/).filter((step) => step !== '');
  const item = steps.reduce<unknown>((place, step) => (isRecord(place) || Array.isArray(place) ? Reflect.get(place, step) : undefined), payload);
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
