import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { statusLabel } from '#app/domain/ticket/status-label.ts';
import { Button } from '#app/ui/button.tsx';
import { formatEuros } from '#app/ui/format-money.ts';
import adminPage from '#app/ui/layout/admin-page.module.css';

import type { RefundableOrder } from '../cases/cases.server.ts';
import styles from './admin-payments.module.css';

export interface ChosenRefund {
  all: boolean;
  ticketIds: readonly string[];
}

interface RefundFormProps {
  /** At first. */
  chosen: ChosenRefund | null;
  order: RefundableOrder;
}

/** An order and its tickets: some or all of them can be given back. Tickets that were used stay used. */
export function RefundForm({ order, chosen }: RefundFormProps): ReactNode {
  const canRefund = order.status === 'paid';
  return (
    <Form method="post" className={adminPage.sheet}>
      <p>
        <strong>{order.orderNumber}</strong> · {order.eventTitle} · {formatEuros(order.totalAmount)} · {order.email}
      </p>
      <input type="hidden" name="comanda" value={order.orderNumber} />
      <fieldset className={styles.tickets} disabled={!canRefund}>
        <legend>Tiquets que s'anul·len i es retornen</legend>
        {order.tickets.map((ticket) => (
          <label key={ticket.id} className={adminPage.check}>
            <input type="checkbox" name="ticket" value={ticket.id} defaultChecked={chosen?.ticketIds.includes(ticket.id)} disabled={ticket.status !== 'active'} />
            {ticket.ticketNumber} · {formatEuros(ticket.price)} · {statusLabel(ticket.status).text}
          </label>
        ))}
        <label className={adminPage.check}>
          <input type="checkbox" name="all" defaultChecked={chosen?.all} />
          Tota la comanda, amb tot el que quede per retornar
        </label>
      </fieldset>
      {canRefund ? (
        <div className={adminPage.actions}>
          <Button type="submit" name="intent" value="refund-order" tone="danger">
            Retornar els diners
          </Button>
        </div>
      ) : (
        <p>Esta comanda no té res per retornar.</p>
      )}
    </Form>
  );
}
