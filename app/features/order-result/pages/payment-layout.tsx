import type { ReactNode } from 'react';

import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';

import styles from './payment-layout.module.css';

export interface PaymentLayoutProps {
  art?: ReactNode;
  title: string;
  text: ReactNode;
  mood?: 'festive' | 'waiting' | 'calm';
  children: ReactNode;
}

/** Receives the focus when the wait is over. */
export const PAYMENT_TITLE = 'payment-title';

export function PaymentLayout({ art, title, text, mood = 'calm', children }: PaymentLayoutProps): ReactNode {
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

export function Spoken({ children }: { children: string }): ReactNode {
  return (
    <div role="status">
      <VisuallyHidden>{children}</VisuallyHidden>
    </div>
  );
}

export function UnansweredCheck(): ReactNode {
  return (
    <Banner tone="warning" live="status" title="Sense connexió">
      <p>Ara mateix no podem comprovar-ho. Continuem provant.</p>
    </Banner>
  );
}
