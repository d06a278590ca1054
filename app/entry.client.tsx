import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

import { associationInDocument } from './site-identity/association-data.tsx';
import { AssociationContext } from './site-identity/use-association.ts';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <AssociationContext value={associationInDocument()}>
        <HydratedRouter />
      </AssociationContext>
    </StrictMode>,
  );
});
