import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

import { type Cart, checkCart } from '#app/domain/cart/cart.ts';
import type { CartPrices } from '#app/domain/cart/cart-prices.ts';
import { cheapestTicket, type Menu } from '#app/domain/event/menu.ts';
import type { Cents } from '#app/domain/money.ts';
import { loginBackTo } from '#app/domain/people/login-link.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';

import styles from './member-price-notice.module.css';

export interface MemberPriceNoticeProps {
  menu: Menu;
  memberMenu: Menu | null;
  /** Tickets that a member gets at the reduced price; null: all of them. */
  memberQuota: number | null;
  /** Where a code was entered. */
  prices: CartPrices | null;
  cart: Cart;
}

export function MemberPriceNotice({ menu, memberMenu, memberQuota, prices, cart }: MemberPriceNoticeProps): ReactNode {
  const { pathname } = useLocation();
  if (memberMenu === null) return null;
  const [theirs, ours] = cart.tickets.length > 0 ? totals({ cart, memberMenu, memberQuota, menu, voucher: prices?.voucher ?? null }) : cheapest(memberMenu, menu);
  if (theirs >= ours) return null;
  return (
    <p className={styles.notice}>
      Ets soci? <Link to={loginBackTo(pathname)}>Inicia sessió</Link>: {cart.tickets.length > 0 ? '' : 'des de '}
      {formatEuros(theirs)} en lloc de {formatEuros(ours)}
    </p>
  );
}

interface Compared {
  cart: Cart;
  memberMenu: Menu;
  memberQuota: number | null;
  menu: Menu;
  voucher: CartPrices['voucher'];
}

function totals({ cart, memberMenu, memberQuota, menu, voucher }: Compared): [Cents, Cents] {
  const quota = memberQuota === null ? null : { limit: memberQuota, left: memberQuota, held: [] };
  return [checkCart(cart, memberMenu, 'socio', { publicMenu: menu, quota, voucher }).total, checkCart(cart, menu, 'public', { publicMenu: menu, quota: null, voucher }).total];
}

function cheapest(memberMenu: Menu, menu: Menu): [Cents, Cents] {
  return [cheapestTicket(memberMenu, 'socio'), cheapestTicket(menu, 'public')];
}
