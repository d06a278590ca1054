import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Form } from 'react-router';

import { useServerDraft } from '#app/design/admin-kit/form/draft-context.ts';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { statusLabel } from '#app/domain/ticket/status-label.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { textsOf } from '#app/design/ui/forms/form-text.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import { NOTHING_CHOSEN } from './payment-case-words.ts';
import type { RefundableOrder } from '../cases/cases.server.ts';
import styles from './admin-payments.module.css';

export function RefundForm({ order, reply }: { order: RefundableOrder; reply: FormReply | undefined }): ReactNode {
  const formId = useId();
  const draft = useServerDraft('refund-order');
  const [chosen, setChosen] = useState({ all: draft?.has('all') ?? false, ticketIds: draft === null ? [] : textsOf(draft, 'ticket') });
  const canRefund = order.status === 'paid';
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const isRefused = reply?.intent === 'refund-order' && reply.result?.error?.['ticket'] !== undefined;
  const [refusals, setRefusals] = useState(0);
  const isMissing = (isRefused || refusals > 0) && !chosen.all && chosen.ticketIds.length === 0;
  const errorId = `${formId}-missing`;

  useEffect(() => {
    if (isRefused || refusals > 0) fieldset.current?.focus();
  }, [isRefused, refusals]);

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
        <fieldset ref={fieldset} tabIndex={-1} className={styles.tickets} disabled={!canRefund} aria-describedby={isMissing ? errorId : undefined}>
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
          {isMissing ? (
            <p id={errorId} className={styles.missing} role="alert">
              {NOTHING_CHOSEN}
            </p>
          ) : null}
        </fieldset>
      </Form>
      {canRefund ? <ConfirmRefund order={order} chosen={chosen} formId={formId} onMissing={() => setRefusals((count) => count + 1)} /> : <p>Esta comanda no té res per retornar.</p>}
    </div>
  );
}

interface ConfirmRefundProps {
  order: RefundableOrder;
  chosen: { all: boolean; ticketIds: readonly string[] };
  formId: string;
  onMissing: () => void;
}

function ConfirmRefund({ order, chosen, formId, onMissing }: ConfirmRefundProps): ReactNode {
  const tickets = order.tickets.filter(({ id }) => chosen.ticketIds.includes(id));
  const sum = formatEuros(tickets.reduce((total, { price }) => total + price, 0));
  const isSum = !chosen.all && tickets.length > 0;
  return (
    <div className={ui.cluster3}>
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
        reason={{ label: 'Motiu', required: true }}
        {...(!isSum && !chosen.all && { onStopped: onMissing })}
        confirmLabel={isSum ? `Retornar ${sum}` : chosen.all ? 'Retornar tot el que queda' : 'Retornar'}
        busyLabel="Retornant…"
      >
        <p>Els tiquets s'anul·len i els diners tornen a la targeta del comprador.</p>
      </ConfirmAction>
    </div>
  );
}
