import type { ReactNode } from 'react';

import { CheckInput, SelectInput } from '#app/design/admin-kit/fields/choices.tsx';
import { TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { Route } from './+types/admin-user-new.ts';
import { ROLE_CHOICES } from './admin-user-words.ts';
import { newUserForm } from './user-forms.ts';

export { action, loader } from './admin-user-new.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Nou usuari' });

export default function AdminUserNew({ actionData }: Route.ComponentProps): ReactNode {
  const state = useAdminForm({ intent: 'create', schema: newUserForm, defaultValue: { role: 'socio', invite: true }, reply: actionData });
  const { name, email, role, invite } = state.fields;
  return (
    <AdminPage title="Nou usuari" lead="Posarà la contrasenya amb l'enllaç de la invitació." back={{ to: '/admin/users', text: 'Usuaris' }} reply={actionData} width="text">
      <AdminForm state={state}>
        <TextInput field={name} label="Nom i cognoms" />
        <TextInput field={email} label="Correu" type="email" inputMode="email" spellCheck={false} />
        <SelectInput field={role} label="Rol" choices={ROLE_CHOICES} />
        <CheckInput field={invite} label="Envia-li la invitació per correu" />
        <div className={ui.cluster3}>
          <Button type="submit" busy={useIsSending('create')} busyLabel="Creant…">
            Crear usuari
          </Button>
          <ButtonLink tone="quiet" to="/admin/users">
            Cancel·lar
          </ButtonLink>
        </div>
      </AdminForm>
    </AdminPage>
  );
}
