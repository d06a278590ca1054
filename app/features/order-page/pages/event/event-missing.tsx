import type { ReactNode } from 'react';
import { isRouteErrorResponse, Link, useLocation, useRevalidator, useRouteError, useSearchParams } from 'react-router';

import { loginBackTo } from '#app/domain/people/login-link.ts';
import { UNKNOWN_CODE } from '#app/domain/vouchers/voucher-code.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';

import type { EventRefusal } from '../order/event-for-order.ts';
import styles from './event-missing.module.css';

export function EventMissing(): ReactNode {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Wrap width="text">
      <div className={styles.space}>{missing ? <NotFound signedIn={(error.data as EventRefusal | null)?.signedIn === true} /> : <NotLoaded />}</div>
    </Wrap>
  );
}

function NotFound({ signedIn }: { signedIn: boolean }): ReactNode {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  return (
    <EmptyState
      art={<HeadArt of="magnifier" />}
      heading="h1"
      title="Esdeveniment no trobat"
      action={<ButtonLink to="/tickets">Tornar a esdeveniments</ButtonLink>}
    >
      {params.get('avis') === UNKNOWN_CODE ? <p>El codi de l'enllaç no existix: mira que l'enllaç estiga sencer.</p> : <p>Potser l'adreça no està bé, o l'esdeveniment ja no existix.</p>}
      {signedIn ? null : (
        <p>
          Si és un acte de la falla, <Link to={loginBackTo(pathname)}>inicia sessió</Link> i el veuràs.
        </p>
      )}
    </EmptyState>
  );
}

function NotLoaded(): ReactNode {
  const { revalidate, state } = useRevalidator();
  return (
    <EmptyState
      art={<HeadArt of="unplugged" />}
      heading="h1"
      title="No hem pogut carregar l'esdeveniment"
      action={
        <Button busy={state === 'loading'} busyLabel="Carregant..." onClick={() => void revalidate()}>
          Torna-ho a provar
        </Button>
      }
    >
      <p>Revisa la connexió. El que havies triat continua guardat en este navegador.</p>
    </EmptyState>
  );
}
