import type { ReactNode } from 'react';
import { Outlet } from 'react-router';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { requireStaffPage } from '#app/platform/http/guards/guards.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { Route } from './+types/admin.ts';
import { AdminCards } from './admin-cards.tsx';
import { type AdminNavItem, adminNavFor } from './admin-nav.server.ts';
import { Attention } from './attention.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: "Panell d'Administració" });

export function loader({ context, request }: Route.LoaderArgs): { items: AdminNavItem[]; sellsTickets: boolean; hasEvents: boolean } {
  const { rights } = requireStaffPage(context.get(requestContext).actor, request);
  return { items: adminNavFor(rights), sellsTickets: rights.some((right) => right !== 'editor'), hasEvents: rights.includes('admin') };
}

export default function Admin({ loaderData: { items, sellsTickets, hasEvents } }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Panell d'Administració" lead={sellsTickets ? 'La taquilla, la cuina i la porta, en un sol lloc.' : 'El que es veu a la web, en les teues mans.'}>
      <Attention items={items} />
      <AdminCards items={items} besideRail={hasEvents} />
      <Outlet />
    </AdminPage>
  );
}
