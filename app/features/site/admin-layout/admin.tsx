import type { ReactNode } from 'react';

import type { Right } from '#app/domain/people/rights.ts';
import { requireStaffPage } from '#app/http/guards/guards.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { pageMeta } from '#app/ui/layout/page-meta.ts';
import { Wrap } from '#app/ui/layout/wrap.tsx';

import { AdminCards } from './admin-cards.tsx';
import { ComingNote } from '../coming-note.tsx';
import { PageHeader } from '#app/ui/layout/page-header.tsx';
import type { Route } from './+types/admin.ts';

export const meta: Route.MetaFunction = () => [...pageMeta({ title: "Panell d'Administració" }), { name: 'robots', content: 'noindex' }];

export function headers(): HeadersInit {
  return { 'Cache-Control': 'no-store' };
}

/** Everybody of the staff sees what is theirs. */
export function loader({ context, request }: Route.LoaderArgs): { rights: readonly Right[] } {
  return { rights: requireStaffPage(context.get(requestContext).actor, request).rights };
}

export default function Admin({ loaderData: { rights } }: Route.ComponentProps): ReactNode {
  return (
    <>
      <PageHeader title="Panell d'Administració" art="🛠️">
        La taquilla, la cuina i la porta, en un sol lloc.
      </PageHeader>
      <Wrap>
        <AdminCards rights={rights} />
      </Wrap>
      <ComingNote title="Estem muntant la taquilla">
        <p>Ací podràs crear esdeveniments i menús, repassar comandes i verificar tiquets a la porta.</p>
      </ComingNote>
    </>
  );
}
