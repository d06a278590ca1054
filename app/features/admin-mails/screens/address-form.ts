import { z } from 'zod';

import { textField, typedField } from '#app/admin-kit/form/field-schema.ts';
import { checkEmail } from '#app/domain/people/user-fields.ts';

const told = textField({ required: 'Falta la comanda.', max: 254 });

/** `from`: the address that was on the screen. */
export const addressForm = z.object({ comanda: told, from: told, to: typedField(checkEmail) });
