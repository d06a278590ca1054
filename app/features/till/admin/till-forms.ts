import { z } from 'zod';

import { balanceField, choiceField, moneyField, optional, textField } from '#app/design/admin-kit/form/field-schema.ts';
import { MOVEMENT_DIRECTIONS } from '#app/domain/till/tender.ts';

export const openForm = z.object({
  name: textField({ required: 'Escriu el nom de la caixa', max: 60 }),
  float: moneyField({ required: 'Escriu els diners que hi ha a la caixa (0 si no n\'hi ha)' }),
});

export const cashForm = z.object({
  direction: choiceField(MOVEMENT_DIRECTIONS, 'Digues si poses diners o en traus'),
  amount: moneyField({ required: "Escriu l'import" }).refine((cents) => cents > 0, { error: "L'import ha de ser més de 0" }),
  reason: textField({ required: 'Digues per a què és', max: 200 }),
});

const counted = {
  cash: moneyField({ required: "Compta l'efectiu de la caixa, canvi inclòs" }),
  terminal: balanceField({ required: 'Escriu el total del datàfon (0 si no s\'ha usat)' }),
  bizum: balanceField({ required: 'Escriu el total dels Bizums (0 si no n\'hi ha)' }),
};

export const closeForm = z.object({
  ...counted,
  note: optional(textField({ required: '', max: 500 })),
  reason: optional(textField({ required: '', max: 500 })),
});

export const correctForm = z.object({ ...counted, reason: textField({ required: 'Digues per què es corregix', max: 500 }) });
