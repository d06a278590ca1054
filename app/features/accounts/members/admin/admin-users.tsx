import type { ReactNode } from 'react';
import { data, Form, Link } from 'react-router';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { TextField } from '#app/design/ui/forms/field.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { requestedPage, Pager } from '#app/design/ui/layout/pager.tsx';

import { listUsers, type UserPage } from '../users.server.ts';
import type { Route } from './+types/admin-users.ts';
import { readRole } from './admin-user-words.ts';
import styles from './admin-users.module.css';
import { RoleField } from './role-field.tsx';
import { UserChips } from './user-chips.tsx';

const MAX_SEARCH = 100;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Usuaris' });

interface UsersData extends UserPage {
  search: string;
  role: Role | null;
}

export async function loader(args: Route.LoaderArgs): Promise<UsersData> {
  const { deps, staff, query } = staffOf(args, 'admin');
  const search = (query.get('q') ?? '').trim().slice(0, MAX_SEARCH);
  const role = readRole(query.get('role'));
  return { ...(await listUsers(deps, staff, { search, role, page: requestedPage(query) })), search, role };
}

export function action(args: Route.ActionArgs): never {
  staffOf(args, 'admin');
  throw data(null, { status: 405 });
}

export default function AdminUsers({ loaderData }: Route.ComponentProps): ReactNode {
  const { users, search, role } = loaderData;
  return (
    <AdminPage
      title="Usuaris"
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
        <TextField key={search} label="Nom o correu" type="search" name="q" defaultValue={search} maxLength={MAX_SEARCH} />
        <RoleField label="Rol" role={role} any="Tots" />
        <Button type="submit" tone="quiet">
          Buscar
        </Button>
      </Form>
      {users.length === 0 ? (
        <EmptyState art="🔎" title="No hi ha cap usuari així">
          Prova amb menys lletres o amb un altre rol.
        </EmptyState>
      ) : (
        <UserList page={loaderData} />
      )}
    </AdminPage>
  );
}

function UserList({ page: { users, total, page, pages, search, role } }: { page: UsersData }): ReactNode {
  const addressOf = (wanted: number): string => `?${new URLSearchParams({ q: search, role: role ?? '', page: String(wanted) })}`;
  return (
    <section aria-label="Llista d'usuaris">
      <p className={adminPage.count}>{total === 1 ? '1 usuari' : `${total} usuaris`}</p>
      <ul className={styles.list}>
        {users.map((user) => (
          <li key={user.id} className={styles.row}>
            <Link className={styles.person} to={`/admin/users/${user.id}`}>
              <span className={styles.name}>{user.name}</span>
              <span className={styles.email}>{user.email}</span>
            </Link>
            <span className={styles.chips}>
              <UserChips user={user} />
            </span>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} addressOf={addressOf} />
    </section>
  );
}
