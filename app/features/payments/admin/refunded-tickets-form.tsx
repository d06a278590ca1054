import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Form } from 'react-router';

import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { textsOf } from '#app/design/ui/forms/form-text.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './admin-payments.module.css';

export interface RefundedTicket {
  id: string;
  ticketNumber: string;
  /** Cents. */
  price: number;
}

export function RefundedTicketsForm({ caseId, tickets }: { caseId: string; tickets: readonly RefundedTicket[] }): ReactNode {
  const formId = useId();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const numbers = tickets.filter(({ id }) => chosen.includes(id)).map(({ ticketNumber }) => ticketNumber);

  function onChange({ currentTarget }: FormEvent<HTMLFormElement>): void {
    setChosen(textsOf(new FormData(currentTarget), 'ticket'));
  }

  return (
    <>
      <Form id={formId} method="post" onChange={onChange}>
        <input type="hidden" name="case" value={caseId} />
        <fieldset className={styles.tickets}>
          <legend>Tiquets que es van retornar</legend>
          {tickets.map((ticket) => (
            <label key={ticket.id} className={adminPage.check}>
              <input type="checkbox" name="ticket" value={ticket.id} />
              {ticket.ticketNumber} · {formatEuros(ticket.price)}
            </label>
          ))}
        </fieldset>
      </Form>
      <div className={ui.cluster3}>
        <ConfirmAction
          label="Eren estos tiquets"
          title="Eren estos tiquets?"
          facts={[{ name: 'Tiquets', value: numbers.length === 0 ? 'Encara no n\'has triat cap' : numbers.join(', ') }]}
          intent="end-tickets"
          formId={formId}
          confirmLabel="Anul·lar-los"
          busyLabel="Anul·lant…"
        >
          <p>Deixen de valdre, les places tornen a la venda i el comprador rep un correu. No es mou cap diner més.</p>
        </ConfirmAction>
      </div>
    </>
  );
}
