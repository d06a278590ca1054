import type { ReactNode, Ref } from 'react';

import type { CheckedTicket } from '#app/domain/cart/cart.ts';
import type { Cents } from '#app/domain/money.ts';
import { MAX_TICKETS_PER_ORDER } from '#app/domain/order/status.ts';
import { Stepper } from '#app/design/ui/forms/stepper.tsx';
import { Price } from '#app/design/ui/price.tsx';

import styles from './cart-sheet.module.css';

export interface TicketStepperProps {
  tickets: readonly CheckedTicket[];
  price: Cents;
  addButton: Ref<HTMLButtonElement>;
  onAdd: () => void;
  onRemove: (ticketId: string) => void;
}

export function TicketStepper({ tickets, price, addButton, onAdd, onRemove }: TicketStepperProps): ReactNode {
  const last = tickets.findLast(({ choice }) => choice.note === '') ?? tickets.at(-1);
  return (
    <div className={styles.stepper}>
      <p>
        <b>Quants tiquets?</b>
        <span>
          Cada un, <Price cents={price} />
        </span>
      </p>
      <Stepper
        label="Quants tiquets?"
        value={tickets.length}
        min={0}
        max={MAX_TICKETS_PER_ORDER}
        addLabel="Afegir un tiquet"
        removeLabel="Llevar un tiquet"
        addButton={addButton}
        onAdd={onAdd}
        onRemove={() => {
          if (last !== undefined) onRemove(last.id);
        }}
      />
    </div>
  );
}
