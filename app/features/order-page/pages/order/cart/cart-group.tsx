import { type ReactNode, useId } from 'react';

import type { CheckedTicket } from '#app/domain/cart/cart.ts';
import { groupName, type TicketGroup } from '#app/domain/cart/ticket-groups.ts';
import { sumCents } from '#app/domain/money.ts';
import { Button } from '#app/design/ui/button.tsx';
import { Stepper } from '#app/design/ui/forms/stepper.tsx';
import notches from '#app/design/ui/notches.module.css';
import { Price } from '#app/design/ui/price.tsx';

import styles from './cart-ticket.module.css';
import { TicketLines } from '../ticket-lines.tsx';

export interface CartGroupProps {
  group: TicketGroup<CheckedTicket>;
  mayRepeat: boolean;
  hasChoices: boolean;
  onEdit: (ticketId: string) => void;
  onRepeat: (ticket: CheckedTicket) => void;
  onRemove: (ticketId: string) => void;
  /** Keeps the focus on the pressed button. */
  onTakeOne: (ticketId: string) => void;
}

export function CartGroup({ group, mayRepeat, hasChoices, onEdit, onRepeat, onRemove, onTakeOne }: CartGroupProps): ReactNode {
  const headingId = useId();
  const first = group.members[0].ticket;
  const last = group.members.at(-1) ?? group.members[0];
  const name = groupName(group.members.length, first.ticket);
  return (
    <li className={`${notches.notches} ${styles.ticket}`} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId} className={styles.name}>
          {name}
        </h2>
        <Price cents={sumCents(group.members.map(({ ticket }) => ticket.ticket.price))} size="large" />
      </div>
      <div className={styles.each}>
        <span>
          Cada tiquet, <Price cents={first.ticket.price} />
        </span>
        {hasChoices ? (
          <Stepper
            label={`Quants tiquets: ${name}`}
            value={group.members.length}
            min={1}
            max={mayRepeat ? Infinity : group.members.length}
            addLabel="Un altre igual"
            removeLabel="Un igual menys"
            onAdd={() => onRepeat(first)}
            onRemove={() => (group.members.length > 2 ? onTakeOne : onRemove)(last.ticket.id)}
          />
        ) : null}
      </div>
      <TicketLines ticket={first.ticket} />
      <ul className={styles.members}>
        {group.members.map(({ ticket, position }) => (
          <li key={ticket.id} id={`ticket-${ticket.id}`} tabIndex={-1} className={styles.member}>
            <h3 className={styles.memberName}>Ticket {position}</h3>
            <TicketActions position={position} hasChoices={hasChoices} onEdit={() => onEdit(ticket.id)} onRemove={() => onRemove(ticket.id)} />
          </li>
        ))}
      </ul>
    </li>
  );
}

export interface TicketActionsProps {
  position: number;
  hasChoices: boolean;
  onEdit: () => void;
  onRepeat?: (() => void) | undefined;
  onRemove: () => void;
}

export function TicketActions({ position, hasChoices, onEdit, onRepeat, onRemove }: TicketActionsProps): ReactNode {
  const name = `Ticket ${position}`;
  const edit = hasChoices ? 'Editar' : 'Afegir observacions';
  return (
    <div className={styles.actions}>
      <Button tone="text" onClick={onEdit} aria-label={`${edit} ${hasChoices ? '' : 'al '}${name}`}>
        {edit}
      </Button>
      {onRepeat === undefined ? null : (
        <Button tone="text" onClick={onRepeat} aria-label={`Repetir ${name}`}>
          Repetir
        </Button>
      )}
      <Button tone="text" onClick={onRemove} aria-label={`Eliminar ${name}`}>
        Eliminar
      </Button>
    </div>
  );
}
