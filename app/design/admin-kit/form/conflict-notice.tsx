import type { ReactNode } from 'react';

import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';

import styles from './admin-form.module.css';
import { type FieldChange, SEEN_VERSION } from './form-reply.ts';

export function ConflictNotice({ version, changes }: { version: string; changes: readonly FieldChange[] }): ReactNode {
  return (
    <Banner tone="warning" title="Algú altre ho ha canviat mentre ho editaves. No s'ha guardat res damunt." live="alert">
      <ul className={styles.changes}>
        {changes.map(({ label, theirs, mine }, at) => (
          <li key={at}>
            <strong>{label}</strong>
            <dl>
              <dt>Ara hi ha:</dt>
              <dd>{theirs === '' ? '—' : theirs}</dd>
              <dt>Tu hi poses:</dt>
              <dd>{mine === '' ? '—' : mine}</dd>
            </dl>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button type="submit" name={SEEN_VERSION} value={version}>
          Guardar el meu igualment
        </Button>
        <ButtonLink to="" reloadDocument tone="quiet">
          Descartar el meu i veure el que hi ha
        </ButtonLink>
      </div>
    </Banner>
  );
}
