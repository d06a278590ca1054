import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

import { storeOfflinePage } from './platform/client-state/offline/site-offline-page.ts';
import { ignoreAbortedLoads } from './platform/client-state/ignore-aborted-loads.ts';
import { associationInDocument } from './design/site-identity/association-data.tsx';
import { AssociationContext } from './design/site-identity/use-association.ts';

ignoreAbortedLoads(window);
storeOfflinePage(window);

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
