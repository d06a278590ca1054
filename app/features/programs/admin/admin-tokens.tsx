import type { ReactNode } from 'react';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { CheckGroup, FoldedCheckGroup, SelectInput } from '#app/design/admin-kit/fields/choices.tsx';
import { TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { SCOPE_NAMES, SCOPES } from '#app/domain/programs/scopes.ts';
import { formatDayAndMonth } from '#app/domain/time/dates.ts';
import { dayText, instantText } from '#app/domain/time/instant-text.ts';
import { Button } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-tokens.ts';
import type { TokenReply } from './admin-tokens.server.ts';
import { ProgramsTabs } from './programs-tabs.tsx';
import styles from './programs.module.css';
import { TOKEN_LIVES, tokenForm, USUAL_LIFE } from './token-form.ts';
import { OneTimeSecret } from './one-time-secret.tsx';
import type { ListedToken } from '../schema.ts';

export { action, loader } from './admin-tokens.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Programes' });

export default function AdminTokens({ loaderData: { tokens, events }, actionData }: Route.ComponentProps): ReactNode {
  const reply: TokenReply | undefined = actionData;
  const made = reply?.made;
  const state = useAdminForm({ intent: 'make', schema: tokenForm, defaultValue: { days: USUAL_LIFE }, reply: made === undefined ? reply : undefined });
  const { fields } = state;
  return (
    <AdminPage title="Programes" lead="Un token és la clau d'un altre programa: obri el que li digues, i res més. Mai usuaris, diners, passes ni la configuració." reply={made === undefined ? reply : undefined} width="text">
      <ProgramsTabs />
      {made === undefined ? null : (
        <OneTimeSecret title={`Token de «${made.name}» creat. Només es mostra ara`} secret={made.token}>
          Copia'l al programa, que l'ha d'enviar en cada petició: «Authorization: Bearer …». Què es pot demanar ho diu <a href="/api/openapi.json">/api/openapi.json</a>.
        </OneTimeSecret>
      )}
      <Tokens tokens={tokens} />
      <details className={`${adminPage.sheet} ${adminPage.more}`} open={tokens.length === 0 || state.reply !== undefined || state.isDrafted}>
        <summary className={ui.fold}>Nou token</summary>
        <AdminForm state={state} key={made?.id ?? 'new'}>
          <TextInput field={fields.name} label="Quin programa és" placeholder="Web de l'associació" />
          <CheckGroup field={fields.scopes} label="Què pot fer" choices={SCOPES.map((scope) => ({ value: scope, text: SCOPE_NAMES[scope], hint: scope }))} />
          {events.length === 0 ? null : (
            <FoldedCheckGroup field={fields.eventIds} summary="Només per a alguns actes" label="Actes" hint="Cap de triat: tots, els que es facen després també." choices={events.map(({ id, title, date }) => ({ value: String(id), text: `${title} (${formatDayAndMonth(date)})` }))} />
          )}
          <SelectInput field={fields.days} label="Val durant" choices={TOKEN_LIVES.map(([days, text]) => ({ value: days, text }))} />
          <div className={ui.cluster3}>
            <Button type="submit" busy={useIsSending('make')} busyLabel="Creant…">
              Crear token
            </Button>
          </div>
        </AdminForm>
      </details>
    </AdminPage>
  );
}

const STATES: Record<ListedToken['state'], string> = { open: 'Val', expired: 'Caducat', revoked: 'Anul·lat', maker_lost_right: 'No val: qui el va fer ja no és admin, o li falta la verificació en dos passos' };

function Tokens({ tokens }: { tokens: readonly ListedToken[] }): ReactNode {
  if (tokens.length === 0) {
    return (
      <EmptyState art={<HeadArt of="unplugged" />} title="Encara no hi ha cap token">
        Crea'n un per a cada programa: així es pot anul·lar només el seu.
      </EmptyState>
    );
  }
  return (
    <ul className={ui.stack4} aria-label="Tokens">
      {tokens.map(({ id, name, prefix, scopes, events, state, makerName, createdAt, expiresAt, lastUsedAt }) => (
        <li key={id} className={`${ui.panel} ${ui.stack1} ${ui.padded4}`}>
          <p>
            <b>{name}</b> · {STATES[state]}
          </p>
          <p className={styles.code}>
            <code>{prefix}…</code> · {scopes.join(', ')}
          </p>
          <p>{events === null ? 'Per a tots els actes' : `Només per a ${events.join(', ')}`}</p>
          <p>
            De {makerName}, {dayText(createdAt)}. {expiresAt === null ? 'No caduca.' : `Fins al ${instantText(expiresAt)}.`} {lastUsedAt === null ? 'No s\'ha fet servir mai.' : `Últim ús: ${instantText(lastUsedAt)}.`}
          </p>
          {state === 'open' || state === 'maker_lost_right' ? (
            <ConfirmAction intent="revoke" values={{ token: id }} label={`Anul·lar ${name}`} tone="quiet" title="Anul·lar este token?" facts={[{ name: 'Programa', value: name }]} confirmLabel="Anul·lar-lo" confirmTone="danger" busyLabel="Anul·lant…">
              <p>El programa deixa d'entrar ara mateix. No es pot desfer: se'n pot crear un altre.</p>
            </ConfirmAction>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
