import type { ReactNode } from 'react';

import { SelectInput } from '#app/design/admin-kit/fields/choices.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { Button } from '#app/design/ui/button.tsx';

import { ROLE_CHOICES } from './admin-user-words.ts';
import styles from './admin-users.module.css';
import { roleForm } from './user-forms.ts';

export function RoleForm({ role, reply }: { role: Role; reply: FormReply | undefined }): ReactNode {
  const state = useAdminForm({ intent: 'role', schema: roleForm, sent: { from: role }, defaultValue: { role }, reply });
  return (
    <AdminForm state={state}>
      <div className={styles.roleForm}>
        <SelectInput field={state.fields.role} label="Rol" choices={ROLE_CHOICES} />
        <Button type="submit" tone="quiet" busy={useIsSending('role')}>
          Canviar rol
        </Button>
      </div>
    </AdminForm>
  );
}
