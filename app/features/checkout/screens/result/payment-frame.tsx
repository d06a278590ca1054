import type { ReactNode } from 'react';

import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import { Wrap } from '#app/ui/layout/wrap.tsx';

import styles from './payment-frame.module.css';

export interface PaymentFrameProps {
  /** Left out where the page has something better to show first. */
  art?: string;
  title: string;
  /** One or two sentences under the title. */
  text: ReactNode;
  /** `festive`: sparks over the night. `waiting`: the flame breathes. */
  mood?: 'festive' | 'waiting' | 'calm';
  children: ReactNode;
}

/** Where the focus goes when the wait is over, so that the news is read. */
export const PAYMENT_TITLE = 'payment-title';

/** Every state of the payment result page: the night above, a sheet below. */
export function PaymentFrame({ art, title, text, mood = 'calm', children }: PaymentFrameProps): ReactNode {
  return (
    <>
      <header className={`${styles.head} ${styles[mood]}`}>
        <Wrap>
          {art === undefined ? null : (
            <p className={styles.art} aria-hidden="true">
              {art}
            </p>
          )}
          <h1 id={PAYMENT_TITLE} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          <div className={styles.text}>{text}</div>
        </Wrap>
      </header>
      <Wrap>
        <div className={styles.sheet}>{children}</div>
      </Wrap>
    </>
  );
}

/** What a screen reader hears when a wait goes on. */
export function Spoken({ children }: { children: string }): ReactNode {
  return (
    <div role="status">
      <VisuallyHidden>{children}</VisuallyHidden>
    </div>
  );
}
