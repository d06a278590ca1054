import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

import { ignoreAbortedLoads } from './platform/client-state/ignore-aborted-loads.ts';
import { addStaffStyles } from './platform/client-state/staff-styles.ts';
import { associationInDocument } from './design/site-identity/association-data.tsx';
import { AssociationContext } from './design/site-identity/use-association.ts';

ignoreAbortedLoads(window);

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

/** What waits until the page is there. The worker stores what is shown of the site without network. */
function prepareNext(): void {
  addStaffStyles();
  if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/site-sw.js').catch(() => undefined);
}

if (document.readyState === 'complete') prepareNext();
else window.addEventListener('load', prepareNext, { once: true });
