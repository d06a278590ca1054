import type { ReactNode } from 'react';

import styles from './emoji-line.module.css';

export function EmojiLine({ emoji, children }: { emoji: string; children: ReactNode }): ReactNode {
  return (
    <span className={styles.line}>
      <span className={styles.emoji} aria-hidden="true">
        {emoji}
      </span>{' '}
      <span>{children}</span>
    </span>
  );
}
