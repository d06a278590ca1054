import type { ReactNode } from 'react';

import { TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { Button } from '#app/design/ui/button.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';

import { addressForm } from '#app/design/admin-kit/form/address-form.ts';

export function BuyerAddressForm({ order: { orderNumber, email }, reply }: { order: { orderNumber: string; email: string | null }; reply: FormReply | undefined }): ReactNode {
  const state = useAdminForm({ intent: 'address', schema: addressForm, sent: { comanda: orderNumber, from: email ?? '' }, defaultValue: { to: email ?? '' }, reply });
  return (
    <details className={`${adminPage.sheet} ${adminPage.more}`} open={state.reply !== undefined || state.isDrafted}>
      <summary>{email === null ? 'Enviar els tiquets per correu' : "Corregir l'adreça"}</summary>
      <AdminForm state={state}>
        <div className={adminPage.oneField}>
          <TextInput field={state.fields.to} label="Correu de la comanda" type="email" inputMode="email" spellCheck={false} />
          <Button type="submit" busy={useIsSending('address')}>
            Canviar i enviar
          </Button>
        </div>
      </AdminForm>
    </details>
  );
}
