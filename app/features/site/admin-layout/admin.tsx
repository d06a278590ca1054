import type { ReactNode } from 'react';
import { Outlet } from 'react-router';

import { AdminPage } from '#app/admin-kit/page/admin-page.tsx';
import type { Right } from '#app/domain/people/rights.ts';
import { requireStaffPage } from '#app/http/guards/guards.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { pageMeta } from '#app/ui/layout/page-meta.ts';

import type { Route } from './+types/admin.ts';
import { AdminCards } from './admin-cards.tsx';
import { Attention } from './attention.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: "Panell d'Administració" });

export function loader({ context, request }: Route.LoaderArgs): { rights: readonly Right[] } {
  return { rights: requireStaffPage(context.get(requestContext).actor, request).rights };
}

export default function Admin({ loaderData: { rights } }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Panell d'Administració" lead={sellsTickets(rights) ? 'La taquilla, la cuina i la porta, en un sol lloc.' : 'El que es veu a la web, en les teues mans.'}>
      <Attention rights={rights} />
      <Outlet />
      <AdminCards rights={rights} />
    </AdminPage>
  );
}

function sellsTickets(rights: readonly Right[]): boolean {
  return rights.some((right) => right !== 'editor');
}
