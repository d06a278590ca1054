import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { MoneyInput, TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/till-home.ts';
import { differenceText } from './closing/difference-words.ts';
import { openForm } from './till-forms.ts';
import styles from './till-home.module.css';
import { OwedNotice } from './owed/owed-notice.tsx';
import { UnansweredSales } from './unanswered/unanswered-sales.tsx';

export { action, loader } from './till-home.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Taquilla' });

export default function TillHome({ loaderData: { sessions, isTaken, mayOpen, owed, restored }, actionData }: Route.ComponentProps): ReactNode {
  const open = sessions.filter(({ closedText }) => closedText === null);
  const closed = sessions.filter(({ closedText }) => closedText !== null);
  return (
    <AdminPage title="Taquilla" lead="Obri una caixa, ven en persona i tanca-la quan acabes." reply={actionData}>
      <UnansweredSales />
      <OwedNotice {...owed} />
      {restored === null ? null : (
        <Banner tone="warning" title="S'ha recuperat una còpia de seguretat">
          <p>
            Es va recuperar el {restored.atText}, i és del {restored.madeText}. El que la taquilla va vendre o tornar entremig no hi és: compara-ho amb els arquejos en paper i torna a vendre el que falte. Les
            compres per la web tornen soles.
          </p>
        </Banner>
      )}
      {open.length === 0 ? null : (
        <ul className={ui.stack4} aria-label="Caixes obertes">
          {open.map(({ id, name, openedText, openedBy, mayLackSales }) => (
            <li key={id} className={`${adminPage.sheet} ${ui.bar4}`}>
              <div>
                <h2 className={ui.heading}>{name}</h2>
                <p className={ui.facts}>
                  Oberta per {openedBy}, {openedText}
                </p>
                {mayLackSales ? <Chip tone="saffron">Hi poden faltar vendes</Chip> : null}
              </div>
              <ButtonLink to={`/admin/till/${id}`}>Vendre</ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {mayOpen ? <OpenForm reply={actionData} name={isTaken ? '' : 'Taquilla'} /> : null}
      {closed.length === 0 ? null : (
        <section aria-labelledby="closed-sessions" className={adminPage.sheet}>
          <h2 id="closed-sessions" className={ui.heading}>
            Arquejos
          </h2>
          <ul className={styles.closed}>
            {closed.map(({ id, name, closedText, openedBy, difference, isCorrected, mayLackSales }) => (
              <li key={id}>
                <Link to={`/admin/till/${id}/close`} className={`${ui.touch} ${ui.link}`}>
                  {name} · {closedText}
                </Link>
                <span className={ui.facts}>{openedBy}</span>
                <Difference amount={difference ?? 0} />
                {isCorrected ? <Chip tone="saffron">Corregit</Chip> : null}
                {mayLackSales ? <Chip tone="saffron">Hi poden faltar vendes</Chip> : null}
              </li>
            ))}
          </ul>
        </section>
      )}
    </AdminPage>
  );
}

function Difference({ amount }: { amount: number }): ReactNode {
  if (amount === 0) return <Chip tone="teal">Quadra</Chip>;
  return <Chip tone="red">{differenceText(amount)}</Chip>;
}

function OpenForm({ reply, name }: { reply: FormReply | undefined; name: string }): ReactNode {
  const state = useAdminForm({ intent: 'open', schema: openForm, defaultValue: { name, float: '' }, reply });
  return (
    <section className={adminPage.sheet} aria-labelledby="open-session">
      <h2 id="open-session" className={ui.heading}>
        Obrir una caixa
      </h2>
      <AdminForm state={state}>
        <div className={styles.fields}>
          <TextInput field={state.fields.name} label="Caixa" hint="On està: Porta, Casal…" />
          <MoneyInput field={state.fields.float} label="Fons inicial" hint="El canvi que hi poses, comptat." />
        </div>
        <div className={ui.cluster3}>
          <Button type="submit" busy={useIsSending('open')} busyLabel="Obrint…">
            Obrir la caixa
          </Button>
        </div>
      </AdminForm>
    </section>
  );
}
