import type { ReactNode } from 'react';
import { data, Form } from 'react-router';

import { qrModules } from '#app/adapters/qr-modules.server.ts';
import { CheckGroup, SelectInput } from '#app/admin-kit/fields/choices.tsx';
import { TextInput } from '#app/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/admin-kit/form/form-reply.ts';
import { sendForm } from '#app/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/admin-kit/page/admin-page.tsx';
import { dispatchIntent, parseForm, readAdminForm, type ReplyData } from '#app/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/admin-kit/server/staff-request.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { formatDayAndMonth } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { refuseAdminPage, requireAdminPage } from '#app/http/guards/guards.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { Button } from '#app/ui/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { EmptyState } from '#app/ui/feedback/empty-state.tsx';
import { textOf } from '#app/ui/forms/form-text.ts';
import adminPage from '#app/ui/layout/admin-page.module.css';
import { QrCode, type QrModules } from '#app/ui/qr-code.tsx';
import { ShareLink } from '#app/ui/share-link.tsx';
import { pageMeta } from '#app/ui/layout/page-meta.ts';

import { HeldScans, scansText } from '../held/held-scans.tsx';
import { decideHeld, type HeldDecided, type HeldGroup, listHeld } from '../held/service.server.ts';
import { scannerOf } from '../scanner.server.ts';
import type { DoorEventOption } from '../schema.ts';
import { openDoor } from '../service.server.ts';
import type { Route } from './+types/admin-passes.ts';
import { passForm } from './pass-form.ts';
import { PASS_LIVES } from './pass-lives.ts';
import styles from './admin-passes.module.css';
import { type ListedPass, listPasses, makePass, revokePass } from './service.server.ts';

const HOUR_MS = 3_600_000;

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Passes de porta' }), { name: 'robots', content: 'noindex' }];

export async function loader({ context, request }: Route.LoaderArgs): Promise<{ events: DoorEventOption[]; passes: ListedPass[]; held: HeldGroup[] }> {
  const { deps, actor } = context.get(requestContext);
  const admin = requireAdminPage(actor, request);
  const { events } = await openDoor(deps, scannerOf(actor));
  return { events, passes: await listPasses(deps, admin), held: await listHeld(deps, admin) };
}

type PassReply = FormReply & { made?: { name: string; url: string; code: QrModules } };

export const clientAction = sendForm;

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData | ReturnType<typeof data<PassReply>>> {
  const { deps, staff, done } = staffOf(args, 'admin');
  const form = await readAdminForm(args.request);
  const decide = async (take: boolean): Promise<Response> => {
    const [passId, eventId] = [textOf(form, 'pass'), parseEventId(textOf(form, 'event'))];
    const decided = isUuid(passId) && eventId !== null ? await decideHeld(deps, staff, { passId: passId.toLowerCase(), eventId, take }) : ({ outcome: 'nothing' } as const);
    if (decided.outcome === 'refused') throw refuseAdminPage();
    return done('/admin/passes', decidedText(decided));
  };
  return dispatchIntent<Response | ReplyData | ReturnType<typeof data<PassReply>>>(form, {
    revoke: async () => {
      const { outcome } = await revokePass(deps, staff, textOf(form, 'pass'));
      if (outcome === 'refused') throw refuseAdminPage();
      return done('/admin/passes', outcome === 'revoked' ? 'Passe anul·lat: ja no obri la porta' : 'Este passe ja no valia');
    },
    'take-scans': async () => decide(true),
    'drop-scans': async () => decide(false),
    make: async () => {
      const asked = parseForm(form, passForm);
      if (asked.reply) return asked.reply;
      const { name, event, hours } = asked.value;
      const made = await makePass(deps, staff, { name, eventIds: event.map(Number), expiresAt: new Date(deps.clock.now().getTime() + Number(hours) * HOUR_MS) });
      if (made.outcome === 'refused') throw refuseAdminPage();
      if (made.outcome !== 'made') return asked.refuse({ fields: { event: 'Este acte ja no hi és: torna a triar' } });
      return data({ intent: null, made: { name, url: made.url, code: qrModules(made.url) } });
    },
  });
}

function decidedText(decided: Exclude<HeldDecided, { outcome: 'refused' }>): string {
  switch (decided.outcome) {
    case 'nothing':
      return 'Estes lectures ja estaven decidides';
    case 'dropped':
      return `Descartades: ${scansText(decided.scans)}`;
    case 'taken':
      return `Agafades: ${scansText(decided.scans)}, ${decided.entered} han entrat${decided.conflicts === 0 ? '' : `, ${decided.conflicts} en conflicte`}`;
  }
}

export default function AdminPasses({ loaderData: { events, passes, held }, actionData }: Route.ComponentProps): ReactNode {
  const reply = actionData as PassReply | undefined;
  const made = reply?.made;
  const today = events.filter(({ isToday }) => isToday).map(({ id }) => String(id));
  const state = useAdminForm({ intent: 'make', schema: passForm, defaultValue: { event: today, hours: String(PASS_LIVES[1]![0]) }, reply: made === undefined ? reply : undefined });
  const busy = useIsSending('make');
  return (
    <AdminPage title="Passes de porta" lead="Un enllaç per a qui fa la porta sense compte: verifica tiquets dels actes triats, i res més." reply={made === undefined ? reply : undefined} width="text">
      {made === undefined ? null : <MadePass {...made} />}
      <HeldScans groups={held} />
      {events.length === 0 ? (
        <EmptyState art="🚪" title="No hi ha cap acte per a verificar">
          Quan n'hi haja un de hui en avant, ací se'n podran fer passes.
        </EmptyState>
      ) : (
        <AdminForm state={state} key={made?.url ?? 'new'}>
          <TextInput field={state.fields.name} label="Per a qui" placeholder="Porta lateral, Joan" />
          <CheckGroup field={state.fields.event} label="Actes" choices={events.map(({ id, title, date }) => ({ value: String(id), text: `${title} (${formatDayAndMonth(date)})` }))} />
          <SelectInput field={state.fields.hours} label="Val durant" choices={PASS_LIVES.map(([hours, text]) => ({ value: String(hours), text }))} />
          <div className={adminPage.actions}>
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
        <QrCode code={code} label="Codi QR del passe" />
        <p>Que l'escanege amb la càmera del seu mòbil, o envia-li l'enllaç:</p>
        <p className={styles.url}>{url}</p>
        <ShareLink className={styles.share} title="Passe de porta" text={`Passe de porta de ${name}`} url={url} />
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
