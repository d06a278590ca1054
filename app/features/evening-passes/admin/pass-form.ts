import { z } from 'zod';

import { choiceField, textField } from '#app/design/admin-kit/form/field-schema.ts';

import { PASS_LIVES } from './pass-lives.ts';

const HOURS = PASS_LIVES.map(([hours]) => String(hours));

export const passForm = z.object({
  name: textField({ required: 'Posa un nom al passe', max: 80 }),
  event: z.array(z.string()).min(1, 'Tria almenys un acte').max(50, 'Tria com a molt 50 actes'),
  hours: choiceField(HOURS, 'Tria quant de temps val'),
});
