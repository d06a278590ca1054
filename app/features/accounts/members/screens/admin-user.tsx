import { type ReactNode, useEffect, useRef } from 'react';
import { data, Form, redirect, useSearchParams } from 'react-router';

import { instantText } from '#app/domain/time/instant-text.ts';
import type { GrantableRight } from '#app/domain/people/rights.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { PageHeader } from '#app/ui/layout/page-header.tsx';
import { type AdminId, refuseAdminPage, requireAdminPage } from '#app/http/guards/guards.server.ts';
import { formDraftContext } from '#app/http/cookies/form-draft.server.ts';
import { readForm } from '#app/http/guards/read-body.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import type { Deps } from '#app/deps.server.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Button } from '#app/ui/button.tsx';
import { withOfflineFallback, NO_CONNECTION } from '#app/ui/offline/lost-connection.ts';
import adminPage from '#app/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/ui/layout/page-meta.ts';
import { Wrap } from '#app/ui/layout/wrap.tsx';

import { changeRights, changeRole, deleteUser, disableUser, enableUser, endSessions, findUser, inviteUser, type UserOutcome, type UserDetails } from '../users.server.ts';
import type { Route } from './+types/admin-user.ts';
import { actionText, doneText, readRights, readRole, refusalText, rightsText, roleText } from './admin-user-words.ts';
import styles from './admin-users.module.css';
import { RightsForm } from './rights-form.tsx';
import { RoleField } from './role-field.tsx';
import { UserChips } from './user-chips.tsx';

export { revalidateOnConflict as shouldRevalidate } from '#app/ui/forms/revalidate-on-conflict.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [...pageMeta({ title: loaderData?.user.name ?? 'Usuari' }), { name: 'robots', content: 'noindex' }];

export function headers(): HeadersInit {
  return { 'Cache-Control': 'private, no-store' };
}

interface HistoryEntry {
  at: string;
  text: string;
  by: string | null;
}

interface UserData {
  user: UserDetails['user'];
  /** The role chosen by an admin who had to sign in again. */
  keptRole: Role | null;
  keptRights: GrantableRight[] | null;
  createdText: string;
  history: HistoryEntry[];
}

export async function loader({ context, request, params }: Route.LoaderArgs): Promise<UserData> {
  const { deps, actor } = context.get(requestContext);
  const admin = requireAdminPage(actor, request);
  const sheet = await findUser(deps, admin, params.userId);
  if (!sheet) throw data(null, { status: 404 });
  const kept = context.get(formDraftContext);
  return {
    user: sheet.user,
    keptRole: readRole(kept?.get('role')),
    keptRights: kept?.get('intent') === 'rights' ? readRights(kept.getAll('right')) : null,
    createdText: instantText(sheet.user.createdAt.toISOString()),
    history: sheet.history.map((row) => ({ at: instantText(row.at.toISOString()), text: actionWithChange(row), by: row.actorName })),
  };
}

interface UserReply {
  problem: string;
}

export async function action({ context, request, params }: Route.ActionArgs): Promise<Response | ReturnType<typeof data<UserReply>>> {
  const { deps, actor } = context.get(requestContext);
  const admin = requireAdminPage(actor, request);
  const form = await readForm(request);
  const deed = await carryOut({ deps, admin, userId: params.userId, form });
  if (deed === null) return data({ problem: 'El formulari no es pot llegir.' }, { status: 400 });
  const { done, outcome } = deed;
  if (outcome.outcome === 'done') return redirect(done === 'deleted' ? '/admin/users?done=deleted' : `/admin/users/${params.userId}?done=${done}`, 303);
  if (outcome.reason === 'right_lost') throw refuseAdminPage();
  if (outcome.reason === 'not_found') throw data(null, { status: 404 });
  return data({ problem: refusalText(outcome.reason) }, { status: 409 });
}

