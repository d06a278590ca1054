import { z } from 'zod';

import { countField, dateField, optional, textField, timeField } from '#app/design/admin-kit/form/field-schema.ts';
import { MAX_TICKETS_OF_EVENT } from '#app/domain/event/event-fields.ts';

import { MAX_WORDS } from '../../admin/announcement-forms.ts';

const NO_WORDS = 'Escriu què ha passat: és el que llegiran';
const words = textField({ required: NO_WORDS, max: MAX_WORDS });
const chooseUntil = optional(dateField({ required: '' }));

export const withdrawForm = z.object({ words });

export const moveForm = z.object({
  version: z.string(),
  date: dateField({ required: 'Escriu la data' }),
  time: timeField({ required: "Escriu l'hora" }),
  location: optional(textField({ required: '', max: 200 })),
  words,
  chooseUntil,
});

export const shrinkForm = z.object({
  version: z.string(),
  places: countField({ required: 'Escriu quantes places queden', min: 0, max: MAX_TICKETS_OF_EVENT }),
  words: optional(textField({ required: '', max: MAX_WORDS })),
  chooseUntil,
});
