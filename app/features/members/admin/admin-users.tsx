import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { TextField } from '#app/design/ui/forms/field.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Pager } from '#app/design/ui/layout/pager.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-users.ts';
import styles from './admin-users.module.css';
import { RoleField } from './role-field.tsx';
import { UserChips } from './user-chips.tsx';
import { MAX_USER_SEARCH } from './admin-user-words.ts';
import type { UsersData } from './admin-users.server.ts';

export { action, loader } from './admin-users.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Usuaris' });

export default function AdminUsers({ loaderData, actionData }: Route.ComponentProps): ReactNode {
  const { users, search, role } = loaderData;
  return (
    <AdminPage
      title="Usuaris"
      reply={actionData}
      lead="Socis, comissió i administradors: qui entra i què veu."
      actions={
        <>
          <ButtonLink to="/admin/users/new">Nou usuari</ButtonLink>
          <ButtonLink tone="quiet" to="/admin/users/import">
            Importar socis
          </ButtonLink>
        </>
      }
    >
      <Form className={adminPage.search} role="search">
        <TextField key={search} label="Nom o correu" type="search" name="q" defaultValue={search} maxLength={MAX_USER_SEARCH} />
        <RoleField label="Rol" role={role} any="Tots" />
        <Button type="submit" tone="quiet">
          Buscar
        </Button>
      </Form>
      {users.length === 0 ? (
        <EmptyState art={<HeadArt of="magnifier" />} title="No hi ha cap usuari així">
          Prova amb menys lletres o amb un altre rol.
        </EmptyState>
      ) : (
        <UserList page={loaderData} />
      )}
      {loaderData.withoutPassword === 0 ? null : <InviteAll count={loaderData.withoutPassword} />}
    </AdminPage>
  );
}

function InviteAll({ count }: { count: number }): ReactNode {
  return (
    <ConfirmAction
      label={`Convida els qui no tenen contrasenya (${count})`}
      tone="quiet"
      title="Convidar els qui no tenen contrasenya?"
      intent="invite-all"
      confirmLabel="Enviar les invitacions"
      confirmTone="primary"
      busyLabel="Enviant…"
    >
      <p>Cada u rep un correu amb un enllaç per a triar la contrasenya. A qui ja n'ha rebut un hui no se li torna a escriure.</p>
    </ConfirmAction>
  );
}

function UserList({ page: { users, total, page, pages, search, role } }: { page: UsersData }): ReactNode {
  const addressOf = (wanted: number): string => `?${new URLSearchParams({ q: search, role: role ?? '', page: String(wanted) })}`;
  return (
    <section aria-label="Llista d'usuaris">
      <p className={adminPage.count}>{total === 1 ? '1 usuari' : `${total} usuaris`}</p>
      <ul className={ui.card}>
        {users.map((user) => (
          <li key={user.id} className={styles.row}>
            <Link className={`${styles.person} ${ui.whole}`} to={`/admin/users/${user.id}`}>
              <span className={`${ui.strong} ${ui.wraps}`}>{user.name}</span>
              <span className={`${ui.small} ${ui.wraps}`}>{user.email}</span>
            </Link>
            <span className={ui.cluster2}>
              <UserChips user={user} />
            </span>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} addressOf={addressOf} />
    </section>
  );
}
