import type { ReactNode } from 'react';
import { Form, Link, useLocation } from 'react-router';

import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Wrap } from '#app/ui/wrap.tsx';

import styles from './access-denied.module.css';
import { Crest } from './crest.tsx';
import { loginPath } from './frame/login-path.ts';
import type { Person } from './frame/person.ts';

/** Spec §2: reserved for admins; the crest goes home. Whoever is signed in gets to the login by leaving. */
export function AccessDenied({ person }: { person: Person | null }): ReactNode {
  return (
    <Wrap width="text">
      <title>Àrea Privada · Comboi</title>
      <div className={styles.denied}>
        <Link to="/" aria-label="Torna a l'inici">
          <Crest className={styles.crest} />
        </Link>
        <p className={styles.area}>Àrea Privada</p>
        <h1>Accés Denegat</h1>
        <p className={styles.text}>No tens permisos d'administrador: esta secció està reservada als administradors de la falla.</p>
        {person === null ? <SignIn /> : <SignInAsAnother />}
      </div>
    </Wrap>
  );
}

function SignIn(): ReactNode {
  return <ButtonLink to={loginPath(useLocation())}>Iniciar Sessió</ButtonLink>;
}

function SignInAsAnother(): ReactNode {
  return (
    <Form method="post" action="/logout">
      <Button type="submit">Iniciar Sessió amb un altre compte</Button>
    </Form>
  );
}
