import type { ReactNode } from 'react';

import { userTypeText } from '#app/domain/ticket/admission-text.ts';
import { MENU_SNAPSHOT_TEXTS, readMenuSnapshot } from '#app/domain/ticket/menu-snapshot.ts';
import { formatDate } from '#app/domain/time/dates.ts';

import type { DoorTicket } from '../schema.ts';
import styles from './ticket-details.module.css';

export function TicketDetails({ ticket, facts }: { ticket: DoorTicket; facts: 'all' | 'short' }): ReactNode {
  return (
    <div className={styles.details}>
      {facts === 'all' ? (
        <dl className={styles.facts}>
          <dt>Esdeveniment</dt>
          <dd>{ticket.eventTitle || 'No especificat'}</dd>
          <dt>Data</dt>
          <dd>{ticket.eventDate === '' ? 'No especificada' : formatDate(ticket.eventDate)}</dd>
          <dt>Hora</dt>
          <dd>{ticket.eventTime || 'No especificada'}</dd>
        </dl>
      ) : null}
      <p className={styles.who}>
        {userTypeText(ticket.userType)}
        {ticket.ticketNumber === '' ? null : <span className={styles.number}> · {ticket.ticketNumber}</span>}
      </p>
      <MenuCard ticket={ticket} />
    </div>
  );
}

function MenuCard({ ticket }: { ticket: DoorTicket }): ReactNode {
  const reading = readMenuSnapshot(ticket.menu_selection);
  const extras = readMenuSnapshot(ticket.extras_selection);
  const sections = reading.kind === 'menu' ? reading.menu.sections : [];
  const extraDishes = extras.kind === 'menu' ? extras.menu.sections.flatMap(({ dishes }) => dishes) : [];
  const note = ticket.note ?? (reading.kind === 'menu' ? reading.menu.note : null);
  const hasNothing = extraDishes.length === 0 && note === null;
  const missing = reading.kind === 'menu' || (reading.kind === 'none' && !hasNothing) ? null : MENU_SNAPSHOT_TEXTS[reading.kind];
  return (
    <div className={styles.menu}>
      {missing === null ? null : <p className={styles.empty}>{missing}</p>}
      {sections.map(({ name, dishes }, place) => (
        <Dishes key={place} title={name} dishes={dishes} />
      ))}
      {extraDishes.length === 0 ? null : <Dishes title="Extres" dishes={extraDishes} />}
      {note === null ? null : (
        <p className={styles.note}>
          <span>📝 Nota:</span> {note}
        </p>
      )}
    </div>
  );
}

function Dishes({ title, dishes }: { title: string; dishes: readonly { emoji: string; name: string }[] }): ReactNode {
  return (
    <section>
      <h3 className={styles.section}>{title}</h3>
      <ul className={styles.dishes}>
        {dishes.map(({ emoji, name }, place) => (
          <li key={place}>
            <span aria-hidden="true" className={styles.emoji}>
              {emoji}
            </span>
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}
