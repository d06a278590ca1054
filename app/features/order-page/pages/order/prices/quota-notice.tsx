import type { ReactNode } from 'react';

import type { CheckedCart } from '#app/domain/cart/cart.ts';
import { type CartPrices, ticketsBeyondQuota } from '#app/domain/cart/cart-prices.ts';
import type { Menu } from '#app/domain/event/menu.ts';
import type { Role } from '#app/domain/people/roles.ts';

import { countTickets } from '../event-for-order.ts';
import styles from '../notices/member-price-notice.module.css';

export interface QuotaNoticeProps {
  prices: CartPrices | null;
  menu: Menu;
  role: Role;
  checked: CheckedCart;
}

/** Which tickets cost what is told before anything is paid. */
export function QuotaNotice({ prices, menu, role, checked }: QuotaNoticeProps): ReactNode {
  if (prices === null || prices.quota === null) return null;
  const beyond = ticketsBeyondQuota(checked, { menu, role, publicMenu: prices.publicMenu });
  if (beyond.length === 0) return null;
  return (
    <p className={styles.notice} role="status">
      {beyond.length === checked.tickets.length ? `${beyond.length === 1 ? 'Este tiquet va' : 'Estos tiquets van'} a preu públic` : `A preu públic: ${beyond.map((position) => `Ticket ${position}`).join(', ')}`}. El preu reduït és fins a {countTickets(prices.quota.limit)} per persona.
    </p>
  );
}
