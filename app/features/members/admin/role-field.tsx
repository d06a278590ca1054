import type { ReactNode } from 'react';

import { ROLE_NAMES } from '#app/domain/people/role-names.ts';
import { ROLES, type Role } from '#app/domain/people/roles.ts';
import { Field } from '#app/design/ui/forms/field.tsx';

/** `any`: label of the empty option. */
export function RoleField({ label, name = 'role', role, any }: { label: string; name?: string; role: Role | null; any?: string }): ReactNode {
  return (
    <Field label={label}>
      {(control) => (
        <select key={role} name={name} defaultValue={role ?? ''} {...control}>
          {any === undefined ? null : <option value="">{any}</option>}
          {ROLES.map((one) => (
            <option key={one} value={one}>
              {ROLE_NAMES[one]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
