import type { ReactNode } from 'react';
import { NavLink } from 'react-router';

import styles from './settings.module.css';

const TABS = [
  { to: '/admin/settings', text: 'Identitat' },
  { to: '/admin/settings/contact', text: 'Contacte i enllaços' },
  { to: '/admin/settings/texts', text: 'Portada i correus' },
  { to: '/admin/settings/legal', text: 'Condicions i privacitat' },
  { to: '/admin/settings/embed', text: 'Altres webs' },
] as const;

export function SettingsTabs(): ReactNode {
  return (
    <nav aria-label="Configuració" className={styles.tabs}>
      {TABS.map(({ to, text }) => (
        <NavLink key={to} to={to} end className={styles.tab}>
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
