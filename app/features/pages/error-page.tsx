import type { ReactNode } from 'react';
import { isRouteErrorResponse } from 'react-router';

import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Wrap } from '#app/ui/wrap.tsx';

import { AccessDenied } from './access-denied.tsx';
import { Crest } from './crest.tsx';
import styles from './error-page.module.css';

interface ErrorWords {
  title: string;
  text: string;
}

const NOT_FOUND: ErrorWords = {
  title: 'Ací no hi ha comboi',
  text: 'La pàgina que busques no existix o ha canviat de lloc.',
};
const BROKEN: ErrorWords = {
  title: 'S’ha apagat la foguera',
  text: 'Alguna cosa ha fallat per la nostra part. Torna-ho a provar d’ací a un moment; el que havies triat no s’ha perdut.',
};

const TOO_LARGE: ErrorWords = {
  title: 'És massa gran',
  text: 'El que has enviat no cap. Prova a enviar-ho en trossos més menuts.',
};

function wordsFor(error: unknown): ErrorWords {
  if (isRouteErrorResponse(error) && error.status === 413) return TOO_LARGE;
  return isRouteErrorResponse(error) && error.status === 404 ? NOT_FOUND : BROKEN;
}

/** The last resort: says what happened in two sentences and shows the way out. */
export function ErrorPage({ error }: { error: unknown }): ReactNode {
  if (isRouteErrorResponse(error) && (error.status === 401 || error.status === 403)) return <AccessDenied />;
  const words = wordsFor(error);
  return (
    <Wrap width="text">
      <title>{`${words.title} · Comboi`}</title>
      <div className={styles.page}>
        <Crest className={styles.crest} />
        <h1>{words.title}</h1>
        <p className={styles.text}>{words.text}</p>
        <div className={styles.actions}>
          <ButtonLink to="/" reloadDocument>
            Torna a l’inici
          </ButtonLink>
          {words === BROKEN ? (
            <Button tone="quiet" onClick={() => window.location.reload()}>
              Torna-ho a provar
            </Button>
          ) : null}
        </div>
      </div>
    </Wrap>
  );
}
