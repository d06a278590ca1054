import type { ReactNode } from 'react';
import { data, Form } from 'react-router';

import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { dispatchIntent, parseForm, readAdminForm, refuseAction, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { refuseAdminPage } from '#app/platform/http/guards/guards.server.ts';
import { Button } from '#app/design/ui/button.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import { changeRights, changeRole, deleteUser, disableUser, enableUser, endSessions, findUser, inviteUser, resetSecondFactor, type UserDetails, type UserOutcome } from '../users.server.ts';
import { confirmPassword } from '../../password-proof/service.server.ts';
import type { Route } from './+types/admin-user.ts';
import { refusalText } from './admin-user-words.ts';
import styles from './admin-users.module.css';
import { RightsForm } from './rights-form.tsx';
import { RoleForm } from './role-form.tsx';
import { UserChips } from './user-chips.tsx';
import { actionWithChange, type HistoryEntry, UserHistory } from './user-history.tsx';
import { rightsForm, roleForm } from './user-forms.ts';

export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ loaderData, error, matches }) => (error ? [] : pageMeta({ matches, title: loaderData?.user.name ?? 'Usuari' }));

const DELETED = 'Usuari esborrat. Els seus tiquets es conserven.';

interface UserData {
  user: UserDetails['user'];
  createdText: string;
  history: HistoryEntry[];
}

export async function loader(args: Route.LoaderArgs): Promise<UserData> {
  const { deps, staff } = staffOf(args, 'admin');
  const found = await findUser(deps, staff, args.params.userId);
  if (!found) throw data(null, { status: 404 });
  return {
    user: found.user,
    createdText: instantText(found.user.createdAt.toISOString()),
    history: found.history.map((row) => ({ at: instantText(row.at.toISOString()), text: actionWithChange(row), by: row.actorName })),
  };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, done } = staffOf(args, 'admin');
  const { userId } = args.params;
  const form = await readAdminForm(args.request);

  function tell(outcome: UserOutcome, message: string): Response | ReplyData {
    if (outcome.outcome === 'done') return done(message === DELETED ? '/admin/users' : `/admin/users/${userId}`, message);
    if (outcome.reason === 'right_lost') throw refuseAdminPage();
    if (outcome.reason === 'not_found') throw data(null, { status: 404 });
    return refuseAction(textOf(form, 'intent'), refusalText(outcome.reason));
  }

  return dispatchIntent(form, {
    async role() {
      const { value, reply } = parseForm(form, roleForm);
      return reply ?? (await confirmPassword(args, form)) ?? tell(await changeRole(deps, staff, { userId, from: value.from, to: value.role }), 'Rol canviat.');
    },
    async rights() {
      const { value, reply } = parseForm(form, rightsForm);
      return reply ?? (await confirmPassword(args, form)) ?? tell(await changeRights(deps, staff, { userId, from: value.from, to: value.right }), 'Permisos canviats.');
    },
    invite: async () => tell(await inviteUser(deps, staff, userId), 'Invitació enviada.'),
    disable: async () => tell(await disableUser(deps, staff, userId), "Compte desactivat. Les sessions s'han tancat."),
    enable: async () => tell(await enableUser(deps, staff, userId), 'Compte activat.'),
    'end-sessions': async () => tell(await endSessions(deps, staff, userId), 'Sessions tancades.'),
    'reset-second-factor': async () => (await confirmPassword(args, form)) ?? tell(await resetSecondFactor(deps, staff, userId), 'Verificació en dos passos llevada.'),
    delete: async () => tell(await deleteUser(deps, staff, userId), DELETED),
  });
}

export default function AdminUser({ loaderData: { user, createdText, history }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title={user.name} lead={user.email} back={{ to: '/admin/users', text: 'Usuaris' }} reply={actionData} width="text">
      <p className={styles.chips}>
        <UserChips user={user} />
      </p>
      <dl className={styles.facts}>
        <Fact name="Alta" value={createdText} />
        <Fact name="Correu comprovat" value={user.emailVerified ? 'Sí' : 'No'} />
        <Fact name="Verificació en dos passos" value={user.hasSecondFactor ? 'Activada' : 'No'} />
        <Fact name="Sessions obertes" value={String(user.sessions)} />
        <Fact name="Comandes pagades" value={String(user.orders)} />
      </dl>
      <UserActions user={user} reply={actionData} />
      <UserHistory entries={history} />
    </AdminPage>
  );
}

function UserActions({ user, reply }: { user: UserDetails['user']; reply: FormReply | undefined }): ReactNode {
  const who = [
    { name: 'Qui', value: user.name },
    { name: 'Correu', value: user.email },
  ];
  return (
    <>
      <RoleForm role={user.role} reply={reply} />
      {user.role === 'admin' ? <p>Com a administrador té tots els permisos.</p> : <RightsForm rights={user.rights} reply={reply} />}
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
      {user.hasSecondFactor ? (
        <ConfirmAction
          label="Llevar la verificació en dos passos"
          tone="quiet"
          title="Llevar la verificació en dos passos?"
          facts={who}
          intent="reset-second-factor"
          confirmLabel="Llevar-la"
          busyLabel="Llevant…"
        >
          <p>Només si ha perdut el mòbil i els codis, i saps del cert que t'ho demana esta persona. Podrà entrar amb la contrasenya; les sessions obertes es tanquen i se li avisa per correu.</p>
        </ConfirmAction>
      ) : null}
      <ConfirmAction
        label="Esborrar usuari"
        title="Esborrar este usuari?"
        facts={who}
        intent="delete"
        confirmLabel="Esborrar definitivament"
        busyLabel="Esborrant…"
      >
        <p>El compte desapareix i les sessions es tanquen. Les comandes i els tiquets pagats es conserven.</p>
      </ConfirmAction>
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
