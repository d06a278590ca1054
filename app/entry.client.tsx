import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

import { ignoreAbortedLoads } from './platform/client-state/ignore-aborted-loads.ts';
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

// It stores what is shown of the site without network, and waits until the page is there.
if ('serviceWorker' in navigator) {
  const register = (): void => void navigator.serviceWorker.register('/site-sw.js').catch(() => undefined);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
