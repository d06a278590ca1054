import type { ReactNode } from 'react';

import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';
import { TicketPaper } from '#app/design/ticket-rendering/paper/ticket-paper.tsx';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { EmojiLine } from '#app/design/ui/emoji-line.tsx';
import { Price } from '#app/design/ui/price.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './paid-ticket.module.css';

/** `person`: who eats it, where the buyer said so. `dishesPath`: where its dishes are changed; null where they can't be. */
export function PaidTicket({ ticket, person, dishesPath, needsPath, children }: { ticket: PrintableTicket; person: string | null; dishesPath: string | null; needsPath: string | null; children?: ReactNode }): ReactNode {
  const dishes = [...ticket.menu.flatMap((section) => section.items), ...ticket.extras];
  return (
    <TicketPaper ticket={ticket} className={styles.ticket}>
      {person === null ? null : <p className={ui.strong}>Per a {person}</p>}
      <ul className={styles.dishes}>
        {dishes.map((dish) => (
          <li key={dish.id}>
            <EmojiLine emoji={dish.emoji}>{dish.name}</EmojiLine>
          </li>
        ))}
      </ul>
      <Price cents={ticket.price} size="large" />
      {dishesPath === null ? null : (
        <p>
          <ButtonLink tone="quiet" to={dishesPath}>
            Canviar plats
          </ButtonLink>
        </p>
      )}
      {needsPath === null ? null : (
        <p>
          <ButtonLink tone="text" to={needsPath}>
            Necessitats alimentàries
          </ButtonLink>
        </p>
      )}
      {children}
    </TicketPaper>
  );
}
