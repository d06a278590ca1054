import type { ReactNode } from 'react';
import { useBlocker, useNavigation } from 'react-router';

import { Button } from '#app/design/ui/button.tsx';
import { Dialog } from '#app/design/ui/feedback/dialog.tsx';
import { hasDirtyForm } from '#app/platform/client-state/dirty-form.ts';
import { useEventListener } from '#app/design/ui/hooks/use-event-listener.ts';

/** Once for all admin pages: a router allows one blocker. */
export function UnsavedGuard(): ReactNode {
  const { state, reset, proceed } = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasDirtyForm());

  // An answer may reload the whole document, which is no loss of what was sent.
  const isSent = useNavigation().formData !== undefined;

  useEventListener('window', 'beforeunload', (event) => {
    if (!isSent && hasDirtyForm()) event.preventDefault();
  });

  return (
    <Dialog
      open={state === 'blocked'}
      onClose={() => reset?.()}
      title="Tens canvis sense guardar"
      footer={
        <>
          <Button tone="quiet" onClick={() => proceed?.()}>
            Eixir sense guardar
          </Button>
          <Button onClick={() => reset?.()}>Continuar editant</Button>
        </>
      }
    >
      <p>Si te'n vas ara, el que has escrit es perdrà.</p>
    </Dialog>
  );
}
