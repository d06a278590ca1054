import type { ReactNode } from 'react';

import { DishClashes } from '#app/design/food/clashes.tsx';
import { needWords } from '#app/domain/food/needs.ts';
import type { ComposedTicket, MenuChoice } from '#app/domain/event/menu.ts';
import { EmojiLine } from '#app/design/ui/emoji-line.tsx';
import { Price } from '#app/design/ui/price.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './ticket-lines.module.css';

export function TicketLines({ ticket }: { ticket: Pick<ComposedTicket, 'menu' | 'extras' | 'note' | 'noteName' | 'needs'> }): ReactNode {
  const needs = ticket.needs?.codes ?? [];
  return (
    <div className={ui.stack3}>
      {ticket.menu.map((section) => (
        <Group key={section.sectionId} name={section.sectionName} choices={section.items} needs={needs} />
      ))}
      {ticket.extras.length > 0 ? <Group name="Extres" choices={ticket.extras} needs={needs} /> : null}
      {ticket.needs === undefined ? null : (
        <p className={styles.note}>
          <strong>Necessitats alimentàries:</strong> {needWords(ticket.needs).join(', ')}
        </p>
      )}
      {ticket.note === null && ticket.noteName ? <p className={styles.note}>Per a {ticket.noteName}</p> : null}
      {ticket.note === null ? null : (
        <p className={styles.note}>
          <EmojiLine emoji="📝">{ticket.noteName ? `${ticket.noteName}: ${ticket.note}` : ticket.note}</EmojiLine>
        </p>
      )}
    </div>
  );
}

function Group({ name, choices, needs }: { name: string; choices: readonly MenuChoice[]; needs: readonly string[] }): ReactNode {
  return (
    <section>
      <p className={ui.label}>{name}</p>
      <ul className={styles.choices}>
        {choices.map((choice) => (
          <li key={choice.id} className={styles.choice}>
            <EmojiLine emoji={choice.emoji}>{choice.name}</EmojiLine>
            <span className={styles.price}>
              <Price cents={choice.price} />
            </span>
            {needs.length === 0 ? null : (
              <span className={styles.clashes}>
                <DishClashes dish={choice} needs={needs} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
