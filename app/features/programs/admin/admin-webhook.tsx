import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { instantText } from '#app/domain/time/instant-text.ts';
import { Button, type ButtonTone } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-webhook.ts';
import styles from './programs.module.css';
import { WebhookState } from './webhook-state.tsx';
import type { LoggedDelivery } from '../schema.ts';

export { action, loader } from './admin-webhook.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Avisos a un programa' });

export default function AdminWebhook({ loaderData: { webhook, deliveries }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Avisos a un programa" back={{ to: '/admin/programs/webhooks', text: 'Programes' }} reply={actionData} width="text">
      <section className={`${ui.panel} ${ui.stack1} ${ui.padded4}`} aria-label="Estat">
        <WebhookState webhook={webhook} />
      </section>
      <div className={ui.cluster3}>
        <Act intent="test" text="Enviar una prova" busyLabel="Enviant…" />
        {webhook.givenUp === 0 ? null : (
          <>
            <Act intent="retry" text="Tornar a enviar els que no han arribat" busyLabel="Preparant…" />
            <Act intent="leave" text="Deixar-los estar" tone="quiet" busyLabel="Guardant…" />
          </>
        )}
        <ConfirmAction intent="end" label="Deixar d'avisar" title="Deixar d'avisar eixa adreça?" facts={[{ name: 'Adreça', value: webhook.url }, { name: 'Esperen', value: String(webhook.waiting) }]} confirmLabel="Deixar d'avisar" confirmTone="danger" />
      </div>
      <section className={ui.stack3} aria-labelledby="log-title">
        <h2 id="log-title">Últims avisos</h2>
        {deliveries.length === 0 ? (
          <EmptyState art={<HeadArt of="letter" />} title="Encara no hi ha res a dir">
            Envia una prova per a vore si arriba.
          </EmptyState>
        ) : (
          <ol className={ui.stack3}>
            {deliveries.map((delivery) => (
              <LoggedMessage key={delivery.id} {...delivery} />
            ))}
          </ol>
        )}
      </section>
    </AdminPage>
  );
}

function Act({ intent, text, tone, busyLabel }: { intent: string; text: string; tone?: ButtonTone; busyLabel: string }): ReactNode {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" {...(tone && { tone })} busy={useIsSending(intent)} busyLabel={busyLabel}>
        {text}
      </Button>
    </Form>
  );
}

const STATES: Record<LoggedDelivery['state'], string> = { waiting: 'Espera', delivered: 'Ha arribat', given_up: 'No ha arribat' };

function LoggedMessage({ type, subject, sequence, happenedAt, state, attempts, status, problem, milliseconds }: LoggedDelivery): ReactNode {
  return (
    <li className={styles.message}>
      <p>
        <b>{STATES[state]}</b> · <code>{type}</code>
      </p>
      <p className={styles.code}>
        {subject}
        {sequence === null ? '' : ` · núm. ${sequence}`} · {instantText(happenedAt)}
      </p>
      {attempts === 0 ? null : (
        <p className={styles.code}>
          {attempts === 1 ? '1 intent' : `${attempts} intents`}
          {problem === null ? (status === null ? '' : `: ha contestat ${status}`) : `: ${problem}`}
          {milliseconds === null ? '' : ` (${milliseconds} ms)`}
        </p>
      )}
    </li>
  );
}
