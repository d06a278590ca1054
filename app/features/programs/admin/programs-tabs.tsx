import type { ReactNode } from 'react';
import { NavLink } from 'react-router';

import styles from './programs.module.css';

const TABS = [
  { to: '/admin/programs', text: 'Tokens' },
  { to: '/admin/programs/webhooks', text: 'Avisos (webhooks)' },
] as const;

export function ProgramsTabs(): ReactNode {
  return (
    <nav aria-label="Programes" className={styles.tabs}>
      {TABS.map(({ to, text }) => (
        <NavLink key={to} to={to} end className={styles.tab}>
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
