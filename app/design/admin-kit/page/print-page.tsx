import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Button } from '#app/design/ui/button.tsx';

import styles from './print-page.module.css';

export const PRINT_HEADERS: HeadersInit = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' };

interface PrintPageProps {
  title: string;
  back: { to: string; text: string };
  className?: string | undefined;
  children: ReactNode;
}

/** What is to be printed, without the frame of the site; the bar above it stays on the screen. */
export function PrintPage({ title, back, className = '', children }: PrintPageProps): ReactNode {
  return (
    <main className={`${styles.page} ${className}`}>
      <div className={styles.bar}>
        <Link to={back.to} className={styles.back}>
          ← {back.text}
        </Link>
        <h1 className={styles.title}>{title}</h1>
        <Button onClick={() => window.print()}>Imprimir</Button>
      </div>
      {children}
    </main>
  );
}

export function PrintChoices({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles.bar}>{children}</div>;
}
