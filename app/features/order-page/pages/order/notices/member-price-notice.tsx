import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

import { type Cart, checkCart } from '#app/domain/cart/cart.ts';
import { cheapestTicket, type Menu } from '#app/domain/event/menu.ts';
import type { Cents } from '#app/domain/money.ts';
import { loginBackTo } from '#app/domain/people/login-link.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';

import styles from './member-price-notice.module.css';

export interface MemberPriceNoticeProps {
  menu: Menu;
  memberMenu: Menu | null;
  cart: Cart;
}

export function MemberPriceNotice({ menu, memberMenu, cart }: MemberPriceNoticeProps): ReactNode {
  const { pathname } = useLocation();
  if (memberMenu === null) return null;
  const [theirs, ours] = cart.tickets.length > 0 ? totals(cart, memberMenu, menu) : cheapest(memberMenu, menu);
  if (theirs >= ours) return null;
  return (
    <p className={styles.notice}>
      Ets soci? <Link to={loginBackTo(pathname)}>Inicia sessió</Link>: {cart.tickets.length > 0 ? '' : 'des de '}
      {formatEuros(theirs)} en lloc de {formatEuros(ours)}
    </p>
  );
}

function totals(cart: Cart, memberMenu: Menu, menu: Menu): [Cents, Cents] {
  return [checkCart(cart, memberMenu, 'socio').total, checkCart(cart, menu, 'public').total];
}

function cheapest(memberMenu: Menu, menu: Menu): [Cents, Cents] {
  return [cheapestTicket(memberMenu, 'socio'), cheapestTicket(menu, 'public')];
}
