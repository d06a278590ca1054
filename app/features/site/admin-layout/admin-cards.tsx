import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { PAGES } from '#app/features.ts';

import styles from './admin-cards.module.css';

const CARDS = PAGES.flatMap(({ path, adminCard }) => (adminCard === undefined ? [] : [{ to: path, ...adminCard }])).toSorted((one, other) => one.place - other.place);

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
