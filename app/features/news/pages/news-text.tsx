import { Fragment, type ReactNode } from 'react';

import { linkedText } from '#app/domain/news/linked-text.ts';
import { paragraphsOf } from '#app/domain/news/teaser.ts';

import styles from './news-text.module.css';

/** A text as it was typed: its paragraphs, its lines, and the web addresses in it as links. */
export function NewsText({ text }: { text: string }): ReactNode {
  return (
    <div className={styles.text}>
      {paragraphsOf(text).map((paragraph, index) => (
        <p key={index}>
          {linkedText(paragraph).map((part, place) =>
            'href' in part ? (
              <a key={place} href={part.href} rel="noopener nofollow">
                {part.text}
              </a>
            ) : (
              <Fragment key={place}>{part.text}</Fragment>
            ),
          )}
        </p>
      ))}
    </div>
  );
}
