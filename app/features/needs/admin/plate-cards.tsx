import type { ReactNode } from 'react';

import type { PlateCard } from '#app/domain/food/needs-sheet.ts';
import { EmojiLine } from '#app/design/ui/emoji-line.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './admin-needs.module.css';

/** One goes with each plate. Without a plan of the hall the table is written by hand. */
export function PlateCards({ cards }: { cards: readonly PlateCard[] }): ReactNode {
  return (
    <section className={styles.cards} aria-labelledby="plate-cards">
      <h2 id="plate-cards" className={`${ui.heading} ${styles.onScreen}`}>
        Targetes dels plats ({cards.length})
      </h2>
      <ul className={styles.grid}>
        {cards.map(({ key, table, number, firstName, section, emoji, dish, avoid, against }) => (
          <li key={key} className={styles.card}>
            <p className={styles.place}>
              <span>{table ?? 'Taula ____'}</span>
              <span>
                {firstName === null ? '' : `${firstName} · `}
                {number}
              </span>
            </p>
            <p className={styles.avoid}>{avoid.join(' · ')}</p>
            <p className={styles.dish}>
              <EmojiLine emoji={emoji}>{dish}</EmojiLine> <span className={ui.small}>{section}</span>
            </p>
            {against.length === 0 ? null : <p className={styles.against}>⚠ {against.join(' · ')}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
