import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Form } from 'react-router';

import { useServerDraft } from '#app/design/admin-kit/form/draft-context.ts';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { textOf, textsOf } from '#app/design/ui/forms/form-text.ts';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import { useFocusWhen } from '#app/design/ui/hooks/use-focus-when.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';
import { type Refundable, splitRefund, totalRefundable } from '#app/domain/payment/refundable.ts';

import type { OrderData } from './admin-order.server.ts';
import styles from './end-tickets.module.css';
import { NOTHING_CHOSEN } from './refund-words.ts';
import type { TicketView } from './ticket-row.tsx';

const INTENTS = { refund: 'refund-some', none: 'cancel-some' } as const;
const REASON = { label: 'Motiu', required: true };

interface EndTicketsProps {
  order: OrderData['order'];
  who: string;
  /** Those that are still valid. */
  tickets: readonly TicketView[];
  /** Whether anything of it can go back to the card. */
  mayRefund: boolean;
  reply: FormReply | undefined;
}

/** Everything that undoes a part of an order: what is ticked ends, and its money goes back or does not. */
export function EndTickets({ order, who, tickets, mayRefund, reply }: EndTicketsProps): ReactNode {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const drafts = { refund: useServerDraft(INTENTS.refund), none: useServerDraft(INTENTS.none) };
  const draft = drafts.refund ?? drafts.none;
  const [chosen, setChosen] = useState<Chosen>(() => (draft === null ? { tickets: tickets.length === 0 ? 'whole' : [], money: mayRefund ? 'refund' : 'none' } : chosenIn(draft, drafts.none === null && mayRefund ? 'refund' : 'none')));
  const isRefused = isOurs(reply) && reply?.result?.error?.['ticket'] !== undefined;
  const [refusals, setRefusals] = useState(0);
  const isNothing = chosen.tickets !== 'whole' && chosen.tickets.length === 0;
  const isMissing = (isRefused || refusals > 0) && isNothing;
  const errorId = `${formId}-missing`;
  const fieldset = useFocusWhen<HTMLFieldSetElement>(isRefused || refusals > 0, [isRefused, refusals]);

  function readForm(): void {
    setChosen(({ money }) => chosenIn(new FormData(form.current!), money));
  }
  // What was ticked before the scripts came.
  useEffect(readForm, []);

  const found = tickets.filter(({ id }) => chosen.tickets !== 'whole' && chosen.tickets.includes(id));
  const facts = [
    { name: 'Comanda', value: order.orderNumber },
    { name: 'Qui', value: who },
    { name: 'Què', value: chosen.tickets === 'whole' ? 'Tota la comanda' : isNothing ? 'Els tiquets triats' : found.map(({ ticketNumber }) => ticketNumber).join(', ') },
  ];
  const left = totalRefundable(order.left);
  const requested = chosen.tickets === 'whole' ? left : found.reduce((sum, { price }) => sum + price, 0);
  const confirm = { facts, formId, reason: REASON, ...(isNothing && { onStopped: () => setRefusals((count) => count + 1) }) };
  return (
    <details className={adminPage.more} open={draft !== null || isOurs(reply)}>
      <summary>{mayRefund ? 'Anul·lar o tornar diners…' : 'Anul·lar tiquets…'}</summary>
      <Form ref={form} id={formId} method="post" onChange={readForm}>
        <fieldset ref={fieldset} tabIndex={-1} className={styles.tickets} aria-describedby={isMissing ? errorId : undefined}>
          <legend>Tiquets que s'anul·len</legend>
          {tickets.map((ticket) => (
            <label key={ticket.id} className={adminPage.check}>
              <input type="checkbox" name="ticket" value={ticket.id} defaultChecked={chosen.tickets !== 'whole' && chosen.tickets.includes(ticket.id)} />
              {ticket.ticketNumber} · {formatEuros(ticket.price)}
            </label>
          ))}
          <label className={adminPage.check}>
            <input type="checkbox" name="whole" defaultChecked={chosen.tickets === 'whole'} />
            Tota la comanda{mayRefund ? `: queden per tornar ${formatEuros(left)}` : ''}
          </label>
          {isMissing ? (
            <p id={errorId} className={styles.missing} role="alert">
              {NOTHING_CHOSEN}
            </p>
          ) : null}
        </fieldset>
        {hydrated && mayRefund ? <MoneyChoice chosen={chosen.money} /> : null}
      </Form>
      <EndActions left={order.left} requested={requested} isNothing={isNothing} may={{ refund: mayRefund && (!hydrated || chosen.money === 'refund'), cancel: !mayRefund || !hydrated || chosen.money === 'none' }} confirm={confirm} />
    </details>
  );
}

