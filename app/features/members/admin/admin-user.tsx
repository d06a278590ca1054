import type { ReactNode } from 'react';
import { Form } from 'react-router';

import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { Button } from '#app/design/ui/button.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { UserDetails } from '../users.server.ts';
import type { Route } from './+types/admin-user.ts';
import styles from './admin-users.module.css';
import { PersonForm } from './person-form.tsx';
import { RightsForm } from './rights-form.tsx';
import { RoleForm } from './role-form.tsx';
import { UserChips } from './user-chips.tsx';
import { UserHistory } from './user-history.tsx';

export { action, loader } from './admin-user.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ loaderData, error, matches }) => (error ? [] : pageMeta({ matches, title: loaderData?.user.name ?? 'Usuari' }));

export default function AdminUser({ loaderData: { user, createdText, history }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title={user.name} lead={user.email} back={{ to: '/admin/users', text: 'Usuaris' }} reply={actionData} width="text">
      <p className={ui.cluster2}>
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
      <PersonForm key={`${user.name} ${user.email}`} user={user} reply={reply} />
      <RoleForm role={user.role} reply={reply} />
      {user.role === 'admin' ? <p>Com a administrador té tots els permisos.</p> : <RightsForm rights={user.rights} reply={reply} />}
      <Form method="post" className={ui.cluster3}>
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
