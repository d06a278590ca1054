import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';

import type { CaseKind } from '#app/domain/payment/case.ts';
import { Button } from '#app/ui/button.tsx';
import { formatEuros } from '#app/ui/format-money.ts';
import adminPage from '#app/ui/layout/admin-page.module.css';

import styles from './admin-payments.module.css';
import { CASE_WORDS } from './payment-case-words.ts';

export interface OpenCase {
  id: string;
  kind: CaseKind;
  detail: string;
  /** When it was found, in words. */
  at: string;
  order: { orderNumber: string; email: string; totalAmount: number; eventTitle: string } | null;
}

/** One thing about money that waits for a person: what happened, and the button that settles it. */
export function PaymentCase({ one: { id, kind, detail, at, order } }: { one: OpenCase }): ReactNode {
  const words = CASE_WORDS[kind];
  return (
    <article className={adminPage.sheet} aria-labelledby={`case-${id}`}>
      <h2 id={`case-${id}`} className={styles.title}>
        {words.title}
      </h2>
      <p>{words.what}</p>
      <p className={adminPage.facts}>
        {order === null ? null : (
          <>
            <Link to={`?comanda=${order.orderNumber}`}>{order.orderNumber}</Link> · {order.eventTitle} · {formatEuros(order.totalAmount)} · {order.email}
            <br />
          </>
        )}
        {at} · {detail}
      </p>
      <Form method="post" className={adminPage.actions}>
        <input type="hidden" name="case" value={id} />
        {words.action === null ? null : (
          <Button type="submit" name="intent" value={words.action} tone={words.action === 'refund' ? 'primary' : 'quiet'}>
            {words.button}
          </Button>
        )}
        {words.action === 'refund' ? (
          <Button type="submit" name="intent" value="settle" tone="text">
            Ja s'ha resolt d'una altra manera
          </Button>
        ) : null}
      </Form>
    </article>
  );
}
