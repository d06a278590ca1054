import type { FormEvent, ReactNode } from 'react';
import { Form, NavLink } from 'react-router';

import { useToast } from '#app/design/ui/feedback/toast.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { SessionUser } from './session-user.ts';
import styles from './profile-menu.module.css';

export function ProfileEntries({ sessionUser }: { sessionUser: SessionUser }): ReactNode {
  const toast = useToast();

  /** Only the server can end a session: offline one would only seem signed out. */
  function stayWithoutNetwork(event: FormEvent): void {
    if (navigator.onLine) return;
    event.preventDefault();
    toast({ text: 'Sense connexió: la sessió continua oberta' });
  }

  return (
    <div className={ui.stack}>
      {sessionUser.name === '' ? null : <p className={styles.name}>{sessionUser.name}</p>}
      <NavLink to="/my-tickets" className={styles.entry}>
        Els meus tiquets
      </NavLink>
      <NavLink to="/torns" className={styles.entry}>
        Torns
      </NavLink>
      <NavLink to="/change-password" className={styles.entry}>
        Canviar contrasenya
      </NavLink>
      <NavLink to="/dispositius" className={styles.entry}>
        Els meus dispositius
      </NavLink>
      <NavLink to="/les-meues-dades" className={styles.entry}>
        Les meues dades
      </NavLink>
      {sessionUser.rights.length > 0 ? (
        <NavLink to="/admin" end className={styles.entry}>
          Administració
        </NavLink>
      ) : null}
      {sessionUser.rights.includes('door') ? (
        <NavLink to="/admin/ticket-verification" className={styles.entry}>
          Verificar Tiquets
        </NavLink>
      ) : null}
      <Form method="post" action="/logout" onSubmit={stayWithoutNetwork}>
        <button type="submit" className={`${styles.entry} ${styles.leave}`}>
          Tancar sessió
        </button>
      </Form>
    </div>
  );
}
