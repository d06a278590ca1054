import type { ReactNode } from 'react';
import { Link } from 'react-router';

import styles from './admin-cards.module.css';

const CARDS = [
  { to: '/admin/users', art: '👥', name: 'Usuaris', text: 'Socis, comissió i administradors.' },
  { to: '/admin/payments', art: '💶', name: 'Pagaments per revisar', text: 'Diners que necessiten una persona.' },
  { to: '/admin/mails', art: '📮', name: 'Correus', text: 'Què ha arribat i què no.' },
] as const;

/** The ways into the office, each as a card. */
export function AdminCards(): ReactNode {
  return (
    <ul className={styles.doors}>
      {CARDS.map(({ to, art, name, text }) => (
        <li key={to} className={styles.door}>
          <span className={styles.art} aria-hidden="true">
            {art}
          </span>
          <h2 className={styles.name}>
            <Link to={to}>{name}</Link>
          </h2>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ul>
  );
}
