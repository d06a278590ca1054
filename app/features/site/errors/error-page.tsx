import type { ReactNode } from 'react';
import { isRouteErrorResponse, useRevalidator } from 'react-router';

import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { isLostConnection } from '#app/platform/client-state/lost-connection.ts';

import { AccessDenied, SessionEnded } from './access-denied.tsx';
import { CrestPage } from './crest-page.tsx';
import type { SessionUser } from '../layout/session-user.ts';

interface ErrorWords {
  title: string;
  text: string;
}

const NOT_FOUND: ErrorWords = {
  title: 'Ací no hi ha comboi',
  text: 'La pàgina que busques no existix o ha canviat de lloc.',
};
const BROKEN: ErrorWords = {
  title: "S'ha apagat la foguera",
  text: "Alguna cosa ha fallat per la nostra part. Torna-ho a provar d'ací a un moment; el que havies triat no s'ha perdut.",
};
const OFFLINE: ErrorWords = {
  title: 'Sense connexió',
  text: 'No hem pogut connectar, i per això no et podem mostrar la pàgina. El que havies triat continua guardat; torna-ho a provar quan tingues cobertura.',
};
const TOO_LARGE: ErrorWords = {
  title: 'És massa gran',
  text: 'El que has enviat no cap. Prova a enviar-ho en trossos més menuts.',
};

function wordsFor(error: unknown): ErrorWords {
  if (isRouteErrorResponse(error) && error.status === 413) return TOO_LARGE;
  if (isRouteErrorResponse(error)) return error.status === 404 ? NOT_FOUND : BROKEN;
  return isLostConnection(error) ? OFFLINE : BROKEN;
}

export function ErrorPage({ error, sessionUser = null }: { error: unknown; sessionUser?: SessionUser | null }): ReactNode {
  if (isRouteErrorResponse(error) && error.status === 401) return <SessionEnded />;
  if (isRouteErrorResponse(error) && error.status === 403) return <AccessDenied sessionUser={sessionUser} />;
  const words = wordsFor(error);
  return (
    <CrestPage title={words.title} text={words.text}>
      {words === OFFLINE ? <AskAgain /> : null}
      {/* A full page load, since this document may be broken; not when offline, which would show the browser's own error page. */}
      <ButtonLink to="/" reloadDocument={words !== OFFLINE} tone={words === OFFLINE ? 'quiet' : 'primary'}>
        Torna a l'inici
      </ButtonLink>
      {words === BROKEN ? (
        <Button tone="quiet" onClick={() => window.location.reload()}>
          Torna-ho a provar
        </Button>
      ) : null}
    </CrestPage>
  );
}

function AskAgain(): ReactNode {
  const { revalidate, state } = useRevalidator();
  return (
    <Button busy={state === 'loading'} busyLabel="Carregant..." onClick={() => void revalidate()}>
      Torna-ho a provar
    </Button>
  );
}
