import type { ReactNode } from 'react';

import { instantText } from '#app/domain/time/instant-text.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { Price } from '#app/design/ui/price.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { OrderState } from '../schema.ts';
import styles from './order-facts.module.css';

/** Spec §2 Payment result. */
export function OrderFactList({ order }: { order: OrderState }): ReactNode {
  return (
    <dl className={ui.stack3}>
      <Fact name="Número de comanda">{order.orderNumber}</Fact>
      {order.email === null ? null : <Fact name="Email">{order.email}</Fact>}
      <Fact name="Tiquets">{order.ticketQuantity}</Fact>
      {order.discount === null ? null : <Fact name={`Codi ${order.discount.code}`}>{formatEuros(-order.discount.amount)}</Fact>}
      <Fact name="Total">
        <Price cents={order.total} />
      </Fact>
      <Fact name="Data">{instantText(order.paidAt ?? order.createdAt)}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
