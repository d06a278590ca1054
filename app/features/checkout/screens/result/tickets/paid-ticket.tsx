import type { ReactNode } from 'react';

import type { PrintableTicket } from '#app/ticket-rendering/printable-ticket.ts';
import { TicketPaper } from '#app/ticket-rendering/paper/ticket-paper.tsx';
import { EmojiLine } from '#app/ui/emoji-line.tsx';
import { Price } from '#app/ui/price.tsx';

import styles from './paid-ticket.module.css';

export function PaidTicket({ ticket }: { ticket: PrintableTicket }): ReactNode {
  const dishes = [...ticket.menu.flatMap((section) => section.items), ...ticket.extras];
  return (
    <TicketPaper ticket={ticket} className={styles.ticket}>
      <ul className={styles.dishes}>
        {dishes.map((dish) => (
          <li key={dish.id}>
            <EmojiLine emoji={dish.emoji}>{dish.name}</EmojiLine>
          </li>
        ))}
      </ul>
      <Price cents={ticket.price} size="large" />
    </TicketPaper>
  );
}
