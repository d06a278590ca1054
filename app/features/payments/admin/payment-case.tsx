import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';

import type { CaseKind } from '#app/domain/payment/case.ts';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { Button, type ButtonTone } from '#app/design/ui/button.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';

import ui from '#app/design/ui/layout/primitives.module.css';
import { CASE_WORDS } from './payment-case-words.ts';
import { type RefundedTicket, RefundedTicketsForm } from './refunded-tickets-form.tsx';

export interface OpenCase {
  id: string;
  kind: CaseKind;
  detail: string;
  at: string;
  tickets: RefundedTicket[];
  order: { id: string; orderNumber: string; email: string; totalAmount: number; eventTitle: string } | null;
}

export function PaymentCase({ one: { id, kind, detail, at, tickets, order } }: { one: OpenCase }): ReactNode {
  const words = CASE_WORDS[kind];
  return (
    <article className={adminPage.sheet} aria-labelledby={`case-${id}`}>
      <h2 id={`case-${id}`} className={ui.heading}>
        {words.title}
      </h2>
      <p>{words.what}</p>
      <p className={ui.facts}>
        {order === null ? null : (
          <>
            <Link to={`/admin/orders/${order.id}`}>{order.orderNumber}</Link> · {order.eventTitle} · {formatEuros(order.totalAmount)} · {order.email}
            <br />
          </>
        )}
        {at} · {detail}
      </p>
      {tickets.length === 0 ? null : <RefundedTicketsForm caseId={id} tickets={tickets} />}
      {words.action === 'refund' ? (
        <div className={ui.cluster3}>
          <ConfirmAction
            label={words.button}
            tone="primary"
            title="Retornar els diners?"
            facts={order === null ? [] : [{ name: 'Comanda', value: order.orderNumber }, { name: 'Qui', value: order.email }, { name: 'Què', value: detail }]}
            intent="refund"
            values={{ case: id }}
            confirmLabel="Retornar els diners"
            busyLabel="Retornant…"
          />
          <CaseForm id={id} tone="text" text="Ja s'ha resolt d'una altra manera" />
        </div>
      ) : words.action === null ? null : (
        <CaseForm id={id} tone="quiet" text={words.button} />
      )}
    </article>
  );
}

function CaseForm({ id, tone, text }: { id: string; tone: ButtonTone; text: string }): ReactNode {
  return (
    <Form method="post">
      <input type="hidden" name="case" value={id} />
      <Button type="submit" name="intent" value="settle" tone={tone}>
        {text}
      </Button>
    </Form>
  );
}
