import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { OrderStatus } from '#app/domain/order/status.ts';
import { statusLabel } from '#app/domain/ticket/status-label.ts';
import { Chip } from '#app/design/ui/chip.tsx';
import { formatPrice } from '#app/design/ui/format-money.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './order-card.module.css';
import { type TicketView, OrderTicketRow } from './ticket-row.tsx';

export interface OrderView {
  id: string;
  orderNumber: string;
  status: OrderStatus;
  email: string | null;
  userName: string | null;
  totalAmount: number;
  ticketQuantity: number;
  createdText: string;
  eventId: number;
  eventTitle: string;
  emailStatus: string | null;
  tickets: TicketView[];
}

export function OrderCard({ order, showEvent, from }: { order: OrderView; showEvent: boolean; from: string }): ReactNode {
  const { text, tone } = statusLabel(order.status);
  const used = order.tickets.filter(({ status }) => status === 'used').length;
  const hasNotes = order.tickets.some(({ note }) => note !== null && note !== '');
  const isWaiting = order.status === 'pending_payment';
  return (
    <details className={`${adminPage.sheet} ${styles.card}`}>
      <summary className={styles.summary}>
        <span className={`${ui.stack1} ${ui.shrinks}`}>
          <strong>{order.userName ?? order.email ?? 'Venda a taquilla'}</strong>
          <span className={ui.small}>
            {order.orderNumber} · {order.createdText}
          </span>
          {showEvent ? <span className={ui.small}>{order.eventTitle}</span> : null}
        </span>
        <span className={ui.cluster2}>
          <Chip tone={tone}>{text}</Chip>
          {hasNotes ? <Chip tone="saffron">Amb notes</Chip> : null}
          {order.emailStatus === 'failed' ? <Chip tone="red">Correu no enviat</Chip> : null}
        </span>
        <span className={styles.sum}>
          {order.ticketQuantity === 1 ? '1 tiquet' : `${order.ticketQuantity} tiquets`}
          {used === 0 ? '' : `, ${used} dins`} · {formatPrice(order.totalAmount)}
        </span>
        <ChevronDown size={20} className={styles.chevron} aria-hidden="true" />
      </summary>
      <div className={styles.body}>
        <p className={ui.small}>{order.email ?? 'Sense correu'}</p>
        {order.tickets.map((ticket) => (
          <OrderTicketRow key={ticket.id} ticket={ticket} hideStatus={isWaiting} />
        ))}
        <p>
          <Link to={`/admin/orders/${order.id}?${new URLSearchParams({ from })}`} className={ui.touch}>Obrir la comanda: devolucions, correus, historial</Link>
        </p>
      </div>
    </details>
  );
}