/** Where nothing answers the form stays, and with it what was chosen. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withOfflineFallback<UserReply>> {
  return withOfflineFallback<UserReply>(() => serverAction(), { problem: NO_CONNECTION });
}

/** Null when the form says nothing that we know. */
async function carryOut(asked: { deps: Deps; admin: AdminId; userId: string; form: FormData }): Promise<{ done: string; outcome: UserOutcome } | null> {
  const { deps, admin, userId, form } = asked;
  switch (form.get('intent')) {
    case 'role': {
      const from = readRole(form.get('from'));
      const to = readRole(form.get('role'));
      return from && to && { done: 'role', outcome: await changeRole(deps, admin, { userId, from, to }) };
    }
    case 'rights': {
      const from = readRights(form.getAll('from'));
      const to = readRights(form.getAll('right'));
      return from && to && { done: 'rights', outcome: await changeRights(deps, admin, { userId, from, to }) };
    }
    case 'invite':
      return { done: 'invited', outcome: await inviteUser(deps, admin, userId) };
    case 'disable':
      return { done: 'disabled', outcome: await disableUser(deps, admin, userId) };
    case 'enable':
      return { done: 'enabled', outcome: await enableUser(deps, admin, userId) };
    case 'end-sessions':
      return { done: 'sessions', outcome: await endSessions(deps, admin, userId) };
    case 'delete':
      return { done: 'deleted', outcome: await deleteUser(deps, admin, userId) };
    default:
      return null;
  }
}

function actionWithChange({ action, detail }: UserDetails['history'][number]): string {
  const change = detail as { before?: unknown; after?: unknown };
  const textOf = action === 'user.rights_changed' ? rightsText : roleText;
  const before = textOf(change.before);
  const after = textOf(change.after);
  if (after === null) return actionText(action);
  return `${actionText(action)}: ${before === null || before === after ? after : `${before} → ${after}`}`;
}

export default function AdminUser({ loaderData: { user, keptRole, keptRights, createdText, history }, actionData }: Route.ComponentProps): ReactNode {
  const [address] = useSearchParams();
  const done = actionData === undefined ? doneText(address.get('done')) : null;
  const refusal = useRef<HTMLDivElement>(null);
  // The buttons stand far below it on a phone.
  useEffect(() => refusal.current?.focus(), [actionData]);
  return (
    <>
      <PageHeader title={user.name} art="👤" back={{ to: '/admin/users', text: 'Usuaris' }}>
        {user.email}
      </PageHeader>
      <Wrap width="text">
        <div className={adminPage.page}>
          {actionData === undefined ? null : <Banner ref={refusal} tone="error" title={actionData.problem} live="alert" />}
          {done === null ? null : <Banner tone="success" title={done} live="status" />}
          <p className={styles.chips}>
            <UserChips user={user} />
          </p>
          <dl className={styles.facts}>
            <Fact name="Alta" value={createdText} />
            <Fact name="Correu comprovat" value={user.emailVerified ? 'Sí' : 'No'} />
            <Fact name="Sessions obertes" value={String(user.sessions)} />
            <Fact name="Comandes pagades" value={String(user.orders)} />
          </dl>
          <Form method="post" className={styles.roleForm}>
            <input type="hidden" name="from" value={user.role} />
            <RoleField label="Rol" role={keptRole ?? user.role} />
            <Button type="submit" tone="quiet" name="intent" value="role">
              Canviar rol
            </Button>
          </Form>
          {user.role === 'admin' ? (
            <p>Com a administrador té tots els permisos.</p>
          ) : (
            <RightsForm rights={user.rights} chosen={keptRights ?? user.rights} />
          )}
          <Form method="post" className={adminPage.actions}>
            {user.banned ? null : (
              <Button type="submit" tone="quiet" name="intent" value="invite">
                Enviar invitació
              </Button>
            )}
            <Button type="submit" tone="quiet" name="intent" value="end-sessions">
              Tancar sessions
            </Button>
            <Button type="submit" tone="quiet" name="intent" value={user.banned ? 'enable' : 'disable'}>
              {user.banned ? 'Activar' : 'Desactivar'}
            </Button>
          </Form>
          <details className={styles.danger}>
            <summary>Esborrar usuari</summary>
            <Form method="post">
              <p>El compte desapareix i les sessions es tanquen. Les comandes i els tiquets pagats es conserven.</p>
              <Button type="submit" tone="danger" name="intent" value="delete">
                Esborrar definitivament
              </Button>
            </Form>
          </details>
          <History historyEntries={history} />
        </div>
      </Wrap>
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function History({ historyEntries }: { historyEntries: readonly HistoryEntry[] }): ReactNode {
  if (historyEntries.length === 0) return null;
  return (
    <section>
      <h2 className={styles.subtitle}>Historial</h2>
      <ol className={styles.history}>
        {historyEntries.map((deed, index) => (
          <li key={index}>
            <span>{deed.text}</span>
            <span className={styles.email}>
              {deed.at}
              {deed.by === null ? '' : ` · ${deed.by}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
