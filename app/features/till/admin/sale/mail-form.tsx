import type { ReactNode } from 'react';

import { TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { Button } from '#app/design/ui/button.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';

import { mailForm } from './mail-schema.ts';

export function MailForm({ orderNumber, reply }: { orderNumber: string; reply: FormReply | undefined }): ReactNode {
  const state = useAdminForm({ intent: 'mail', schema: mailForm, sent: { comanda: orderNumber }, reply });
  return (
    <AdminForm state={state}>
      <div className={adminPage.oneField}>
        <TextInput field={state.fields.to} label="O envia'ls per correu" type="email" inputMode="email" spellCheck={false} />
        <Button type="submit" tone="quiet" busy={useIsSending('mail')} busyLabel="Enviant…">
          Enviar
        </Button>
      </div>
    </AdminForm>
  );
}
