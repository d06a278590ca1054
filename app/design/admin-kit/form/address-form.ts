import { z } from 'zod';

import { typedField } from '#app/design/admin-kit/form/field-schema.ts';
import { checkEmail } from '#app/domain/people/user-fields.ts';

export const addressForm = z.object({ to: typedField(checkEmail) });
