import { z } from 'zod';

import { textField } from '#app/design/admin-kit/form/field-schema.ts';

export const assignForm = z.object({ shift: z.string().optional(), email: textField({ required: 'Escriu el correu del seu compte', max: 254 }) });
