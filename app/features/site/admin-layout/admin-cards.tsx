import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { Right } from '#app/domain/people/rights.ts';

import styles from './admin-cards.module.css';

const CARDS = [
  { right: 'admin', to: '/admin/users', art: '👥', name: 'Usuaris', text: 'Socis, comissió i administradors.' },
  { right: 'admin', to: '/admin/payments', art: '💶', name: 'Pagaments per revisar', text: 'Diners que necessiten una persona.' },
  { right: 'admin', to: '/admin/mails', art: '📮', name: 'Correus', text: 'Què ha arribat i què no.' },
  { right: 'door', to: '/admin/ticket-verification', art: '🎟️', name: 'Verificar Tiquets', text: 'La porta: qui entra i qui ja ha entrat.' },
] as const;

/** What somebody with these rights may open, each as a card. */
export function AdminCards({ rights }: { rights: readonly Right[] }): ReactNode {
  return (
    <ul className={styles.doors}>
      {CARDS.filter(({ right }) => rights.includes(right)).map(({ to, art, name, text }) => (
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