function MoneyChoice({ chosen }: { chosen: Chosen['money'] }): ReactNode {
  return (
    <fieldset className={styles.tickets}>
      <legend>I els diners?</legend>
      <label className={adminPage.check}>
        <input type="radio" name="money" value="refund" defaultChecked={chosen === 'refund'} />
        Tornen a la targeta
      </label>
      <label className={adminPage.check}>
        <input type="radio" name="money" value="none" defaultChecked={chosen === 'none'} />
        No es tornen: només s'anul·la
      </label>
    </fieldset>
  );
}

interface EndActionsProps {
  left: Refundable;
  requested: number;
  isNothing: boolean;
  may: { refund: boolean; cancel: boolean };
  confirm: Pick<ComponentProps<typeof ConfirmAction>, 'facts' | 'formId' | 'reason' | 'onStopped'>;
}

function EndActions({ left, requested, isNothing, may, confirm }: EndActionsProps): ReactNode {
  const back = splitRefund(left, requested);
  const all = totalRefundable(left);
  const isTooMuch = requested > all;
  return (
    <div className={ui.cluster3}>
      {may.refund ? (
        <ConfirmAction key="refund" {...confirm} label="Retornar els diners" title="Retornar els diners?" intent={INTENTS.refund} confirmLabel={isNothing || isTooMuch ? 'Retornar' : refundLabel(back)} busyLabel="Retornant…">
          {isTooMuch ? <p>Costen {formatEuros(requested)}, i només queden per tornar {formatEuros(all)}: tria'n menys, o tota la comanda.</p> : null}
          <p>Els tiquets deixen de valdre i els diners tornen a la targeta del comprador.</p>
          {back.byHand === 0 ? null : <p>{formatEuros(back.byHand)} es van pagar en mà: es tornen a la taquilla.</p>}
        </ConfirmAction>
      ) : null}
      {may.cancel ? (
        <ConfirmAction key="cancel" {...confirm} label="Anul·lar" title="Anul·lar-los?" intent={INTENTS.none} confirmLabel="Anul·lar sense tornar diners" busyLabel="Anul·lant…">
          <p>Els tiquets deixen de valdre i els llocs tornen a la venda. No es tornen diners.</p>
        </ConfirmAction>
      ) : null}
    </div>
  );
}

interface Chosen {
  tickets: 'whole' | readonly string[];
  money: keyof typeof INTENTS;
}

function chosenIn(form: FormData, otherwise: Chosen['money']): Chosen {
  const money = textOf(form, 'money');
  return { tickets: form.has('whole') ? 'whole' : textsOf(form, 'ticket'), money: money === 'refund' || money === 'none' ? money : otherwise };
}

function isOurs(reply: FormReply | undefined): boolean {
  return reply?.intent === INTENTS.refund || reply?.intent === INTENTS.none;
}

function refundLabel({ byCard, byHand }: Refundable): string {
  if (byHand === 0) return `Retornar ${formatEuros(byCard)}`;
  return byCard === 0 ? `Retornar ${formatEuros(byHand)} en mà` : `Retornar ${formatEuros(byCard)} a la targeta`;
}
