import type { ReactNode } from 'react';

import { Chip } from '#app/design/ui/chip.tsx';

import type { Viewer } from '../order/event-for-order.ts';
import styles from './checkout-head.module.css';

/** Null while it is not known who buys. */
export function CheckoutHead({ viewer }: { viewer: Viewer | null }): ReactNode {
  return (
    <div>
      <div className={styles.row}>
        <h1 className={styles.title}>Confirmar Comanda</h1>
        {viewer === null ? null : <Chip>{viewer.account === null ? 'Usuari extern' : 'Usuari registrat'}</Chip>}
      </div>
      {viewer === null ? null : (
        <p className={styles.line}>
          {viewer.account === null ? (
            <>
              <strong>No cal cap compte</strong>: els tiquets van al correu.
            </>
          ) : (
            viewer.account.name
          )}
        </p>
      )}
    </div>
  );
}
