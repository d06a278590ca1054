import type { ReactNode } from 'react';

import { type CheckedTicket, isSound } from '#app/domain/cart/cart.ts';
import { groupName, type TicketGroup } from '#app/domain/cart/ticket-groups.ts';
import { sumCents } from '#app/domain/money.ts';
import { Price } from '#app/design/ui/price.tsx';

import { TicketLines } from '../order/ticket-lines.tsx';
import styles from './ticket-summary.module.css';

export function TicketSummary({ group }: { group: TicketGroup<CheckedTicket> }): ReactNode {
  const [{ ticket: first, position }] = group.members;
  const quantity = group.members.length;
  return (
    <li className={styles.ticket}>
      <h3 className={styles.name}>{quantity === 1 ? `Ticket ${position}` : groupName(quantity, first.ticket)}</h3>
      <TicketLines ticket={first.ticket} />
      <p className={styles.subtotal}>
        <span>Subtotal</span>
        <Price cents={sumCents(group.members.flatMap(({ ticket }) => [ticket.ticket.price, ticket.ticket.discount]))} isOpen={!isSound(first)} />
      </p>
    </li>
  );
}
