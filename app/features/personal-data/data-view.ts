import type { DataWords } from '#app/feature.server.ts';
import { isRecord } from '#app/domain/record.ts';
import { deviceName } from '#app/domain/people/session/device-name.ts';
import { parseDate, formatDate } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { moneyFieldText } from '#app/domain/money-text.ts';

import { CODES, FIELDS, KNOWN_BY } from './data-words.ts';

/** What is kept of a person, in words; nothing is left out but ids and what is empty. */
export type DisplayedData = { kind: 'text'; text: string } | { kind: 'list'; items: DisplayedData[] } | DisplayedRecord;

export interface DisplayedRecord {
  kind: 'facts';
  /** `rank`: the lower, the sooner the record is known by it. */
  facts: { name: string; value: DisplayedData; rank?: number }[];
}

/** By which a record is told from the others of its list, and what else is said of it. */
export function titledRecord({ facts }: DisplayedRecord): { title: string; facts: DisplayedRecord['facts'] } {
  const named = facts
    .filter(({ rank, value }) => rank !== undefined && value.kind === 'text')
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .slice(0, 2);
  return { title: named.map(({ value }) => (value.kind === 'text' ? value.text : '')).join(' · '), facts: facts.filter((fact) => !named.includes(fact)) };
}

export interface DataVocabulary {
  words: Readonly<Record<string, DataWords>>;
  mailNames: ReadonlyMap<string, string>;
}

/** Null where there is nothing to show. */
export function displayData(found: Readonly<Record<string, unknown>>, { words, mailNames }: DataVocabulary): DisplayedData | null {
  const facts = Object.entries(found).flatMap(([key, value]) => {
    const own = words[key] ?? { title: key };
    const view = display(value, { ...own, fields: { ...FIELDS, ...own.fields }, codes: { ...CODES, kind: Object.fromEntries(mailNames), ...own.codes }, knownBy: [...KNOWN_BY, ...(own.knownBy ?? [])] }, key);
    return view === null ? [] : [{ name: own.title, value: view }];
  });
  return facts.length === 0 ? null : { kind: 'facts', facts };
}

type Words = DataWords & Required<Pick<DataWords, 'fields' | 'codes' | 'knownBy'>>;

function display(value: unknown, words: Words, field: string): DisplayedData | null {
  if (value === null || value === undefined || value === '') return null;
  if (value instanceof Date) return { kind: 'text', text: instantText(value.toISOString()) };
  if (Array.isArray(value)) {
    const items = value.flatMap((item: unknown) => display(item, words, field) ?? []);
    if (items.length === 0) return null;
    return items.every((item) => item.kind === 'text') ? { kind: 'text', text: items.map(({ text }) => text).join(', ') } : { kind: 'list', items };
  }
  if (isRecord(value)) {
    const facts = Object.entries(value).flatMap(([name, inner]) => {
      const view = name === 'id' || words.hidden?.includes(name) === true ? null : display(inner, words, name);
      const rank = words.knownBy.indexOf(name);
      return view === null ? [] : [{ name: words.fields[name] ?? name, value: view, ...(rank !== -1 && { rank }) }];
    });
    return facts.length === 0 ? null : { kind: 'facts', facts };
  }
  return { kind: 'text', text: textOf(value, words, field) };
}

function textOf(value: unknown, { codes, formats }: Words, field: string): string {
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (typeof value === 'number') return formats?.[field] === 'amount' ? `${moneyFieldText(value)} €` : String(value);
  const text = String(value);
  if (parseDate(text) === text) return formatDate(text);
  if (formats?.[field] === 'device') return deviceName(text);
  return codes[field]?.[text] ?? text;
}
