import type { ReactNode } from 'react';
import { Link } from 'react-router';

import ui from '#app/design/ui/layout/primitives.module.css';
import styles from './admin-cards.module.css';
import { adminIconOf } from './admin-icons.tsx';
import type { AdminNavItem } from './admin-nav.server.ts';

interface AdminCardsProps {
  items: readonly AdminNavItem[];
  /** Where there is a rail it says the same: they are for phones alone. */
  besideRail: boolean;
}

export function AdminCards({ items, besideRail }: AdminCardsProps): ReactNode {
  return (
    <ul className={`${styles.cards} ${besideRail ? styles.phonesOnly : ''}`}>
      {items
        .filter(({ to }) => to !== '/admin')
        .map(({ to, feature, name, text }) => {
          const Icon = adminIconOf(feature);
          return (
            <li key={to} className={styles.card}>
              <Icon className={styles.icon} size={28} aria-hidden="true" />
              <h2 className={styles.name}>
                <Link to={to} className={ui.whole}>{name}</Link>
              </h2>
              <p className={styles.text}>{text}</p>
            </li>
          );
        })}
    </ul>
  );
}
