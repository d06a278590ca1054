import { useEffect, useState } from 'react';

import { addTicket, addTickets, type Cart, type CartDraft, type CartTicket, changeTicket, type CheckedCart, discardDraft, insertTicket, isCartFull, NEW_TICKET, removeTicket, saveDraft } from '#app/domain/cart/cart.ts';
import type { CartPrices } from '#app/domain/cart/cart-prices.ts';
import { seenTicket } from '#app/domain/cart/seen-ticket.ts';
import { bareChoice, EMPTY_CHOICE, isSameChoice, type TicketChoice, withoutDishes } from '#app/domain/cart/ticket-choice.ts';
import type { Menu } from '#app/domain/event/menu.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { useLoadBeforehand } from '#app/platform/client-state/prefetch-routes.ts';
import { randomName } from '#app/design/ui/browser-facts.ts';
import { NO_CONNECTION } from '#app/platform/client-state/lost-connection.ts';
import { useToast } from '#app/design/ui/feedback/toast.tsx';
import { changeCart } from '#app/platform/client-state/cart-storage.ts';

import { useSheetEntry } from './use-sheet-entry.ts';

/** Kept while the dialog's closing animation runs. */
interface Editing {
  requested: string | null;
  /** `NEW_TICKET`, or the ticket's id. */
  ticketId: string;
  start: CartDraft;
  /** React key, new each time the dialog opens. */
  edition: number;
}

export interface TicketEditor {
  editing: Editing;
  open: boolean;
  hasDraft: boolean;
  openNew: () => void;
  openTicket: (ticketId: string) => void;
  /** By a tap outside, Esc or the cross. */
  close: () => void;
  storeDraft: (draft: CartDraft) => void;
  cancel: (draft: CartDraft) => void;
  save: (choice: TicketChoice) => void;
  add: (choice: TicketChoice, quantity: number) => Cart;
  repeat: (choice: TicketChoice) => void;
  remove: (ticketId: string) => void;
  accept: (ticketId: string) => void;
}

interface TicketEditorFacts {
  menu: Menu;
  role: Role;
  prices: CartPrices | null;
  cart: Cart;
  checked: CheckedCart;
}

export function useTicketEditor({ menu, role, prices, cart, checked }: TicketEditorFacts): TicketEditor {
  const { eventId } = cart;
  const sheet = useSheetEntry();
  const [isLoaded, setIsLoaded] = useState(false);
  const toast = useToast();
  const [editing, setEditing] = useState<Editing>({ requested: null, ticketId: NEW_TICKET, start: newDraft(NEW_TICKET, EMPTY_CHOICE), edition: 0 });
  // Another tab may remove the ticket meanwhile, or fill the cart.
  const isThere = sheet.ticketId === NEW_TICKET ? !isCartFull(cart) : checked.tickets.some(({ id }) => id === sheet.ticketId);
  const requested = isLoaded && (isThere || editing.requested === sheet.ticketId) ? sheet.ticketId : null;
  if (requested !== editing.requested) setEditing(requested === null ? { ...editing, requested } : { requested, ticketId: requested, start: draftOf(requested), edition: editing.edition + 1 });

  useLoadBeforehand(() => void loadTicketDialog().catch(() => undefined));
  const isToCome = sheet.ticketId !== null && !isLoaded;
  useEffect(() => {
    if (isToCome) loadTicketDialog().then(() => setIsLoaded(true), () => toast({ text: NO_CONNECTION }));
  }, [isToCome, toast]);

  /** Sold-out dishes are left out. */
  function choiceOf(ticketId: string): TicketChoice {
    const saved = checked.tickets.find(({ id }) => id === ticketId);
    return saved === undefined ? EMPTY_CHOICE : withoutDishes(saved.choice, saved.soldOut);
  }

  function draftOf(ticketId: string): CartDraft {
    return cart.drafts.find(({ id }) => id === ticketId) ?? newDraft(ticketId, choiceOf(ticketId));
  }

  function open(ticketId: string): void {
    loadTicketDialog().then(
      () => {
        setIsLoaded(true);
        sheet.open(ticketId);
      },
      () => toast({ text: NO_CONNECTION }),
    );
  }

  function isUntouched(draft: CartDraft): boolean {
    return draft.quantity === 1 && isSameChoice(draft, choiceOf(draft.id));
  }

  function storeDraft(draft: CartDraft): void {
    changeCart(eventId, (now) => (isUntouched(draft) ? discardDraft(now, draft.id) : saveDraft(now, draft)));
  }

  function cancel(draft: CartDraft): void {
    changeCart(eventId, (now) => discardDraft(now, draft.id));
    sheet.close();
    if (isUntouched(draft)) return;
    const undo = (): void => {
      storeDraft(draft);
      open(draft.id);
    };
    toast({ text: draft.id === NEW_TICKET ? 'Tiquet descartat' : 'Canvis descartats', action: { label: 'Desfer', onAct: undo } });
  }

  function save(choice: TicketChoice): void {
    const id = editing.ticketId;
    changeCart(eventId, (now) => changeTicket(discardDraft(now, id), toTicket(id, choice)));
    sheet.close();
  }

  function toTicket(id: string, choice: TicketChoice): CartTicket {
    return { id, ...bareChoice(choice), seen: seenTicket(menu, choice, role, prices) };
  }

  function add(choice: TicketChoice, quantity: number): Cart {
    const { needs: _needs, ...others } = choice;
    const tickets = Array.from({ length: quantity }, (_, at) => toTicket(randomName(), at === 0 ? choice : others));
    return changeCart(eventId, (now) => addTickets(discardDraft(now, NEW_TICKET), tickets));
  }

  /** The next ticket starts with the same dishes; the note stays behind, since an allergy is one person's own. */
  function repeat({ needs, ...choice }: TicketChoice): void {
    const { tickets } = changeCart(eventId, (now) => addTicket(now, toTicket(randomName(), { ...choice, note: '', noteName: '' })));
    const left = [...(choice.note.trim() === '' ? [] : ['les observacions']), ...(needs === undefined ? [] : ['les necessitats alimentàries'])];
    toast({ text: `Ticket ${tickets.length} afegit${left.length === 0 ? '' : `, sense ${left.join(' ni ')}`}` });
  }

  function remove(ticketId: string): void {
    const at = checked.tickets.findIndex(({ id }) => id === ticketId);
    const removed = checked.tickets[at];
    if (removed === undefined) return;
    const ticket = { id: ticketId, ...removed.choice, ...(removed.seen && { seen: removed.seen }) };
    changeCart(eventId, (now) => removeTicket(now, ticketId));
    toast({
      text: `Ticket ${at + 1} eliminat`,
      action: { label: 'Desfer', onAct: () => changeCart(eventId, (now) => insertTicket(now, ticket, at)) },
    });
  }

  return {
    editing,
    open: requested !== null,
    hasDraft: cart.drafts.some(({ id }) => id === NEW_TICKET),
    openNew: () => open(NEW_TICKET),
    openTicket: open,
    close: sheet.close,
    storeDraft,
    cancel,
    save,
    add,
    repeat,
    remove,
    accept: (ticketId) => changeCart(eventId, (now) => changeTicket(now, toTicket(ticketId, choiceOf(ticketId)))),
  };
}

function newDraft(id: string, choice: TicketChoice): CartDraft {
  return { id, ...bareChoice(choice), quantity: 1 };
}

/** Loaded on the first press: half of the visitors never open it. */
export function loadTicketDialog(): Promise<typeof import('../ticket-dialog.tsx')> {
  return import('../ticket-dialog.tsx');
}
