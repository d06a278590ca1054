import type { ReactNode } from 'react';

import { PLACEHOLDERS } from '#app/domain/site/placeholders.ts';

import styles from './settings.module.css';

export function PlaceholderNames(): ReactNode {
  return (
    <details className={styles.hint}>
      <summary>Què puc posar entre claus</summary>
      <ul className={styles.names}>
        {Object.entries(PLACEHOLDERS).map(([name, meaning]) => (
          <li key={name}>
            <code>{`{${name}}`}</code> · {meaning}
          </li>
        ))}
      </ul>
    </details>
  );
}
