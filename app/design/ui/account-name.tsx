import type { ReactNode } from 'react';

import styles from './account-name.module.css';

export function AccountName({ children }: { children: string }): ReactNode {
  return children.split(/(?<=.)(?=[@._-])/).map((part, index) => (
    <span key={index} className={index === 0 ? undefined : styles.part}>
      {part}
    </span>
  ));
}
