import type { ReactNode } from 'react';
import { Outlet } from 'react-router';

import { FirstRunList, type FirstRunStep } from '#app/design/admin-kit/first-run/first-run-list.tsx';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { requireAdmin, requireStaffPage } from '#app/platform/http/guards/guards.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { readFirstRun } from '#app/features/first-run/service.server.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { Route } from './+types/admin.ts';
import { AdminCards } from './admin-cards.tsx';
import { type AdminNavItem, adminNavFor } from './admin-nav.server.ts';
import { Attention } from './attention.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: "Panell d'Administració" });

export async function loader({ context, request }: Route.LoaderArgs): Promise<{ items: AdminNavItem[]; sellsTickets: boolean; hasEvents: boolean; firstRun: FirstRunStep[] }> {
  const { actor, deps } = context.get(requestContext);
  const { rights } = requireStaffPage(actor, request);
  const firstRun = rights.includes('admin') ? await readFirstRun(deps, requireAdmin(actor)) : [];
  return { items: adminNavFor({ rights }), sellsTickets: rights.some((right) => right !== 'editor'), hasEvents: rights.includes('admin'), firstRun };
}

export default function Admin({ loaderData: { items, sellsTickets, hasEvents, firstRun } }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Panell d'Administració" lead={sellsTickets ? 'La taquilla, la cuina i la porta, en un sol lloc.' : 'El que es veu a la web, en les teues mans.'}>
      <FirstRunList steps={firstRun} />
      <Attention items={items} />
      <AdminCards items={items} besideRail={hasEvents} />
      <Outlet />
    </AdminPage>
  );
}
