import { z } from 'zod';

import { textField } from '#app/design/admin-kit/form/field-schema.ts';

export const MAX_SUBJECT = 120;
export const MAX_WORDS = 4_000;

/** `next`: preview, test, or nothing to send it. */
export const messageForm = z.object({
  subject: textField({ required: "Escriu l'assumpte", max: MAX_SUBJECT }),
  body: textField({ required: 'Escriu què els vols dir', max: MAX_WORDS }),
});
