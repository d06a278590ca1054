import type { ReactNode } from 'react';

import type { CheckedCart } from '#app/domain/cart/cart.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { Button } from '#app/ui/button.tsx';
import { Price } from '#app/ui/price.tsx';
import { StickyBar } from '#app/ui/layout/sticky-bar.tsx';

import { countTickets, holdText, type Paying } from './event-for-order.ts';
import layout from './order-layout.module.css';
import { ChargeLimitNotice } from './unpayable-notice.tsx';

export interface OrderSummaryProps {
  checked: CheckedCart;
  role: Role;
  paying: Paying;
  busy: boolean;
  onProceed: () => void;
}

/** Beside the cart on wide screens. */
export function OrderPanel(props: OrderSummaryProps): ReactNode {
  const { checked } = props;
  const isEmpty = checked.tickets.length === 0;
  return (
    <aside className={layout.panel} aria-labelledby="order-panel">
      <h2 id="order-panel">La teua comanda</h2>
      {checked.tickets.map((one, index) => (
        <p key={one.id} className={layout.line}>
          <span>Ticket {index + 1}</span>
          <Price cents={one.ticket.price} />
        </p>
      ))}
      <p className={layout.total}>
        <span>Total</span>
        <Price cents={checked.total} size="display" isOpen={isEmpty} />
      </p>
      <ChargeLimitNotice total={checked.total} paying={props.paying} />
      <ProceedButton {...props} wide />
      <p className={layout.small}>{whatComesNext(props)}</p>
    </aside>
  );
}

function whatComesNext({ checked, role, paying }: OrderSummaryProps): string {
  if (role === 'admin') return "Els tiquets s'enviaran al teu compte.";
  const free = checked.tickets.length > 0 && checked.total === 0;
  return free ? 'No cal pagar res.' : holdText(paying);
}

/** Under the thumb on phones. */
export function OrderStickyBar(props: OrderSummaryProps): ReactNode {
  const { checked } = props;
  return (
    <StickyBar>
      <p className={layout.barSum}>
        <small>{countTickets(checked.tickets.length)}</small>
        <Price cents={checked.total} size="large" isOpen={checked.tickets.length === 0} />
      </p>
      <ProceedButton {...props} />
    </StickyBar>
  );
}

function ProceedButton({ checked, role, busy, onProceed, wide = false }: OrderSummaryProps & { wide?: boolean }): ReactNode {
  return (
    <Button single wide={wide} busy={busy} busyLabel="Processant..." aria-disabled={checked.tickets.length === 0} onClick={onProceed}>
      {nextStep(checked, role)}
    </Button>
  );
}

function nextStep({ tickets, total }: CheckedCart, role: Role): string {
  if (role === 'admin') return 'Crear tiquets gratuïts';
  return tickets.length > 0 && total === 0 ? 'Continuar' : 'Procedir al pagament';
}
