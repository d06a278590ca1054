import { Fragment, type ReactNode } from 'react';

import { linkedText } from '#app/domain/news/linked-text.ts';
import { paragraphsOf } from '#app/domain/news/teaser.ts';

import styles from './news-text.module.css';

/** Keeps paragraphs and line breaks, and makes links of web addresses. */
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
