import type { ReactNode } from 'react';

import { type CheckedCart, isSound } from '#app/domain/cart/cart.ts';
import { groupCart, groupName } from '#app/domain/cart/ticket-groups.ts';
import { type Cents, sumCents } from '#app/domain/money.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { Price } from '#app/design/ui/price.tsx';
import { StickyBar } from '#app/design/ui/layout/sticky-bar.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { countTickets, holdText, type Paying } from './event-for-order.ts';
import layout from './order-layout.module.css';
import { ChargeLimitNotice } from './notices/order-notices.tsx';

export interface OrderSummaryProps {
  checked: CheckedCart;
  role: Role;
  paying: Paying;
  busy: boolean;
  isChoosing: boolean;
  /** The cheapest ticket's price, in cents. */
  fromPrice: Cents;
  onBegin: () => void;
  onProceed: () => void;
  gone: { eventId: number; mayWait: boolean } | null;
}

/** On wide screens. */
export function OrderPanel(props: OrderSummaryProps): ReactNode {
  const { checked, isChoosing, fromPrice } = props;
  return (
    <aside className={layout.panel} aria-labelledby="order-panel">
      <h2 id="order-panel">La teua comanda</h2>
      {groupCart(checked.tickets).map(({ key, members }) => (
        <p key={key} className={layout.line}>
          <span>{members.length === 1 ? `Ticket ${members[0].position}` : groupName(members.length, members[0].ticket.ticket)}</span>
          <Price cents={sumCents(members.map(({ ticket }) => ticket.ticket.price))} isOpen={!members.every(({ ticket }) => isSound(ticket))} />
        </p>
      ))}
      <p className={layout.total}>
        {isEmpty(checked) ? <span>{eachFrom(isChoosing)}</span> : <span>Total</span>}
        <Price cents={isEmpty(checked) ? fromPrice : checked.total} size="display" isOpen={!isEmpty(checked) && !checked.ready} />
      </p>
      <ChargeLimitNotice total={checked.total} paying={props.paying} />
      <ProceedButton {...props} wide />
      <p className={ui.small}>{whatComesNext(props)}</p>
    </aside>
  );
}

function isEmpty({ tickets }: CheckedCart): boolean {
  return tickets.length === 0;
}

function eachFrom(isChoosing: boolean): string {
  return isChoosing ? 'Des de' : 'Cada tiquet';
}

function whatComesNext({ checked, role, paying, gone }: OrderSummaryProps): string {
  if (gone !== null) return 'La comanda es queda guardada en este navegador.';
  if (role === 'admin') return "Els tiquets s'enviaran al teu compte.";
  const free = checked.ready && checked.total === 0;
  return free ? 'No cal pagar res.' : holdText(paying);
}

/** On phones. */
export function OrderStickyBar(props: OrderSummaryProps): ReactNode {
  const { checked, isChoosing, fromPrice } = props;
  return (
    <StickyBar>
      <p className={layout.barSum}>
        <small>{isEmpty(checked) ? eachFrom(isChoosing) : countTickets(checked.tickets.length)}</small>
        <Price cents={isEmpty(checked) ? fromPrice : checked.total} size="large" isOpen={!isEmpty(checked) && !checked.ready} />
      </p>
      <ProceedButton {...props} />
    </StickyBar>
  );
}

function ProceedButton({ checked, role, busy, isChoosing, onBegin, onProceed, gone, wide = false }: OrderSummaryProps & { wide?: boolean }): ReactNode {
  if (gone !== null) return <InsteadOfBuying {...gone} wide={wide} />;
  return (
    <Button single wide={wide} busy={busy} busyLabel="Processant..." onClick={isEmpty(checked) ? onBegin : onProceed}>
      {isEmpty(checked) ? (isChoosing ? 'Triar menú' : 'Comprar') : nextStep(checked, role)}
    </Button>
  );
}

function InsteadOfBuying({ eventId, mayWait, wide }: { eventId: number; mayWait: boolean; wide: boolean }): ReactNode {
  return mayWait ? (
    <ButtonLink wide={wide} to={`/avisam/${eventId}`}>
      Avisa'm
    </ButtonLink>
  ) : (
    <ButtonLink wide={wide} tone="quiet" to="/tickets">
      Veure altres actes
    </ButtonLink>
  );
}

function nextStep({ total, ready }: CheckedCart, role: Role): string {
  if (role === 'admin') return 'Crear tiquets gratuïts';
  return ready && total === 0 ? 'Continuar' : 'Procedir al pagament';
}
