import type { ReactNode } from 'react';
import { data, Form, useNavigation } from 'react-router';

import { qrModules } from '#app/adapters/qr-modules.server.ts';
import { AdminPage } from '#app/admin-kit/page/admin-page.tsx';
import { redirectWithMessage } from '#app/admin-kit/server/flash.server.ts';
import { formatDayAndMonth } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { refuseAdminPage, requireAdminPage } from '#app/http/guards/guards.server.ts';
import { readForm } from '#app/http/guards/read-body.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { Button } from '#app/ui/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { EmptyState } from '#app/ui/feedback/empty-state.tsx';
import { Field, TextField } from '#app/ui/forms/field.tsx';
import { textOf } from '#app/ui/forms/form-text.ts';
import adminPage from '#app/ui/layout/admin-page.module.css';
import { QrCode, type QrModules } from '#app/ui/qr-code.tsx';
import { pageMeta } from '#app/ui/layout/page-meta.ts';

import { scannerOf } from '../scanner.server.ts';
import type { DoorEventOption } from '../schema.ts';
import { openDoor } from '../service.server.ts';
import type { Route } from './+types/admin-passes.ts';
import { readPassForm } from './pass-form.server.ts';
import { PASS_LIVES } from './pass-lives.ts';
import styles from './admin-passes.module.css';
import { type ListedPass, listPasses, makePass, revokePass } from './service.server.ts';

const MAX_NAME = 80;

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Passes de porta' }), { name: 'robots', content: 'noindex' }];

export async function loader({ context, request }: Route.LoaderArgs): Promise<{ events: DoorEventOption[]; passes: ListedPass[] }> {
  const { deps, actor } = context.get(requestContext);
  const admin = requireAdminPage(actor, request);
  const { events } = await openDoor(deps, scannerOf(actor));
  return { events, passes: await listPasses(deps, admin) };
}

interface PassReply {
  problem?: string;
  made?: { name: string; url: string; code: QrModules };
}

export async function action({ context, request }: Route.ActionArgs): Promise<Response | ReturnType<typeof data<PassReply>>> {
  const { deps, actor } = context.get(requestContext);
  const admin = requireAdminPage(actor, request);
  const form = await readForm(request);
  if (form.get('intent') === 'revoke') {
    const { outcome } = await revokePass(deps, admin, textOf(form, 'pass'));
    if (outcome === 'refused') throw refuseAdminPage();
    return redirectWithMessage('/admin/passes', outcome === 'revoked' ? 'Passe anul·lat: ja no obri la porta' : 'Este passe ja no valia', deps.env.publicUrl);
  }
  const asked = readPassForm(form, deps.clock.now());
  if ('problem' in asked) return data(asked, { status: 400 });
  const made = await makePass(deps, admin, asked.pass);
  if (made.outcome === 'refused') throw refuseAdminPage();
  if (made.outcome !== 'made') return data({ problem: 'Este acte ja no hi és: torna a triar' }, { status: 409 });
  return data({ made: { name: asked.pass.name, url: made.url, code: qrModules(made.url) } });
}

export default function AdminPasses({ loaderData: { events, passes }, actionData }: Route.ComponentProps): ReactNode {
  const busy = useNavigation().formData?.get('intent') === 'make';
  const made = actionData?.made;
  return (
    <AdminPage
      title="Passes de porta"
      lead="Un enllaç per a qui fa la porta sense compte: verifica tiquets dels actes triats, i res més."
      reply={actionData?.problem === undefined ? undefined : { problem: actionData.problem }}
    >
      {made === undefined ? null : <MadePass {...made} />}
      <Form method="post" className={adminPage.page} noValidate key={made?.url ?? 'new'}>
        <input type="hidden" name="intent" value="make" />
        <TextField label="Per a qui" name="name" maxLength={MAX_NAME} placeholder="Porta lateral, Joan" autoComplete="off" required />
        <fieldset className={styles.events}>
          <legend>Actes</legend>
          {events.map(({ id, title, date, isToday }) => (
            <label key={id} className={adminPage.check}>
              <input type="checkbox" name="event" value={id} defaultChecked={isToday} /> {title} ({formatDayAndMonth(date)})
            </label>
          ))}
        </fieldset>
        <Field label="Val durant">
          {(control) => (
            <select name="hours" defaultValue={PASS_LIVES[1]![0]} {...control}>
              {PASS_LIVES.map(([hours, text]) => (
                <option key={hours} value={hours}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div className={adminPage.actions}>
          <Button type="submit" busy={busy} busyLabel="Creant…">
            Crear passe
          </Button>
        </div>
      </Form>
      <Passes passes={passes} />
    </AdminPage>
  );
}

function MadePass({ name, url, code }: NonNullable<PassReply['made']>): ReactNode {
  return (
    <Banner tone="success" title={`Passe de «${name}» creat. L'enllaç només es mostra ara`} live="status">
      <div className={styles.made}>
        <QrCode code={code} label="Codi QR del passe" />
        <p>Que l'escanege amb la càmera del seu mòbil, o envia-li l'enllaç:</p>
        <p className={styles.url}>{url}</p>
      </div>
    </Banner>
  );
}

const STATES: Record<ListedPass['state'], string> = { open: 'Obri la porta', ended: 'Caducat', revoked: 'Anul·lat' };

function Passes({ passes }: { passes: readonly ListedPass[] }): ReactNode {
  if (passes.length === 0) {
    return (
      <EmptyState art="🎟️" title="Encara no hi ha cap passe">
        Crea'n un per a cada persona: així es pot anul·lar només el seu.
      </EmptyState>
    );
  }
  return (
    <ul className={adminPage.list} aria-label="Passes">
      {passes.map(({ id, name, events, expiresAt, state }) => (
        <li key={id} className={styles.pass}>
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
