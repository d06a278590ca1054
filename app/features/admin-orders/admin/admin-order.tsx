import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { isPaid } from '#app/domain/order/status.ts';
import { statusLabel } from '#app/domain/ticket/status-label.ts';
import { totalRefundable } from '#app/domain/payment/refundable.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { formatEuros, formatPrice } from '#app/design/ui/format-money.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-order.ts';
import { BuyerAddressForm } from './address-form.tsx';
import styles from './admin-order.module.css';
import { EndTickets } from './end-tickets.tsx';
import { OwedByHand } from './owed-by-hand.tsx';
import { type TicketView, OrderTicketRow } from './ticket-row.tsx';
import type { OrderData } from './admin-order.server.ts';

export { action, loader } from './admin-order.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ loaderData, error, matches }) => (error ? [] : pageMeta({ matches, title: loaderData?.order.orderNumber ?? 'Comanda' }));

export default function AdminOrder({ loaderData: { order, drawers, tickets, timeline, back }, actionData }: Route.ComponentProps): ReactNode {
  const { text, tone } = statusLabel(order.status);
  const isWaiting = order.status === 'pending_payment';
  const valid = tickets.filter(({ status }) => status === 'active');
  return (
    <AdminPage title={order.orderNumber} back={back} lead={order.eventText} reply={actionData}>
      <section className={adminPage.sheet} aria-label="Comanda">
        <p className={styles.head}>
          <Chip tone={tone}>{text}</Chip>
          <strong>{formatPrice(order.totalAmount)}</strong>
          {order.discount === null ? null : (
            <span>
              Codi {order.discount.label}: {formatEuros(-order.discount.amount)}
            </span>
          )}
          {order.name === null ? null : <strong>{order.name}</strong>}
          <span>{order.email ?? 'Sense correu'}</span>
        </p>
        {tickets.map((ticket) => (
          <OrderTicketRow key={ticket.id} ticket={ticket} hideStatus={isWaiting}>
            {ticket.status === 'active' ? <TicketActions order={order} ticket={ticket} /> : null}
          </OrderTicketRow>
        ))}
        <OrderActions order={order} valid={valid} />
        {valid.length > 0 || mayRefund(order) ? <EndTickets key={valid.map(({ id }) => id).join(' ')} order={order} who={whoOf(order)} tickets={valid} mayRefund={mayRefund(order)} reply={actionData} /> : null}
      </section>
      {order.left.owedByHand === 0 ? null : <OwedByHand order={order} drawers={drawers} />}
      <BuyerAddressForm key={order.email} order={order} reply={actionData} />
      <section className={adminPage.sheet} aria-labelledby="timeline-title">
        <h2 id="timeline-title" className={styles.title}>
          Historial
        </h2>
        <ol className={styles.timeline}>
          {timeline.map((row, index) => (
            <li key={index}>
              <span>
                {row.text}
                {row.reason === null ? null : (
                  <>
                    {' · '}
                    <q>{row.reason}</q>
                  </>
                )}
              </span>
              <span className={ui.small}>
                {row.at}
                {row.who === '' ? '' : ` · ${row.who}`}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </AdminPage>
  );
}

/** To the card: what was paid at the till goes back there. */
function mayRefund({ status, isPaidManually, left }: OrderData['order']): boolean {
  return status === 'paid' && !isPaidManually && totalRefundable(left) > 0;
}

function whoOf({ name, email }: OrderData['order']): string {
  return [name, email].filter((part) => part !== null).join(' · ') || 'Venda a taquilla';
}

function TicketActions({ order, ticket }: { order: OrderData['order']; ticket: TicketView }): ReactNode {
  if (!ticket.hasDishes) return null;
  return (
    <div className={ui.cluster3}>
      <ButtonLink tone="text" to={`/admin/orders/${order.id}/plats/${encodeURIComponent(ticket.ticketNumber)}`}>
        Canviar plats
      </ButtonLink>
    </div>
  );
}

function OrderActions({ order, valid }: { order: OrderData['order']; valid: readonly TicketView[] }): ReactNode {
  const hasValid = valid.length > 0;
  const facts = [
    { name: 'Comanda', value: order.orderNumber },
    { name: 'Qui', value: whoOf(order) },
  ];
  return (
    <div className={ui.cluster3}>
      {isPaid(order.status) && hasValid && order.email !== null ? (
        <Form method="post">
          <Button type="submit" tone="quiet" name="intent" value="resend">
            Reenviar Correu
          </Button>
        </Form>
      ) : null}
      {order.isPaidManually ? <ButtonLink tone="quiet" to="/admin/till">Cobrada a la taquilla: torna-hi els diners</ButtonLink> : null}
      {order.status === 'pending_payment' ? (
        <ConfirmAction label="Anul·lar la reserva" title="Anul·lar la reserva?" facts={facts} intent="cancel-some" values={{ whole: 'on' }} reason={{ label: 'Motiu', required: true }} confirmLabel="Anul·lar la reserva">
          La reserva acaba i els llocs tornen a la venda.
        </ConfirmAction>
      ) : null}
    </div>
  );
}
