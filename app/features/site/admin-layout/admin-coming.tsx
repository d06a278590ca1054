import type { ReactNode } from 'react';

import { AdminPage } from '#app/admin-kit/page/admin-page.tsx';
import { requireStaffPage } from '#app/http/guards/guards.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { pageMeta } from '#app/ui/layout/page-meta.ts';

import { ComingNote } from '../coming-note.tsx';
import type { Route } from './+types/admin-coming.ts';

export const meta: Route.MetaFunction = () => pageMeta({ title: "Panell d'Administració" });

export function loader({ context, request }: Route.LoaderArgs): null {
  requireStaffPage(context.get(requestContext).actor, request);
  return null;
}

export default function AdminComing(): ReactNode {
  return (
    <AdminPage title="Panell d'Administració" back={{ to: '/admin', text: 'Panell' }}>
      <ComingNote title="Estem muntant la taquilla">
        <p>Ací podràs verificar tiquets a la porta.</p>
      </ComingNote>
    </AdminPage>
  );
}
