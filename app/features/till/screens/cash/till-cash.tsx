import type { ReactNode } from 'react';
import { data, redirect } from 'react-router';

import { RadioInput } from '#app/admin-kit/fields/choices.tsx';
import { MoneyInput, TextInput } from '#app/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/admin-kit/form/form-reply.ts';
import { sendForm } from '#app/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/admin-kit/page/admin-page.tsx';
import { parseForm, readAdminForm, refuseAction, type ReplyData } from '#app/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/admin-kit/server/staff-request.server.ts';
import { REFUSALS } from '#app/domain/wire-error.ts';
import { refuseAdminPage } from '#app/http/guards/guards.server.ts';
import { Button } from '#app/ui/button.tsx';
import { formatEuros } from '#app/ui/format-money.ts';
import { textOf } from '#app/ui/forms/form-text.ts';
import adminPage from '#app/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/ui/layout/page-meta.ts';

import { moveCash } from '../../movements/service.server.ts';
import { readSession } from '../../sessions/service.server.ts';
import { MORE_THAN_THERE_IS } from '../../till-words.ts';
import { cashForm } from '../till-forms.ts';
import homeStyles from '../till-home.module.css';
import type { Route } from './+types/till-cash.ts';
import { type ListedMovement, listedMovement, MovementList } from './movement-list.tsx';

export const clientAction = sendForm;
export { revalidateOnConflict as shouldRevalidate } from '#app/ui/forms/revalidate-on-conflict.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) => pageMeta({ matches, title: loaderData ? `Efectiu de ${loaderData.name}` : 'Efectiu' });

interface CashData {
  id: string;
  name: string;
  movements: ListedMovement[];
  /** Of the next movement: sent twice, it is noted once. */
  key: string;
}

export async function loader(args: Route.LoaderArgs): Promise<Response | CashData> {
  const { deps, staff } = staffOf(args, 'till');
  const found = await readSession(deps, staff, args.params.sessionId);
  if (!found) throw data(null, { status: 404 });
  const { session, movements } = found;
  if (session.closedAt !== null) return redirect(`/admin/till/${session.id}/close`);
  return { id: session.id, name: session.name, movements: movements.map(listedMovement).toReversed(), key: deps.ids.uuid() };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, done } = staffOf(args, 'till');
  const { sessionId } = args.params;
  const sent = await readAdminForm(args.request);
  const form = parseForm(sent, cashForm);
  if (form.reply) return form.reply;
  const { direction, amount, reason } = form.value;
  const moved = await moveCash(deps, staff, { sessionId, direction, amount, reason, key: textOf(sent, 'key') || null });
  switch (moved.outcome) {
    case 'done':
      return done(`/admin/till/${sessionId}/cash`, direction === 'in' ? `Posats ${formatEuros(amount)} a la caixa` : `Trets ${formatEuros(amount)} de la caixa`);
    case 'too_much':
      return form.refuse({ fields: { amount: MORE_THAN_THERE_IS } });
    case 'closing':
      return refuseAction('cash', REFUSALS.TILL_CLOSING.message);
    case 'not_open':
      return refuseAction('cash', REFUSALS.TILL_NOT_OPEN.message);
    case 'key_reused':
      return refuseAction('cash', 'Este moviment ja està apuntat. Mira la llista i, si en falta un altre, torna a escriure\'l.');
    case 'refused':
      throw refuseAdminPage();
  }
}

export default function TillCash({ loaderData: { id, name, movements, key }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title={`Efectiu de ${name}`} back={{ to: `/admin/till/${id}`, text: 'Tornar a vendre' }} lead="El que entra o ix de la caixa sense ser una venda. Queda apuntat i compta en l'arqueig." reply={actionData} width="text">
      <CashForm reply={actionData} movementKey={key} />
      {movements.length === 0 ? null : (
        <section className={adminPage.sheet} aria-labelledby="movements-title">
          <h2 id="movements-title" className={homeStyles.name}>
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
        <div className={adminPage.actions}>
          <Button type="submit" single busy={useIsSending('cash')} busyLabel="Apuntant…">
            Apuntar
          </Button>
        </div>
      </AdminForm>
    </section>
  );
}
