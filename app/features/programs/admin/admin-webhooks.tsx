import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { CheckGroup, CheckInput } from '#app/design/admin-kit/fields/choices.tsx';
import { TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { MESSAGE_NAMES, MESSAGE_TYPES } from '#app/domain/programs/message.ts';
import { Button } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-webhooks.ts';
import type { WebhookReply } from './admin-webhooks.server.ts';
import { ProgramsTabs } from './programs-tabs.tsx';
import { OneTimeSecret } from './one-time-secret.tsx';
import { webhookForm } from './webhook-form.ts';
import { WebhookState } from './webhook-state.tsx';
import type { ListedWebhook } from '../schema.ts';

export { action, loader } from './admin-webhooks.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Avisos a programes' });

export default function AdminWebhooks({ loaderData: { webhooks }, actionData }: Route.ComponentProps): ReactNode {
  const reply: WebhookReply | undefined = actionData;
  const made = reply?.made;
  const state = useAdminForm({ intent: 'make', schema: webhookForm, defaultValue: { url: '' }, reply: made === undefined ? reply : undefined });
  const { fields } = state;
  return (
    <AdminPage title="Programes" lead="Quan passa una cosa, ho diem a l'adreça d'un altre programa: signat, i tornant-ho a provar durant tres dies si no contesta." reply={made === undefined ? reply : undefined} width="text">
      <ProgramsTabs />
      {made === undefined ? null : (
        <OneTimeSecret title="Avisos creats. El secret només es mostra ara" secret={made.secret}>
          Copia'l al programa, que comprova amb ell la signatura de cada avís (Standard Webhooks). Després <Link to={`/admin/programs/webhooks/${made.id}`}>envia-li una prova</Link>.
        </OneTimeSecret>
      )}
      <Webhooks webhooks={webhooks} />
      <details className={`${adminPage.sheet} ${adminPage.more}`} open={webhooks.length === 0 || state.reply !== undefined || state.isDrafted}>
        <summary className={ui.fold}>Nous avisos</summary>
        <AdminForm state={state} key={made?.id ?? 'new'}>
          <TextInput field={fields.url} label="Adreça que rep els avisos" placeholder="https://web.exemple.cat/avisos" inputMode="url" hint="Ha de ser pública i amb https. No se seguixen redireccions." />
          <CheckGroup field={fields.events} label="De què avisem" choices={MESSAGE_TYPES.map((type) => ({ value: type, text: MESSAGE_NAMES[type], hint: type }))} />
          <CheckInput field={fields.people} label="Dir també qui és" hint="Afig el correu, el nom i l'identificador de la comanda. Si no, només números, imports i estats." />
          <div className={ui.cluster3}>
            <Button type="submit" busy={useIsSending('make')} busyLabel="Creant…">
              Crear avisos
            </Button>
          </div>
        </AdminForm>
      </details>
    </AdminPage>
  );
}

function Webhooks({ webhooks }: { webhooks: readonly ListedWebhook[] }): ReactNode {
  if (webhooks.length === 0) {
    return (
      <EmptyState art={<HeadArt of="letter" />} title="Encara no avisem ningú">
        Posa l'adreça d'un programa que vulga saber què es ven o qui entra.
      </EmptyState>
    );
  }
  return (
    <ul className={ui.stack4} aria-label="Avisos">
      {webhooks.map((webhook) => (
        <li key={webhook.id} className={`${ui.panel} ${ui.stack1} ${ui.padded4}`}>
          <WebhookState webhook={webhook} />
          <p>
            <Link to={`/admin/programs/webhooks/${webhook.id}`} aria-label={`Prova i registre de ${webhook.url}`}>
              Prova i registre
            </Link>
          </p>
        </li>
      ))}
    </ul>
  );
}
