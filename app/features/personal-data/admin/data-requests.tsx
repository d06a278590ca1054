import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/data-requests.ts';
import { requestedPersonForm } from './data-request-forms.ts';
import styles from './data-requests.module.css';

export { action, loader } from './data-requests.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Dades personals' });

export default function DataRequests({ loaderData: { requests }, actionData }: Route.ComponentProps): ReactNode {
  const state = useAdminForm({ intent: 'person', schema: requestedPersonForm, defaultValue: { email: '' }, reply: actionData });
  return (
    <AdminPage title="Dades personals" lead="Què ha demanat la gent sobre les seues dades, i fer-ho per algú que ho demana de paraula o per carta." reply={actionData} width="text">
      <AdminForm state={state}>
        <TextInput field={state.fields.email} label="Correu de la persona" hint="Abans, assegura't que qui ho demana és qui diu. Mirar-ho queda apuntat amb el teu nom." />
        <div>
          <Button type="submit" busy={useIsSending('person')}>
            Vore què en guardem
          </Button>
        </div>
      </AdminForm>
      <section className={adminPage.sheet} aria-labelledby="data-requests">
        <h2 id="data-requests" className={ui.heading}>
          Peticions
        </h2>
        {requests.length === 0 ? (
          <EmptyState art={<HeadArt of="letter" />} title="Encara no n'hi ha cap">
            Ací eixirà el que la gent demane des de «Les meues dades».
          </EmptyState>
        ) : (
          <ul>
            {requests.map(({ id, who, isKnown, what, words, requestedText, stateText, status }) => (
              <li key={id} className={styles.request}>
                <span className={`${ui.strong} ${ui.wraps}`}>{isKnown ? <Link to={`/admin/personal-data/${id}`}>{who}</Link> : who}</span>
                <span>{what}</span>
                {words === null ? null : <span className={ui.wraps}>«{words}»</span>}
                <span className={`${ui.small} ${ui.wraps}`}>
                  {requestedText} · {status === 'done' ? stateText : <strong>{stateText}</strong>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </AdminPage>
  );
}
