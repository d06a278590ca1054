import type { ReactNode } from 'react';
import { Form, useLocation } from 'react-router';

import { hasDraft } from '#app/design/admin-kit/form/draft-storage.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { useBrowserFact } from '#app/design/ui/forms/hydrated.ts';

import { CrestPage } from './crest-page.tsx';
import { leavePath, loginPath } from '../layout/login-path.ts';
import type { SessionUser } from '../layout/session-user.ts';

export function AccessDenied({ sessionUser }: { sessionUser: SessionUser | null }): ReactNode {
  const { pathname, search } = useLocation();
  // Read once more when this page is there: the form whose place it takes stores what was typed as it goes.
  const waits = useBrowserFact(() => hasDraft(pathname + search), false);
  const text = "No tens permisos d'administrador: esta secció està reservada als administradors de la falla.";
  return (
    <CrestPage area="Àrea Privada" title="Accés Denegat" text={waits ? `${text} El que has escrit t'espera en esta pestanya: entra amb un compte que tinga permís, o demana que te'l tornen.` : text}>
      {sessionUser === null ? <SignIn /> : <SignInAsAnother />}
    </CrestPage>
  );
}

export function SessionEnded(): ReactNode {
  return (
    <CrestPage title="La sessió ha caducat" text="Encara no s'ha fet res del que has enviat. Torna a iniciar sessió i continuaràs on eres.">
      <SignIn />
    </CrestPage>
  );
}

function SignIn(): ReactNode {
  return <ButtonLink to={loginPath(useLocation())}>Iniciar Sessió</ButtonLink>;
}

function SignInAsAnother(): ReactNode {
  return (
    <Form method="post" action={leavePath(useLocation())}>
      <Button type="submit">Iniciar Sessió amb un altre compte</Button>
    </Form>
  );
}
