import { z } from 'zod';

import { checkField, textField } from '#app/design/admin-kit/form/field-schema.ts';
import { MESSAGE_TYPES } from '#app/domain/programs/message.ts';

export const webhookForm = z.object({
  url: textField({ required: "Escriu l'adreça que ha de rebre els avisos", max: 500 }),
  events: z.array(z.enum(MESSAGE_TYPES, 'Tria de la llista')).min(1, 'Tria almenys un avís'),
  people: checkField(),
});
