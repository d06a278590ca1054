import type { FieldTable, Values } from '../fields/field.ts';
import { emptyAs, optionalField, parsed, text } from '../fields/kinds.ts';
import { readWebAddress } from './contact-fields.ts';

export const BLOCK_FIELDS = {
  title: text({ label: 'Títol', required: 'Escriu el títol', max: 80 }),
  intro: emptyAs('', text({ label: 'Introducció', max: 600 })),
} satisfies FieldTable;

export const ITEM_FIELDS = {
  text: text({ label: 'Nom', max: 80 }),
  detail: emptyAs('', text({ label: 'Detall', max: 600 })),
  url: optionalField(parsed({ label: 'Web', read: readWebAddress })),
} satisfies FieldTable;

export type ItemValues = Values<typeof ITEM_FIELDS>;
