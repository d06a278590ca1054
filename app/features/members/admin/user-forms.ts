import { z } from 'zod';

import { checkField, choiceField, typedField } from '#app/design/admin-kit/form/field-schema.ts';
import { GRANTABLE_RIGHTS } from '#app/domain/people/rights.ts';
import { ROLES } from '#app/domain/people/roles.ts';
import { checkEmail, checkName } from '#app/domain/people/user-fields.ts';

const role = choiceField(ROLES, 'Tria un rol.');
const rights = z.array(z.enum(GRANTABLE_RIGHTS));

export const newUserForm = z.object({ name: typedField(checkName), email: typedField(checkEmail), role, invite: checkField() });

export const personForm = z.object({ fromName: z.string(), fromEmail: z.string(), name: typedField(checkName), email: typedField(checkEmail) });

/** `from`: the role that the page displayed. */
export const roleForm = z.object({ from: role, role });
export const rightsForm = z.object({ from: rights, right: rights });
