import { type ReactNode, useEffect } from 'react';
import { useBlocker, useNavigation } from 'react-router';

import { Button } from '#app/design/ui/button.tsx';
import { Dialog } from '#app/design/ui/feedback/dialog.tsx';
import { hasDirtyForm } from '#app/platform/client-state/dirty-form.ts';

/** Once for all admin pages: a router allows one blocker. */
export function UnsavedGuard(): ReactNode {
  const { state, reset, proceed } = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasDirtyForm());

  // An answer may reload the whole document, which is no loss of what was sent.
  const isSent = useNavigation().formData !== undefined;

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (!isSent && hasDirtyForm()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSent]);

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
