import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Form } from 'react-router';

import { useServerDraft } from '#app/admin-kit/form/draft-context.ts';
import { ConfirmAction } from '#app/admin-kit/page/confirm-action.tsx';
import { statusLabel } from '#app/domain/ticket/status-label.ts';
import { formatEuros } from '#app/ui/format-money.ts';
import { textsOf } from '#app/ui/forms/form-text.ts';
import adminPage from '#app/ui/layout/admin-page.module.css';

import type { RefundableOrder } from '../cases/cases.server.ts';
import styles from './admin-payments.module.css';

export function RefundForm({ order }: { order: RefundableOrder }): ReactNode {
  const formId = useId();
  const draft = useServerDraft('refund-order');
  const [chosen, setChosen] = useState({ all: draft?.has('all') ?? false, ticketIds: draft === null ? [] : textsOf(draft, 'ticket') });
  const canRefund = order.status === 'paid';

  function onChange({ currentTarget }: FormEvent<HTMLFormElement>): void {
    const form = new FormData(currentTarget);
    setChosen({ all: form.has('all'), ticketIds: textsOf(form, 'ticket') });
  }

  return (
    <div className={adminPage.sheet}>
      <p>
        <strong>{order.orderNumber}</strong> · {order.eventTitle} · {formatEuros(order.totalAmount)} · {order.email}
      </p>
      <Form id={formId} method="post" onChange={onChange}>
        <input type="hidden" name="comanda" value={order.orderNumber} />
        <fieldset className={styles.tickets} disabled={!canRefund}>
          <legend>Tiquets que s'anul·len i es retornen</legend>
          {order.tickets.map((ticket) => (
            <label key={ticket.id} className={adminPage.check}>
              <input type="checkbox" name="ticket" value={ticket.id} defaultChecked={chosen.ticketIds.includes(ticket.id)} disabled={ticket.status !== 'active'} />
              {ticket.ticketNumber} · {formatEuros(ticket.price)} · {statusLabel(ticket.status).text}
            </label>
          ))}
          <label className={adminPage.check}>
            <input type="checkbox" name="all" defaultChecked={chosen.all} />
            Tota la comanda, amb tot el que quede per retornar
          </label>
        </fieldset>
      </Form>
      {canRefund ? <ConfirmRefund order={order} chosen={chosen} formId={formId} /> : <p>Esta comanda no té res per retornar.</p>}
    </div>
  );
}

interface ConfirmRefundProps {
  order: RefundableOrder;
  chosen: { all: boolean; ticketIds: readonly string[] };
  formId: string;
}

function ConfirmRefund({ order, chosen, formId }: ConfirmRefundProps): ReactNode {
  const tickets = order.tickets.filter(({ id }) => chosen.ticketIds.includes(id));
  const sum = formatEuros(tickets.reduce((total, { price }) => total + price, 0));
  const isSum = !chosen.all && tickets.length > 0;
  return (
    <div className={adminPage.actions}>
      <ConfirmAction
        label="Retornar els diners"
        title="Retornar els diners?"
        facts={[
          { name: 'Comanda', value: order.orderNumber },
          { name: 'Qui', value: order.email ?? 'Sense correu' },
          { name: 'Què', value: isSum ? tickets.map(({ ticketNumber }) => ticketNumber).join(', ') : chosen.all ? 'Tota la comanda' : 'Els tiquets triats' },
        ]}
        intent="refund-order"
        formId={formId}
        confirmLabel={isSum ? `Retornar ${sum}` : chosen.all ? 'Retornar tot el que queda' : 'Retornar'}
        busyLabel="Retornant…"
      >
        <p>Els tiquets s'anul·len i els diners tornen a la targeta del comprador.</p>
      </ConfirmAction>
    </div>
  );
}
