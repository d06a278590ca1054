import type { ReactNode } from 'react';
import { Link } from 'react-router';

import ui from './primitives.module.css';
import styles from './pager.module.css';

export interface PagerProps {
  page: number;
  pages: number;
  addressOf(page: number): string;
}

/** Beyond it an offset would overflow the database's integer. */
const MAX_PAGE = 1_000_000;

export function requestedPage(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? 1);
  return Number.isSafeInteger(page) ? Math.min(Math.max(page, 1), MAX_PAGE) : 1;
}

export function Pager({ page, pages, addressOf }: PagerProps): ReactNode {
  if (pages === 1) return null;
  return (
    <nav className={styles.pages} aria-label="Pàgines">
      {page > 1 ? <Link to={addressOf(page - 1)} className={ui.touch}>← Anterior</Link> : <span />}
      <span>
        Pàgina {page} de {pages}
      </span>
      {page < pages ? <Link to={addressOf(page + 1)} className={ui.touch}>Següent →</Link> : <span />}
    </nav>
  );
}
