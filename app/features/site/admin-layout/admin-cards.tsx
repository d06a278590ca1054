import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { Right } from '#app/domain/people/rights.ts';
import { PAGES } from '#app/features.ts';
import type { Audience } from '#app/http/page.ts';

import styles from './admin-cards.module.css';

const CARDS = PAGES.flatMap(({ path, audience, adminCard }) => (adminCard === undefined ? [] : [{ to: path, audience, ...adminCard }])).toSorted((one, other) => one.place - other.place);

/** What somebody with these rights may open, each as a card. */
export function AdminCards({ rights }: { rights: readonly Right[] }): ReactNode {
  return (
    <ul className={styles.doors}>
      {CARDS.filter(({ audience }) => isOpenTo(audience, rights)).map(({ to, art, name, text }) => (
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

function isOpenTo(audience: Audience, rights: readonly Right[]): boolean {
  return typeof audience === 'object' ? rights.includes(audience.right) : audience === 'staff';
}
