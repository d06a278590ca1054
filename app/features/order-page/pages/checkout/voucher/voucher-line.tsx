import { type ReactNode, useState } from 'react';
import { useFetcher } from 'react-router';

import type { Cents } from '#app/domain/money.ts';
import { Button } from '#app/design/ui/button.tsx';
import { TextField } from '#app/design/ui/forms/field.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { VoucherView } from '../../order/event-for-order.ts';
import type { VoucherReply } from './enter-voucher.server.ts';
import styles from './voucher-line.module.css';

const FORM = 'voucher-form';

/** Its fields stand within the order's form, and forms don't nest. */
export function VoucherForm({ eventId }: { eventId: number }): ReactNode {
  const fetcher = useFetcher({ key: FORM });
  return <fetcher.Form id={FORM} method="post" action={`/checkout/${eventId}`} />;
}

export function VoucherLine({ voucher, discount }: { voucher: VoucherView | null; discount: Cents }): ReactNode {
  const fetcher = useFetcher<VoucherReply>({ key: FORM });
  const [typed, setTyped] = useState('');
  const busy = fetcher.state !== 'idle';
  const problem = fetcher.data?.problem ?? null;
  if (voucher !== null) {
    return (
      <section className={styles.line} aria-label="Codi">
        <div className={styles.applied}>
          <p role="status">
            Codi <b>{voucher.label}</b>: {voucher.problem ?? voucher.text}.{voucher.problem !== null || discount > 0 ? '' : ' Esta comanda no baixa de preu amb ell.'}
          </p>
          <Button type="submit" form={FORM} name="intent" value="forget" tone="text" busy={busy} formNoValidate>
            Llevar
          </Button>
        </div>
      </section>
    );
  }
  return (
    <details className={styles.line} open={problem !== null || undefined}>
      <summary className={styles.summary}>Tens un codi?</summary>
      <div className={styles.fields}>
        <TextField form={FORM} name="voucher" label="Codi" value={typed} maxLength={60} autoCapitalize="characters" autoComplete="off" spellCheck={false} enterKeyHint="done" error={problem} onChange={(event) => setTyped(event.target.value)} />
        <Button type="submit" form={FORM} name="intent" value="enter" tone="quiet" busy={busy} busyLabel="Mirant…">
          Aplicar
        </Button>
        {fetcher.data?.opened === true ? <p className={ui.small}>Este codi obri un acte amagat: ací no baixa el preu.</p> : null}
      </div>
    </details>
  );
}
