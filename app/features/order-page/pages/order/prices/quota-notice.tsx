import type { ReactNode } from 'react';

import type { CheckedCart } from '#app/domain/cart/cart.ts';
import type { CartQuota } from '#app/domain/cart/cart-prices.ts';

import { countTickets } from '../event-for-order.ts';
import styles from '../notices/member-price-notice.module.css';

/** Which tickets cost what is told before anything is paid. */
export function QuotaNotice({ quota, checked }: { quota: CartQuota | null; checked: CheckedCart }): ReactNode {
  if (quota === null) return null;
  const beyond = checked.tickets.flatMap(({ ticket }, at) => (ticket.pricedAs === 'public' ? [at + 1] : []));
  if (beyond.length === 0) return null;
  return (
    <p className={styles.notice} role="status">
      {beyond.length === checked.tickets.length ? `${beyond.length === 1 ? 'Este tiquet va' : 'Estos tiquets van'} a preu públic` : `A preu públic: ${beyond.map((position) => `Ticket ${position}`).join(', ')}`}. El preu reduït és fins a {countTickets(quota.limit)} per persona.
    </p>
  );
}
