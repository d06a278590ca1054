import type { ReactNode } from 'react';
import { Link, useRouteLoaderData } from 'react-router';

import { Banner } from '#app/design/ui/feedback/banner.tsx';

import type { AdminNavItem } from './admin-nav.server.ts';
import styles from './attention.module.css';

export function Attention({ items }: { items: readonly AdminNavItem[] }): ReactNode {
  const layout = useRouteLoaderData<{ waiting: Record<string, number> }>('features/site/admin/admin-layout-route');
  const pages = items.flatMap(({ to, name }) => {
    const count = layout?.waiting[to] ?? 0;
    return count === 0 ? [] : [{ to, name, count }];
  });
  if (pages.length === 0) return null;
  return (
    <Banner tone="warning" title="Hi ha coses per atendre">
      <ul className={styles.list}>
        {pages.map(({ to, name, count }) => (
          <li key={to}>
            <Link to={to}>
              {name}: {count}
            </Link>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
