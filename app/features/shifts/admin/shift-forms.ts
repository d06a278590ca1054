import { z } from 'zod';

import { choiceField, countField, optional, textField, timeField } from '#app/design/admin-kit/form/field-schema.ts';
import { MAX_SHIFT_NOTE, MOST_PLACES_OF_SHIFT, SHIFT_KINDS } from '#app/domain/shifts/shift.ts';
import { addDays } from '#app/domain/time/dates.ts';

import { shiftDayText } from '../shift-words.ts';

export const SHIFT_DAYS = ['-2', '-1', '0', '1', '2'] as const;

const DAY_NAMES: Readonly<Record<(typeof SHIFT_DAYS)[number], string>> = { '-2': 'Dos dies abans', '-1': 'El dia abans', '0': "El dia de l'acte", '1': "L'endemà", '2': 'Dos dies després' };

const fields = {
  day: choiceField(SHIFT_DAYS, 'Tria el dia'),
  starts: timeField({ required: 'Escriu a quina hora comença' }),
  ends: timeField({ required: 'Escriu a quina hora acaba' }),
  places: countField({ min: 1, max: MOST_PLACES_OF_SHIFT, required: 'Escriu quantes persones fan falta' }),
  note: optional(textField({ required: '', max: MAX_SHIFT_NOTE })),
};

interface Hours {
  starts: string;
  ends: string;
}

function lasts({ starts, ends }: Hours): boolean {
  return starts !== ends;
}

const LASTS = { path: ['ends'], error: "Ha d'acabar a una altra hora que la de començar" };

export const newShiftForm = z.object({ kind: choiceField(SHIFT_KINDS, 'Tria quin torn és'), ...fields }).refine(lasts, LASTS);
export const changeShiftForm = z.object({ version: z.string(), ...fields }).refine(lasts, LASTS);

export function dayOptions(eventDate: string): { value: string; text: string }[] {
  return SHIFT_DAYS.map((value) => ({ value, text: `${DAY_NAMES[value]}: ${shiftDayText(addDays(eventDate, Number(value)))}` }));
}
