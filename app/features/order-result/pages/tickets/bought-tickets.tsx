import type { ReactNode } from 'react';

import { groupName, groupTickets, soldTicketKey } from '#app/domain/cart/ticket-groups.ts';
import { cents, sumCents } from '#app/domain/money.ts';
import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';
import { Price } from '#app/design/ui/price.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from '../order-facts.module.css';

export function BoughtTickets({ tickets }: { tickets: readonly PrintableTicket[] }): ReactNode {
  const groups = groupTickets(tickets, (ticket) => soldTicketKey(ticket));
  return (
    <ul className={ui.stack3} aria-label="Què has comprat">
      {groups.map(({ key, members }) => (
        <li key={key} className={styles.bought}>
          <span>{groupName(members.length, members[0].ticket)}</span>
          <Price cents={sumCents(members.map(({ ticket }) => cents(ticket.price)))} />
        </li>
      ))}
    </ul>
  );
}
