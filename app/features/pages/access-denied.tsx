import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

import { ButtonLink } from '#app/ui/button.tsx';
import { Wrap } from '#app/ui/wrap.tsx';

import styles from './access-denied.module.css';
import { Crest } from './crest.tsx';
import { loginPath } from './frame/login-path.ts';

/** Spec §2: reserved for admins; the crest goes home. */
export function AccessDenied(): ReactNode {
  return (
    <Wrap width="text">
      <title>Àrea Privada · Comboi</title>
      <div className={styles.denied}>
        <Link to="/" aria-label="Torna a l’inici">
          <Crest className={styles.crest} />
        </Link>
        <p className={styles.area}>Àrea Privada</p>
        <h1>Accés Denegat</h1>
        <p className={styles.text}>Esta secció està reservada als administradors de la falla.</p>
        <ButtonLink to={loginPath(useLocation())}>Iniciar Sessió</ButtonLink>
      </div>
    </Wrap>
  );
}
