import { isRecord } from '#app/domain/record.ts';
import { deviceName } from '#app/domain/people/session/device-name.ts';
import { parseDate, formatDate } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { moneyFieldText } from '#app/domain/money-text.ts';

import { AMOUNTS, NAMES, TITLES, UNSHOWN, VALUES } from './data-words.ts';

/** What is kept of a person, in words; nothing is left out but ids and what is empty. */
export type DisplayedData = { kind: 'text'; text: string } | { kind: 'list'; items: DisplayedData[] } | DisplayedRecord;

export interface DisplayedRecord {
  kind: 'facts';
  facts: { name: string; value: DisplayedData }[];
}

/** By which a record is told from the others of its list, and what else is said of it. */
export function titledRecord({ facts }: DisplayedRecord): { title: string; facts: DisplayedRecord['facts'] } {
  const named = TITLES.flatMap((name) => facts.find((fact) => fact.name === name && fact.value.kind === 'text') ?? []).slice(0, 2);
  return { title: named.map(({ value }) => (value.kind === 'text' ? value.text : '')).join(' · '), facts: facts.filter((fact) => !named.includes(fact)) };
}

/** Null where there is nothing to show. `mailNames`: by the kind of a mail. */
export function displayData(value: unknown, mailNames: ReadonlyMap<string, string>, field = ''): DisplayedData | null {
  if (value === null || value === undefined || value === '') return null;
  if (value instanceof Date) return { kind: 'text', text: instantText(value.toISOString()) };
  if (Array.isArray(value)) {
    const items = value.flatMap((item: unknown) => displayData(item, mailNames, field) ?? []);
    if (items.length === 0) return null;
    return items.every((item) => item.kind === 'text') ? { kind: 'text', text: items.map(({ text }) => text).join(', ') } : { kind: 'list', items };
  }
  if (isRecord(value)) {
    const facts = Object.entries(value).flatMap(([name, inner]) => {
      const view = UNSHOWN.has(name) ? null : displayData(inner, mailNames, name);
      return view === null ? [] : [{ name: NAMES[name] ?? name, value: view }];
    });
    return facts.length === 0 ? null : { kind: 'facts', facts };
  }
  return { kind: 'text', text: textOf(value, mailNames, field) };
}

function textOf(value: unknown, mailNames: ReadonlyMap<string, string>, field: string): string {
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (typeof value === 'number') return AMOUNTS.has(field) ? `${moneyFieldText(value)} €` : String(value);
  const text = String(value);
  if (parseDate(text) === text) return formatDate(text);
  if (field === 'userAgent') return deviceName(text);
  return VALUES[field]?.[text] ?? (field === 'kind' ? mailNames.get(text) : undefined) ?? text;
}
