import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { CheckGroup, SelectInput } from '#app/design/admin-kit/fields/choices.tsx';
import { TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { formatDayAndMonth } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { Button } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { QrImage } from '#app/design/ui/qr-code.tsx';
import { ShareLink } from '#app/design/ui/share-link.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import { HeldScans } from './held-scans.tsx';
import type { Route } from './+types/admin-passes.ts';
import { passForm } from './pass-form.ts';
import { DEFAULT_HOURS, PASS_LIVES } from './pass-lives.ts';
import styles from './admin-passes.module.css';
import type { ListedPass } from '../service.server.ts';
import type { PassReply } from './admin-passes.server.ts';

export { action, loader } from './admin-passes.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Passes de porta' }), { name: 'robots', content: 'noindex' }];

export default function AdminPasses({ loaderData: { events, passes, held }, actionData }: Route.ComponentProps): ReactNode {
  const reply: PassReply | undefined = actionData;
  const made = reply?.made;
  const today = events.filter(({ isToday }) => isToday).map(({ id }) => String(id));
  const state = useAdminForm({ intent: 'make', schema: passForm, defaultValue: { event: today, hours: String(DEFAULT_HOURS) }, reply: made === undefined ? reply : undefined });
  const busy = useIsSending('make');
  return (
    <AdminPage title="Passes de porta" lead="Un enllaç per a qui fa la porta sense compte: verifica tiquets dels actes triats, i res més." reply={made === undefined ? reply : undefined} width="text">
      {made === undefined ? null : <MadePass {...made} />}
      <HeldScans groups={held} />
      {events.length === 0 ? (
        <EmptyState art={<HeadArt of="key" />} title="No hi ha cap acte per a verificar">
          Quan n'hi haja un de hui en avant, ací se'n podran fer passes.
        </EmptyState>
      ) : (
        <AdminForm state={state} key={made?.url ?? 'new'}>
          <TextInput field={state.fields.name} label="Per a qui" placeholder="Porta lateral, Joan" />
          <CheckGroup field={state.fields.event} label="Actes" fold={{ after: SOON, summary: (later) => (later === 1 ? '1 acte més avant' : `${later} actes més avant`) }} choices={events.map(({ id, title, date }) => ({ value: String(id), text: `${title} (${formatDayAndMonth(date)})` }))} />
          <SelectInput field={state.fields.hours} label="Val durant" choices={PASS_LIVES.map(([hours, text]) => ({ value: String(hours), text }))} />
          <div className={ui.cluster3}>
            <Button type="submit" busy={busy} busyLabel="Creant…">
              Crear passe
            </Button>
          </div>
        </AdminForm>
      )}
      <Passes passes={passes} />
    </AdminPage>
  );
}

function MadePass({ name, url, code }: NonNullable<PassReply['made']>): ReactNode {
  return (
    <Banner tone="success" title={`Passe de «${name}» creat. L'enllaç només es mostra ara`} live="status">
      <div className={styles.made}>
        <QrImage code={code} label="Codi QR del passe" />
        <p>Que l'escanege amb la càmera del seu mòbil, o envia-li l'enllaç:</p>
        <p className={styles.url}>{url}</p>
        <ShareLink className={styles.share} title="Passe de porta" text={`Passe de porta de ${name}`} url={url} />
      </div>
    </Banner>
  );
}

const SOON = 6;

const STATES: Record<ListedPass['state'], string> = { open: 'Obri la porta', ended: 'Caducat', revoked: 'Anul·lat' };

function Passes({ passes }: { passes: readonly ListedPass[] }): ReactNode {
  if (passes.length === 0) {
    return (
      <EmptyState art={<HeadArt of="ticket" />} title="Encara no hi ha cap passe">
        Crea'n un per a cada persona: així es pot anul·lar només el seu.
      </EmptyState>
    );
  }
  return (
    <ul className={ui.stack4} aria-label="Passes">
      {passes.map(({ id, name, events, expiresAt, state }) => (
        <li key={id} className={`${ui.panel} ${ui.stack1} ${ui.padded4}`}>
          <p>
            <b>{name}</b> · {STATES[state]}
          </p>
          <p>{events.join(', ')}</p>
          <p>Fins al {instantText(expiresAt)}</p>
          {state === 'open' ? (
            <Form method="post">
              <input type="hidden" name="intent" value="revoke" />
              <input type="hidden" name="pass" value={id} />
              <Button type="submit" tone="danger" aria-label={`Anul·lar el passe de ${name}`}>
                Anul·lar
              </Button>
            </Form>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
