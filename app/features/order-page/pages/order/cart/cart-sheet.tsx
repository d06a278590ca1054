import { type ReactNode, useRef } from 'react';

import { type CheckedCart, isSound } from '#app/domain/cart/cart.ts';
import { EMPTY_CHOICE, type TicketChoice } from '#app/domain/cart/ticket-choice.ts';
import { cheapestTicket, hasChoices, type Menu } from '#app/domain/event/menu.ts';
import { MAX_TICKETS_PER_ORDER } from '#app/domain/order/status.ts';
import ui from '#app/design/ui/layout/primitives.module.css';
import type { Role } from '#app/domain/people/roles.ts';

import layout from '../order-layout.module.css';
import { CartGroup } from './cart-group.tsx';
import styles from './cart-sheet.module.css';
import { CartTicketCard } from './cart-ticket.tsx';
import { groupCart } from '#app/domain/cart/ticket-groups.ts';
import { TicketStepper } from './ticket-stepper.tsx';
import type { TicketEditor } from './use-ticket-editor.ts';

export interface CartSheetProps {
  checked: CheckedCart;
  menu: Menu;
  role: Role;
  full: boolean;
  editor: TicketEditor;
}

export function CartSheet({ checked, menu, role, full, editor }: CartSheetProps): ReactNode {
  const isChoosing = hasChoices(menu);
  const isEmpty = checked.tickets.length === 0;
  const addButton = useRef<HTMLButtonElement>(null);

  function remove(ticketId: string): void {
    editor.remove(ticketId);
    addButton.current?.focus();
  }

  /** Without a note both tickets merge into one card, and the pressed button is gone: the focus has to move. */
  function repeat(choice: TicketChoice): void {
    editor.repeat(choice);
    if (choice.note.trim() === '') addButton.current?.focus({ preventScroll: true });
  }

  return (
    <div id="comprar" className={`${layout.sheet} ${ui.noPrint}`}>
      {isEmpty ? <EmptyCart /> : null}
      <ul>
        {groupCart(checked.tickets).map((group) => {
          const [{ ticket: one, position }] = group.members;
          const shared = { mayRepeat: !full && isSound(one), hasChoices: isChoosing };
          return group.members.length > 1 ? (
            <CartGroup {...shared} key={one.id} group={group} onEdit={editor.openTicket} onRepeat={({ choice }) => editor.repeat(choice)} onRemove={remove} onTakeOne={editor.remove} />
          ) : (
            <CartTicketCard
              {...shared}
              key={one.id}
              checked={one}
              position={position}
              onEdit={() => editor.openTicket(one.id)}
              onRepeat={() => repeat(one.choice)}
              onRemove={() => remove(one.id)}
              onAccept={() => editor.accept(one.id)}
            />
          );
        })}
      </ul>
      {isChoosing ? (
        <button ref={addButton} type="button" className={styles.add} aria-disabled={full} onClick={full ? undefined : editor.openNew}>
          <b>+</b> {isEmpty ? 'Afegir un tiquet' : 'Afegir un altre tiquet'}
        </button>
      ) : (
        <TicketStepper
          tickets={checked.tickets}
          price={cheapestTicket(menu, role)}
          addButton={addButton}
          onAdd={() => void editor.add(EMPTY_CHOICE, 1)}
          onRemove={editor.remove}
        />
      )}
      {editor.hasDraft && !full ? <p className={styles.limit}>Tens un tiquet a mig triar.</p> : null}
      {full ? <p className={styles.limit}>Com a màxim {MAX_TICKETS_PER_ORDER} tiquets per comanda.</p> : null}
    </div>
  );
}

function EmptyCart(): ReactNode {
  return (
    <div className={styles.empty}>
      <h2>La comanda està buida</h2>
      <p>Afig un tiquet per a cada persona.</p>
    </div>
  );
}
