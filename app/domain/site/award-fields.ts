import type { Draft, FieldTable } from '../fields/field.ts';
import { count, emptyAs, text } from '../fields/kinds.ts';

export const AWARD_FIELDS = {
  year: count({ label: 'Any', required: "Escriu l'any", min: 1900, max: 2100 }),
  title: text({ label: 'Premi', required: 'Escriu el premi', max: 120 }),
  detail: emptyAs('', text({ label: "Què se'n conta", max: 600 })),
} satisfies FieldTable;

export type AwardDraft = Draft<typeof AWARD_FIELDS>;
