import type { ReactNode } from 'react';

import { TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { Button } from '#app/design/ui/button.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';

import type { PersonOfAccount } from '../users.server.ts';
import { personForm } from './user-forms.ts';

export function PersonForm({ user: { name, email }, reply }: { user: PersonOfAccount; reply: FormReply | undefined }): ReactNode {
  const state = useAdminForm({ intent: 'person', schema: personForm, sent: { fromName: name, fromEmail: email }, defaultValue: { name, email }, reply });
  const busy = useIsSending('person');
  return (
    <details className={adminPage.more} open={reply?.intent === 'person'}>
      <summary>Corregir el nom o el correu</summary>
      <AdminForm state={state}>
        <TextInput field={state.fields.name} label="Nom i cognoms" />
        <TextInput field={state.fields.email} label="Correu" type="email" hint="Si el canvies, escrivim a les dues adreces, es tanquen les sessions, i el nou no val com a comprovat fins que no òbriga l'enllaç que li enviem." />
        <Button type="submit" tone="quiet" busy={busy} busyLabel="Guardant…">
          Guardar les dades
        </Button>
      </AdminForm>
    </details>
  );
}
