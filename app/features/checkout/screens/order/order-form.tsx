import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { addTicket, type Cart, type CartTicket, changeTicket, checkCart, dishesTaken, insertTicket, isCartFull, isSound, removeTicket } from '#app/domain/cart/cart.ts';
import { MAX_TICKETS_PER_ORDER } from '#app/domain/order/status.ts';
import { EMPTY_CHOICE, fitToMenu, isSameChoice, type TicketChoice, withoutDishes } from '#app/domain/cart/ticket-choice.ts';
import { formatEuros, formatPrice } from '#app/ui/format-money.ts';
import { useToast } from '#app/ui/feedback/toast.tsx';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import { Wrap } from '#app/ui/layout/wrap.tsx';

import { randomName } from '#app/ui/browser-facts.ts';
import { changeCart } from '../../client/cart-storage.ts';
import { CartNotice } from './cart-notice.tsx';
import { CartTicketCard } from './cart-ticket.tsx';
import { countTickets, type EventForOrder, menuOf } from './event-for-order.ts';
import { FreeTicketsProblem, useFreeTickets } from './free-tickets.tsx';
import styles from './order-form.module.css';
import layout from './order-layout.module.css';
import { OrderPanel, OrderStickyBar } from './order-summary.tsx';
import { AlreadyPaidNotice } from './already-paid-notice.tsx';
import { MemberPriceNotice } from './member-price-notice.tsx';
import { OldEventNotice } from './old-event-notice.tsx';
import { TicketDialog } from './ticket-dialog.tsx';
import { ChargeLimitNotice } from './unpayable-notice.tsx';

export interface OrderFormProps extends EventForOrder {
  cart: Cart;
  /** False where the browser keeps nothing. */
  durable: boolean;
  /** An order of this cart that was paid without the cart hearing of it. */
  paidOrder: string | null;
}

/** What the modal is about; it keeps its content while it closes. */
interface Editing {
  /** null: a new ticket. */
  ticketId: string | null;
  start: TicketChoice;
  /** Mounts the modal anew each time it is opened. */
  turn: number;
  open: boolean;
}

