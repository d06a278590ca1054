import { useEffect, useState } from 'react';

import { addTickets, type Cart, changeTicket, type CheckedCart, insertTicket, removeTicket } from '#app/domain/cart/cart.ts';
import { EMPTY_CHOICE, fitToMenu, isSameChoice, type TicketChoice, withoutDishes } from '#app/domain/cart/ticket-choice.ts';
import type { Menu } from '#app/domain/event/menu.ts';
import { atFirstSign, whenQuiet } from '#app/client-state/first-sign.ts';
import { randomName } from '#app/ui/browser-facts.ts';
import { NO_CONNECTION } from '#app/client-state/lost-connection.ts';
import { useToast } from '#app/ui/feedback/toast.tsx';

import { changeCart } from '../../../client/cart-storage.ts';
import { loadTicketDialog } from './load-ticket-dialog.ts';

/** Stays while the dialog closes. */
interface Editing {
  /** null: a new ticket. */
  ticketId: string | null;
  start: TicketChoice;
  /** The dialog's key: a new one each time it is opened. */
  turn: number;
  open: boolean;
}

export interface TicketEditor {
  editing: Editing;
  hasDraft: boolean;
  openNew: () => void;
  openTicket: (ticketId: string) => void;
  /** By a stray touch or Esc. */
  dismiss: (choice: TicketChoice) => void;
  cancel: (choice: TicketChoice) => void;
  save: (choice: TicketChoice) => void;
  /** Keeps the dialog open, for the next person. */
  add: (choice: TicketChoice, quantity: number) => Cart;
  addAndClose: (choice: TicketChoice, quantity: number) => Cart;
  repeat: (choice: TicketChoice) => void;
  remove: (ticketId: string) => void;
  accept: (ticketId: string) => void;
}

export function useTicketEditor({ eventId, menu, checked }: { eventId: number; menu: Menu; checked: CheckedCart }): TicketEditor {
  const [editing, setEditing] = useState<Editing>({ ticketId: null, start: EMPTY_CHOICE, turn: 0, open: false });
  /** A dialog closed by mistake opens again with what was being chosen, by ticket. */
  const [drafts, setDrafts] = useState<ReadonlyMap<string | null, TicketChoice>>(new Map());
  const toast = useToast();

  useEffect(() => {
    const load = (): void => void loadTicketDialog().catch(() => undefined);
    const stops = [atFirstSign(load), whenQuiet(load)];
    return () => stops.forEach((stop) => stop());
  }, []);

  /** Without dishes that ran out. */
  function choiceOf(ticketId: string | null): TicketChoice {
    const saved = checked.tickets.find(({ id }) => id === ticketId);
    return saved === undefined ? EMPTY_CHOICE : withoutDishes(saved.choice, saved.soldOut);
  }

  function open(ticketId: string | null, start: TicketChoice): void {
    loadTicketDialog().then(
      () => setEditing((last) => ({ ticketId, start: fitToMenu(start, menu).choice, turn: last.turn + 1, open: true })),
      () => toast({ text: NO_CONNECTION }),
    );
  }

  function close(draft: TicketChoice | null): void {
    setDrafts((now) => withEntry(now, editing.ticketId, draft));
    setEditing((now) => ({ ...now, open: false }));
  }

  function isUntouched(choice: TicketChoice): boolean {
    return isSameChoice(choice, choiceOf(editing.ticketId));
  }

  function cancel(choice: TicketChoice): void {
    const { ticketId } = editing;
    close(null);
    if (isUntouched(choice)) return;
    toast({ text: ticketId === null ? 'Tiquet descartat' : 'Canvis descartats', action: { label: 'Desfer', onAct: () => open(ticketId, choice) } });
  }

  function save(choice: TicketChoice): void {
    const id = editing.ticketId;
    if (id !== null) changeCart(eventId, (now) => changeTicket(now, { id, ...choice }));
    close(null);
  }

  function add(choice: TicketChoice, quantity: number): Cart {
    const tickets = Array.from({ length: quantity }, () => ({ id: randomName(), ...choice }));
    return changeCart(eventId, (now) => addTickets(now, tickets));
  }

  function addAndClose(choice: TicketChoice, quantity: number): Cart {
    const cart = add(choice, quantity);
    close(null);
    return cart;
  }

  /** The next person eats the same; what somebody's body does not stand is their own. */
  function repeat(choice: TicketChoice): void {
    const { tickets } = add({ ...choice, note: '' }, 1);
    toast({ text: `Ticket ${tickets.length} afegit${choice.note.trim() === '' ? '' : ', sense les observacions'}` });
  }

  function remove(ticketId: string): void {
    const at = checked.tickets.findIndex(({ id }) => id === ticketId);
    const removed = checked.tickets[at];
    if (removed === undefined) return;
    const ticket = { id: ticketId, ...removed.choice };
    changeCart(eventId, (now) => removeTicket(now, ticketId));
    toast({
      text: `Ticket ${at + 1} eliminat`,
      action: { label: 'Desfer', onAct: () => changeCart(eventId, (now) => insertTicket(now, ticket, at)) },
    });
  }

  return {
    editing,
    hasDraft: drafts.has(null),
    openNew: () => open(null, drafts.get(null) ?? EMPTY_CHOICE),
    openTicket: (ticketId) => open(ticketId, drafts.get(ticketId) ?? choiceOf(ticketId)),
    dismiss: (choice) => close(isUntouched(choice) ? null : choice),
    cancel,
    save,
    add,
    addAndClose,
    repeat,
    remove,
    accept: (ticketId) => changeCart(eventId, (now) => changeTicket(now, { id: ticketId, ...choiceOf(ticketId) })),
  };
}

function withEntry<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value | null): ReadonlyMap<Key, Value> {
  const others = [...map].filter(([other]) => other !== key);
  return new Map(value === null ? others : [...others, [key, value]]);
}
