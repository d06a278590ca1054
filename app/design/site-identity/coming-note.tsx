import type { ReactNode } from 'react';

import { ButtonLink } from '#app/design/ui/button.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';

import styles from './coming-note.module.css';

export function ComingNote({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Wrap width="text">
      <div className={styles.space}>
        <div className={styles.note}>
          <h2 className={styles.title}>{title}</h2>
          <div className={styles.text}>{children}</div>
          <div className={styles.actions}>
            <ButtonLink to="/tickets">Veure els tiquets</ButtonLink>
            <ButtonLink to="/" tone="quiet">
              Torna a l'inici
            </ButtonLink>
          </div>
        </div>
      </div>
    </Wrap>
  );
}
