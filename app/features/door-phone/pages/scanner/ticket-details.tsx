import { type ReactNode, useState } from 'react';

import type { DoorDish, DoorTicket } from '#app/domain/door/answer.ts';
import { needWords } from '#app/domain/food/needs.ts';
import { userTypeText } from '#app/domain/door/verdict.ts';
import { MENU_SNAPSHOT_TEXTS, readMenuSnapshot } from '#app/domain/ticket/menu-snapshot.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { timeText } from '#app/domain/time/instant-text.ts';

import styles from './ticket-details.module.css';
import type { DisplayedAnswer } from '../../client/door-state.ts';

export interface DishChoice {
  isChosen: (place: number) => boolean;
  onToggle: (place: number) => void;
}

export function TicketEventFacts({ ticket }: { ticket: DoorTicket }): ReactNode {
  return (
    <dl className={styles.facts}>
      <dt>Esdeveniment</dt>
      <dd>{ticket.eventTitle || 'No especificat'}</dd>
      <dt>Data</dt>
      <dd>{ticket.eventDate === '' ? 'No especificada' : formatDate(ticket.eventDate)}</dd>
      <dt>Hora</dt>
      <dd>{ticket.eventTime || 'No especificada'}</dd>
    </dl>
  );
}

/** The part that an event's numbers have in common is set small. */
export function TicketName({ ticket: { id, ticketNumber, userType } }: { ticket: DoorTicket }): ReactNode {
  const [, start = '', end = ticketNumber] = /^(.*-)([^-]+-[^-]+)$/.exec(ticketNumber) ?? [];
  return (
    <div className={styles.who}>
      <p className={styles.number}>
        {start === '' ? null : <span className={styles.start}>{start}</span>}
        <b>{end || `codi …${id.slice(-4)}`}</b>
      </p>
      <p>{userTypeText(userType)}</p>
    </div>
  );
}

export function ScannedMenu({ ticket, choice = null }: { ticket: DoorTicket; choice?: DishChoice | null }): ReactNode {
  return ticket.dishes === undefined || ticket.dishes.length === 0 ? <MenuCard ticket={ticket} /> : <DishesToServe dishes={ticket.dishes} needs={ticket.needs ?? null} note={noteOf(ticket)} choice={choice} />;
}

function noteOf({ note, menu_selection }: DoorTicket): string | null {
  const reading = readMenuSnapshot(menu_selection);
  return note ?? (reading.kind === 'menu' ? reading.menu.note : null);
}

function MenuCard({ ticket }: { ticket: DoorTicket }): ReactNode {
  const reading = readMenuSnapshot(ticket.menu_selection);
  const extras = readMenuSnapshot(ticket.extras_selection);
  const sections = reading.kind === 'menu' ? reading.menu.sections : [];
  const extraDishes = extras.kind === 'menu' ? extras.menu.sections.flatMap(({ dishes }) => dishes) : [];
  const note = noteOf(ticket);
  const hasNothing = extraDishes.length === 0 && note === null;
  const missing = reading.kind === 'menu' || (reading.kind === 'none' && !hasNothing) ? null : MENU_SNAPSHOT_TEXTS[reading.kind];
  return (
    <div className={styles.menu}>
      <Note note={note} />
      {missing === null ? null : <p className={styles.empty}>{missing}</p>}
      {sections.map(({ name, dishes }, index) => (
        <Dishes key={index} title={name} dishes={dishes} />
      ))}
      {extraDishes.length === 0 ? null : <Dishes title="Extres" dishes={extraDishes} />}
    </div>
  );
}

function Note({ note }: { note: string | null }): ReactNode {
  if (note === null) return null;
  return (
    <p className={styles.note}>
      <span>📝 Nota:</span> {note}
    </p>
  );
}

function DishesToServe({ dishes, needs, note, choice }: { dishes: readonly DoorDish[]; needs: DoorTicket['needs']; note: string | null; choice: DishChoice | null }): ReactNode {
  return (
    <div className={styles.menu}>
      {needs ? (
        <p className={styles.note}>
          <span>⚠️ Per a esta persona:</span> <strong>{needWords(needs).join(', ')}</strong>
        </p>
      ) : null}
      <Note note={note} />
      {[...Map.groupBy(dishes, ({ section }) => section)].map(([section, theirs]) => (
        <section key={section}>
          <h3 className={styles.section}>{section}</h3>
          <ul className={styles.dishes}>
            {theirs.map((dish) => (
              <li key={dish.place} className={dish.servedAt === null ? undefined : styles.served}>
                <DishToServe dish={dish} choice={choice} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function DishToServe({ dish: { place, emoji, name, servedAt }, choice }: { dish: DoorDish; choice: DishChoice | null }): ReactNode {
  const label = (
    <>
      <span aria-hidden="true" className={styles.emoji}>
        {emoji}
      </span>
      <span>
        {name}
        {servedAt === null ? null : <small className={styles.servedAt}>✓ servit a les {timeText(servedAt)}</small>}
      </span>
    </>
  );
  if (choice === null || servedAt !== null) return label;
  return (
    <label className={styles.take}>
      <input type="checkbox" checked={choice.isChosen(place)} onChange={() => choice.onToggle(place)} />
      {label}
    </label>
  );
}

function Dishes({ title, dishes }: { title: string; dishes: readonly { emoji: string; name: string }[] }): ReactNode {
  return (
    <section>
      <h3 className={styles.section}>{title}</h3>
      <ul className={styles.dishes}>
        {dishes.map(({ emoji, name }, index) => (
          <li key={index}>
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

/** `places` is null where the ticket has no dishes. */
export function useDishChoice(displayed: DisplayedAnswer | null): { choice: DishChoice; places: number[] | null } {
  const [left, setLeft] = useState<{ of: number; places: readonly number[] }>({ of: 0, places: [] });
  const leftAside = displayed !== null && left.of === displayed.key ? left.places : [];
  const choice: DishChoice = {
    isChosen: (place) => !leftAside.includes(place),
    onToggle: (place) => setLeft({ of: displayed?.key ?? 0, places: leftAside.includes(place) ? leftAside.filter((one) => one !== place) : [...leftAside, place] }),
  };
  const places = displayed?.answer.ticket?.dishes?.filter(({ servedAt, place }) => servedAt === null && choice.isChosen(place)).map(({ place }) => place) ?? null;
  return { choice, places };
}
