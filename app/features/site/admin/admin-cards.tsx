import type { ReactNode } from 'react';
import { Link } from 'react-router';

import ui from '#app/design/ui/layout/primitives.module.css';
import styles from './admin-cards.module.css';
import { adminIconOf } from './admin-icons.tsx';
import type { AdminNavItem } from './admin-nav.server.ts';

export function AdminCards({ items }: { items: readonly AdminNavItem[] }): ReactNode {
  return (
    <ul className={styles.cards}>
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
