import type { ReactNode } from 'react';

import { MoneyInput, TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { Button } from '#app/design/ui/button.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { correctForm } from '../till-forms.ts';
import type { Route } from './+types/till-correct.ts';
import styles from './till-close.module.css';

export { action, loader } from './till-correct.server.ts';
export const clientAction = sendForm;
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: "Corregir l'arqueig" });

export default function TillCorrect({ loaderData: { id, name, texts }, actionData }: Route.ComponentProps): ReactNode {
  const state = useAdminForm({ intent: 'correct', schema: correctForm, defaultValue: { ...texts, reason: '' }, reply: actionData });
  const { cash, terminal, bizum, reason } = state.fields;
  return (
    <AdminPage title={`Corregir l'arqueig de ${name}`} back={{ to: `/admin/till/${id}/close`, text: 'Arqueig' }} lead="El primer recompte no canvia: la correcció es posa al costat, amb el teu nom i el motiu." reply={actionData} width="text">
      <section className={adminPage.sheet} aria-label="Correcció">
        <AdminForm state={state}>
          <div className={styles.fields}>
            <MoneyInput field={cash} label="Efectiu" />
            <MoneyInput signed field={terminal} label="Targeta" />
            <MoneyInput signed field={bizum} label="Bizum" />
          </div>
          <TextInput field={reason} label="Per què es corregix" maxLength={500} />
          <div className={ui.cluster3}>
            <Button type="submit" single busy={useIsSending('correct')} busyLabel="Guardant…">
              Guardar la correcció
            </Button>
          </div>
        </AdminForm>
      </section>
    </AdminPage>
  );
}