/** The cart of one event: add, change, repeat and remove tickets, then go on to pay (spec §2 Order, §4 Cart). */
export function OrderForm({ event, isOld, memberMenu, viewer, paying, cart, durable, paidOrder }: OrderFormProps): ReactNode {
  const menu = menuOf(event);
  const checked = checkCart(cart, menu, viewer.role);
  const [editing, setEditing] = useState<Editing>({ ticketId: null, start: EMPTY_CHOICE, turn: 0, open: false });
  /** What was being chosen when the modal was closed, by ticket: until the page is left it opens with that. */
  const [drafts, setDrafts] = useState<ReadonlyMap<string | null, TicketChoice>>(new Map());
  const addButton = useRef<HTMLButtonElement>(null);
  const free = useFreeTickets();
  const navigate = useNavigate();
  const toast = useToast();
  const full = isCartFull(cart);

  function openDialog(ticketId: string | null, start: TicketChoice): void {
    setEditing((last) => ({ ticketId, start: fitToMenu(start, menu).choice, turn: last.turn + 1, open: true }));
  }

  function closeDialog(draft: TicketChoice | null): void {
    setDrafts((now) => withEntry(now, editing.ticketId, draft));
    setEditing((now) => ({ ...now, open: false }));
  }

  function isUntouched(choice: TicketChoice): boolean {
    const saved = checked.tickets.find((one) => one.id === editing.ticketId);
    return isSameChoice(choice, saved === undefined ? EMPTY_CHOICE : withoutDishes(saved.choice, saved.soldOut));
  }

  function dismiss(choice: TicketChoice): void {
    closeDialog(isUntouched(choice) ? null : choice);
  }

  function cancel(choice: TicketChoice): void {
    const { ticketId } = editing;
    closeDialog(null);
    if (isUntouched(choice)) return;
    toast({ text: ticketId === null ? 'Tiquet descartat' : 'Canvis descartats', action: { label: 'Desfer', onAct: () => openDialog(ticketId, choice) } });
  }

  function save(choice: TicketChoice): void {
    const { ticketId } = editing;
    if (ticketId === null) add(choice);
    else changeCart(event.id, (now) => changeTicket(now, { id: ticketId, ...choice }));
    closeDialog(null);
  }

  /** The next person eats the same; what somebody's body does not stand is their own. */
  function repeat(choice: TicketChoice): void {
    add({ ...choice, note: '' });
    toast({ text: `Ticket ${cart.tickets.length + 1} afegit${choice.note.trim() === '' ? '' : ', sense les observacions'}` });
  }

  function add(choice: TicketChoice): void {
    const ticket: CartTicket = { id: randomName(), ...choice };
    changeCart(event.id, (now) => addTicket(now, ticket));
  }

  function remove(ticketId: string, at: number): void {
    const ticket = cart.tickets.find((one) => one.id === ticketId);
    if (ticket === undefined) return;
    changeCart(event.id, (now) => removeTicket(now, ticketId));
    addButton.current?.focus();
    toast({
      text: `Ticket ${at + 1} eliminat`,
      action: { label: 'Desfer', onAct: () => changeCart(event.id, (now) => insertTicket(now, ticket, at)) },
    });
  }

  /** Goes on, or to the first ticket that needs a decision. */
  function proceed(): void {
    const unsound = checked.tickets.find((one) => !isSound(one));
    if (unsound !== undefined) {
      document.getElementById(`ticket-${unsound.id}`)?.focus();
      toast({ text: 'Revisa primer els tiquets marcats' });
    } else if (viewer.role === 'admin' && viewer.account !== null) {
      void free.create({ event, checked, account: viewer.account });
    } else {
      void navigate(`/checkout/${event.id}`, { state: { orderData: cart, preserveData: true } });
    }
  }

  const sum = { checked, role: viewer.role, paying, busy: free.busy, onProceed: proceed };
  return (
    <>
      <Wrap>
        <div className={layout.columns}>
          <div className={layout.stack}>
            <OldEventNotice isOld={isOld} />
            <AlreadyPaidNotice orderId={paidOrder} />
            <MemberPriceNotice menu={menu} memberMenu={memberMenu} cart={cart} />
            <div className={layout.sheet}>
              {checked.tickets.length === 0 ? <EmptyCart /> : null}
              <ul>
                {checked.tickets.map((one, index) => (
                  <CartTicketCard
                    key={one.id}
                    checked={one}
                    position={index + 1}
                    mayRepeat={!full && isSound(one)}
                    onEdit={() => openDialog(one.id, drafts.get(one.id) ?? withoutDishes(one.choice, one.soldOut))}
                    onRepeat={() => repeat(one.choice)}
                    onRemove={() => remove(one.id, index)}
                    onAccept={() => changeCart(event.id, (now) => changeTicket(now, { id: one.id, ...one.choice }))}
                  />
                ))}
              </ul>
              <button
                ref={addButton}
                type="button"
                className={styles.add}
                aria-disabled={full}
                onClick={() => {
                  if (!full) openDialog(null, drafts.get(null) ?? EMPTY_CHOICE);
                }}
              >
                <b>+</b> {checked.tickets.length === 0 ? 'Afegir un tiquet' : 'Afegir un altre tiquet'}
              </button>
              {drafts.has(null) && !full ? <p className={styles.limit}>Tens un tiquet a mig triar.</p> : null}
              {full ? <p className={styles.limit}>Com a màxim {MAX_TICKETS_PER_ORDER} tiquets per comanda.</p> : null}
            </div>
            <CartNotice durable={durable} remaining={event.remaining} quantity={checked.tickets.length} />
            <ChargeLimitNotice total={checked.total} paying={paying} narrowOnly />
            <FreeTicketsProblem problem={free.problem} />
          </div>
          <OrderPanel {...sum} />
        </div>
      </Wrap>
      <OrderStickyBar {...sum} />
      <div role="status">
        <VisuallyHidden>{`${countTickets(checked.tickets.length)} en la comanda, ${checked.tickets.length === 0 ? formatEuros(0) : formatPrice(checked.total)}`}</VisuallyHidden>
      </div>
      <TicketDialog
        key={editing.turn}
        menu={menu}
        taken={dishesTaken(cart, editing.ticketId)}
        role={viewer.role}
        mode={editing.ticketId === null ? 'add' : 'edit'}
        start={editing.start}
        open={editing.open}
        onDismiss={dismiss}
        onCancel={cancel}
        onSave={save}
      />
    </>
  );
}

function EmptyCart(): ReactNode {
  return (
    <div className={styles.empty}>
      <p className={styles.plate} aria-hidden="true">
        🎟️
      </p>
      <h2>La comanda està buida</h2>
      <p>Afig un tiquet per a cada persona.</p>
    </div>
  );
}

function withEntry<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value | null): ReadonlyMap<Key, Value> {
  const others = [...map].filter(([other]) => other !== key);
  return new Map(value === null ? others : [...others, [key, value]]);
}
