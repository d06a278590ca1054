import { z } from 'zod';

import { typedField } from '#app/design/admin-kit/form/field-schema.ts';
import { checkEmail, checkName } from '#app/domain/people/user-fields.ts';

export const requestedPersonForm = z.object({ email: typedField(checkEmail) });
export const renameForm = z.object({ name: typedField(checkName) });
