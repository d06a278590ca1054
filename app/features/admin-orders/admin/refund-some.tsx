import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Form } from 'react-router';

import { useServerDraft } from '#app/design/admin-kit/form/draft-context.ts';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { textsOf } from '#app/design/ui/forms/form-text.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';
import { useFocusWhen } from '#app/design/ui/hooks/use-focus-when.ts';

import { NOTHING_CHOSEN } from './refund-words.ts';
import styles from './refund-some.module.css';
import type { TicketView } from './ticket-row.tsx';

interface RefundSomeProps {
  orderNumber: string;
  who: string;
  tickets: readonly TicketView[];
  reply: FormReply | undefined;
}

export function RefundSome({ orderNumber, who, tickets, reply }: RefundSomeProps): ReactNode {
  const formId = useId();
  const draft = useServerDraft('refund-some');
  const [chosen, setChosen] = useState<readonly string[]>(draft === null ? [] : textsOf(draft, 'ticket'));
  const isRefused = reply?.intent === 'refund-some' && reply.result?.error?.['ticket'] !== undefined;
  const [refusals, setRefusals] = useState(0);
  const isMissing = (isRefused || refusals > 0) && chosen.length === 0;
  const errorId = `${formId}-missing`;
  const fieldset = useFocusWhen<HTMLFieldSetElement>(isRefused || refusals > 0, [isRefused, refusals]);

  function onChange({ currentTarget }: FormEvent<HTMLFormElement>): void {
    setChosen(textsOf(new FormData(currentTarget), 'ticket'));
  }

  const found = tickets.filter(({ id }) => chosen.includes(id));
  const sum = formatEuros(found.reduce((total, { price }) => total + price, 0));
  return (
    <details className={adminPage.more} open={draft !== null || reply?.intent === 'refund-some'}>
      <summary>Retornar-ne uns quants</summary>
      <Form id={formId} method="post" onChange={onChange}>
        <fieldset ref={fieldset} tabIndex={-1} className={styles.tickets} aria-describedby={isMissing ? errorId : undefined}>
          <legend>Tiquets que s'anul·len i es retornen</legend>
          {tickets.map((ticket) => (
            <label key={ticket.id} className={adminPage.check}>
              <input type="checkbox" name="ticket" value={ticket.id} defaultChecked={chosen.includes(ticket.id)} />
              {ticket.ticketNumber} · {formatEuros(ticket.price)}
            </label>
          ))}
          {isMissing ? (
            <p id={errorId} className={styles.missing} role="alert">
              {NOTHING_CHOSEN}
            </p>
          ) : null}
        </fieldset>
      </Form>
      <div className={ui.cluster3}>
        <ConfirmAction
          label="Retornar els diners"
          title="Retornar els diners?"
          facts={[
            { name: 'Comanda', value: orderNumber },
            { name: 'Qui', value: who },
            { name: 'Què', value: found.length === 0 ? 'Els tiquets triats' : found.map(({ ticketNumber }) => ticketNumber).join(', ') },
          ]}
          intent="refund-some"
          formId={formId}
          reason={{ label: 'Motiu', required: true }}
          {...(found.length === 0 && { onStopped: () => setRefusals((count) => count + 1) })}
          confirmLabel={found.length === 0 ? 'Retornar' : `Retornar ${sum}`}
          busyLabel="Retornant…"
        >
          <p>Els tiquets s'anul·len i els diners tornen a la targeta del comprador.</p>
        </ConfirmAction>
      </div>
    </details>
  );
}
