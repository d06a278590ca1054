import Menu from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import User from 'lucide-react/icons/user-round';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { DropMenu } from '#app/design/ui/layout/drop-menu.tsx';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';

import { Crest } from '#app/design/site-identity/crest.tsx';
import { ProfileEntries } from '../layout/profile-menu.tsx';
import type { SessionUser } from '../layout/session-user.ts';
import { SiteMain } from '../layout/site-main.tsx';
import styles from './admin-layout.module.css';
import { adminIconOf } from './admin-icons.tsx';
import { SearchBox } from './search/search-box.tsx';
import type { AdminNavItem } from './admin-nav.server.ts';

export interface AdminLayoutProps {
  sessionUser: SessionUser;
  items: readonly AdminNavItem[];
  /** Open tasks by page. */
  waiting: Readonly<Record<string, number>>;
  children: ReactNode;
}

/** A side rail; on phones tabs. */
export function AdminLayout({ sessionUser, items, waiting, children }: AdminLayoutProps): ReactNode {
  return (
    <div className={styles.layout}>
      <header className={styles.rail}>
        <div className={styles.top}>
          <Link to="/" className={styles.brand}>
            <Crest className={styles.crest} />
            <span>{useAssociation().name}</span>
          </Link>
          {sessionUser.rights.length === 0 ? null : (
            <Link to="/admin/search" className={styles.find} aria-label="Buscar">
              <Search size={24} aria-hidden="true" />
            </Link>
          )}
          <div className={styles.menu}>
            <DropMenu label="Menú" face={<Menu size={24} aria-hidden="true" />}>
              <ProfileEntries sessionUser={sessionUser} />
            </DropMenu>
          </div>
        </div>
        {sessionUser.rights.length === 0 ? null : <SearchBox />}
        <AdminTabs items={items} waiting={waiting} />
        <details className={styles.person}>
          <summary className={styles.tab}>
            <User size={20} aria-hidden="true" />
            El meu perfil
          </summary>
          <ProfileEntries sessionUser={sessionUser} />
        </details>
      </header>
      <SiteMain>{children}</SiteMain>
    </div>
  );
}

/** On a phone the tabs scroll sideways: the current one is scrolled into view. */
function scrollToTab(tab: HTMLAnchorElement | null): void {
  tab?.closest('ul')?.scrollTo({ left: tab.offsetLeft - 16 });
}

function AdminTabs({ items, waiting }: { items: readonly AdminNavItem[]; waiting: Readonly<Record<string, number>> }): ReactNode {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Administració">
      <ul className={styles.tabs}>
        {items.map(({ to, name, feature, order, above }, index) => {
          const before = items[index - 1];
          const Icon = adminIconOf(feature);
          const count = waiting[to] ?? 0;
          const current = currentOf(pathname, { to, above });
          const isFirstOfGroup = before !== undefined && Math.floor(order / 100) !== Math.floor(before.order / 100);
          return (
            <li key={to} className={isFirstOfGroup ? styles.group : undefined}>
              <Link ref={current === undefined ? null : scrollToTab} to={to} className={styles.tab} aria-current={current}>
                <Icon size={20} aria-hidden="true" />
                <span className={styles.name}>{name}</span>
                {count === 0 ? null : (
                  <span className={styles.count}>
                    {count > 99 ? '99+' : count}
                    <VisuallyHidden> per atendre</VisuallyHidden>
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** `page`: the page itself and its subpaths; `true`: other pages that belong to this entry. */
function currentOf(pathname: string, { to, above }: Pick<AdminNavItem, 'to' | 'above'>): 'page' | 'true' | undefined {
  const isWithin = (beginning: string): boolean => pathname === beginning || pathname.startsWith(`${beginning}/`);
  if (to === '/admin' ? pathname === to : isWithin(to)) return 'page';
  return above.some(isWithin) ? 'true' : undefined;
}
