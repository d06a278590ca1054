import { column, type Draft, fieldProblems, type FieldTable, type Problems } from '../fields/field.ts';
import { count, optionalField } from '../fields/kinds.ts';
import { BOOKLET_TEXTS, FIRST_YEAR, LAST_YEAR, MAX_PAGES } from './booklet.ts';

export const BOOKLET_FIELDS = {
  year: count({ label: 'Any', required: BOOKLET_TEXTS.yearMissing, min: FIRST_YEAR, max: LAST_YEAR, wrong: BOOKLET_TEXTS.yearRange, outside: BOOKLET_TEXTS.yearRange }),
  pageCount: column('pagesTold', optionalField(count({ label: 'Nombre de pàgines', min: 1, max: MAX_PAGES, wrong: BOOKLET_TEXTS.pageCount }))),
} satisfies FieldTable;

export type BookletDraft = Draft<typeof BOOKLET_FIELDS>;


export function bookletProblems(draft: BookletDraft): Problems {
  return fieldProblems(BOOKLET_FIELDS, draft);
}
