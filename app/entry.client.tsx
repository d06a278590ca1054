import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

import { type Association, ASSOCIATION } from './domain/association.ts';
import { ASSOCIATION_DATA, AssociationContext } from './site-identity/use-association.ts';

const written = document.getElementById(ASSOCIATION_DATA)?.textContent;
const association = written == null ? ASSOCIATION : (JSON.parse(written) as Association);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <AssociationContext value={association}>
        <HydratedRouter />
      </AssociationContext>
    </StrictMode>,
  );
});
