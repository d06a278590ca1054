import type { ReactNode } from 'react';

import { RadioInput } from '#app/design/admin-kit/fields/choices.tsx';
import { MoneyInput, TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { Button } from '#app/design/ui/button.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { cashForm } from '../till-forms.ts';
import homeStyles from '../till-home.module.css';
import type { Route } from './+types/till-cash.ts';
import { MovementList } from './movement-list.tsx';

export { action, loader } from './till-cash.server.ts';
export const clientAction = sendForm;
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) => pageMeta({ matches, title: loaderData ? `Efectiu de ${loaderData.name}` : 'Efectiu' });

export default function TillCash({ loaderData: { id, name, movements, key }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title={`Efectiu de ${name}`} back={{ to: `/admin/till/${id}`, text: 'Tornar a vendre' }} lead="El que entra o ix de la caixa sense ser una venda. Queda apuntat i compta en l'arqueig." reply={actionData} width="text">
      <CashForm reply={actionData} movementKey={key} />
      {movements.length === 0 ? null : (
        <section className={adminPage.sheet} aria-labelledby="movements-title">
          <h2 id="movements-title" className={ui.heading}>
            Moviments d'esta caixa
          </h2>
          <MovementList movements={movements} />
        </section>
      )}
    </AdminPage>
  );
}

function CashForm({ reply, movementKey }: { reply: FormReply | undefined; movementKey: string }): ReactNode {
  const state = useAdminForm({ intent: 'cash', schema: cashForm, sent: { key: movementKey }, defaultValue: { direction: 'out', amount: '', reason: '' }, reply });
  const { direction, amount, reason } = state.fields;
  return (
    <section className={adminPage.sheet} aria-label="Posar o traure efectiu">
      <AdminForm state={state}>
        <RadioInput
          field={direction}
          label="Què fas?"
          choices={[
            { value: 'out', text: 'Traure diners' },
            { value: 'in', text: 'Posar diners' },
          ]}
        />
        <div className={homeStyles.fields}>
          <MoneyInput field={amount} label="Import" />
          <TextInput field={reason} label="Per a què?" hint="Canvi del banc, factura del gel, a la caixa forta…" />
        </div>
        <div className={ui.cluster3}>
          <Button type="submit" single busy={useIsSending('cash')} busyLabel="Apuntant…">
            Apuntar
          </Button>
        </div>
      </AdminForm>
    </section>
  );
}
