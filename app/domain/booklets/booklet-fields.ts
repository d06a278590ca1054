import { column, type Draft, fieldProblems, type FieldTable, type Problems } from '../fields/field.ts';
import { boundedCount, optionalField } from '../fields/kinds.ts';
import { BOOKLET_TEXTS, FIRST_YEAR, LAST_YEAR, MAX_PAGES, missingFieldText } from './booklet.ts';

export const BOOKLET_FIELDS = {
  year: boundedCount({ label: 'Any', required: BOOKLET_TEXTS.yearMissing, absent: missingFieldText('year'), min: FIRST_YEAR, max: LAST_YEAR, wrong: BOOKLET_TEXTS.yearRange, outside: BOOKLET_TEXTS.yearRange }),
  pageCount: column('pagesTold', optionalField(boundedCount({ label: 'Nombre de pàgines', min: 1, max: MAX_PAGES, wrong: BOOKLET_TEXTS.pageCount }))),
} satisfies FieldTable;

export type BookletDraft = Draft<typeof BOOKLET_FIELDS>;

export function bookletProblems(draft: BookletDraft): Problems {
  return fieldProblems(BOOKLET_FIELDS, draft);
}
