import type { ReactNode } from 'react';

import { pageMeta } from '#app/ui/layout/page-meta.ts';

import { ComingNote } from '../coming-note.tsx';
import { PageHeader } from '#app/ui/layout/page-header.tsx';
import type { Route } from './+types/awards.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Premis', description: 'Els premis de la falla al llarg dels anys.' });

export default function Awards(): ReactNode {
  return (
    <>
      <PageHeader title="Premis" art="🏆">
        Estendards, ninots indultats i alguna llàgrima.
      </PageHeader>
      <ComingNote title="Secció en Desenvolupament">
        <p>
          Prompte trobaràs ací la història dels premis de la falla, any per any, i una galeria de fotos per a tornar-los
          a celebrar.
        </p>
      </ComingNote>
    </>
  );
}
