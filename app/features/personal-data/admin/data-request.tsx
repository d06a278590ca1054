import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { Button, ButtonAnchor } from '#app/design/ui/button.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { DataSections } from '../pages/data-sections.tsx';
import type { Route } from './+types/data-request.ts';
import { renameForm } from './data-request-forms.ts';
import styles from './data-requests.module.css';

export { action, loader } from './data-request.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Dades personals' });

export default function DataRequestPage({ loaderData: { request, visibleData, mayBeSeen, hasConsents, coming }, actionData }: Route.ComponentProps): ReactNode {
  const rename = useAdminForm({ intent: 'rename', schema: renameForm, defaultValue: { name: '' }, reply: actionData });
  const busy = useIsSending('rename');
  const json = actionData !== undefined && 'json' in actionData && typeof actionData.json === 'string' ? actionData.json : null;
  return (
    <AdminPage title={request.who} lead={`${request.what} · ${request.requestedText} · ${request.stateText}`} back={{ to: '/admin/personal-data', text: 'Dades personals' }} reply={actionData} width="text">
      {request.words === null ? null : <blockquote className={ui.wraps}>«{request.words}»</blockquote>}
      {request.status === 'open' ? (
        <Form method="post">
          <Button type="submit" name="intent" value="done" tone="quiet">
            Marcar com a feta
          </Button>
        </Form>
      ) : null}
      <StoredData visibleData={visibleData} mayBeSeen={mayBeSeen} json={json} />
      <AdminForm state={rename}>
        <TextInput field={rename.fields.name} label="Nom i cognoms corregits" hint="Es canvia al compte i a les comandes." />
        <div>
          <Button type="submit" tone="quiet" busy={busy}>
            Corregir el nom
          </Button>
        </div>
      </AdminForm>
      <Endings who={request.who} hasConsents={hasConsents} coming={coming} />
    </AdminPage>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

function StoredData({ visibleData, mayBeSeen, json }: Pick<Loaded, 'visibleData' | 'mayBeSeen'> & { json: string | null }): ReactNode {
  return (
    <section className={`${adminPage.sheet} ${styles.data}`} aria-labelledby="kept">
      <h2 id="kept" className={ui.heading}>
        Què en guardem
      </h2>
      {mayBeSeen ? <DataSections data={visibleData} /> : <p>Mirar-ho queda apuntat amb el teu nom.</p>}
      <Form method="post" className={ui.cluster3}>
        {mayBeSeen ? null : (
          <Button type="submit" name="intent" value="show" tone="quiet">
            Mirar-ho
          </Button>
        )}
        <Button type="submit" name="intent" value="download" tone="quiet">
          Preparar la descàrrega (JSON)
        </Button>
      </Form>
      {json === null ? null : (
        <ButtonAnchor href={`data:application/json;charset=utf-8,${encodeURIComponent(json)}`} download="dades.json">
          Descarregar dades.json
        </ButtonAnchor>
      )}
    </section>
  );
}

function Endings({ who, hasConsents, coming }: Pick<Loaded, 'hasConsents' | 'coming'> & { who: string }): ReactNode {
  const mailbox = { name: 'Correu', value: who };
  const comingText = coming.length === 0 ? 'Cap' : coming.map(({ eventTitle, dateText, tickets }) => `${eventTitle}, ${dateText} (${tickets})`).join('; ');
  return (
    <div className={ui.cluster3}>
      {hasConsents ? (
        <ConfirmAction label="Retirar els permisos" tone="quiet" title="Retirar els permisos?" facts={[mailbox]} intent="withdraw" confirmLabel="Retirar i esborrar">
          <p>S'esborren les necessitats alimentàries, també les dels actes que venen.</p>
        </ConfirmAction>
      ) : null}
      <ConfirmAction label="Tancar i esborrar" title="Tancar el compte i esborrar les dades?" facts={[mailbox, { name: 'Tiquets per vindre', value: comingText }]} intent="close" confirmLabel="Tancar i esborrar" busyLabel="Esborrant…">
        <p>No es pot desfer. Els imports i les dates queden sense nom, i el que és d'un acte que ve s'esborra quan passe.</p>
      </ConfirmAction>
    </div>
  );
}
