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

export interface TicketEditorFacts {
  menu: Menu;
  role: Role;
  prices: CartPrices | null;
  cart: Cart;
  checked: CheckedCart;
}

export function useTicketEditor(facts: TicketEditorFacts): TicketEditor {
  const { cart, checked } = facts;
  const { eventId } = cart;
  const toast = useToast();
  const { editing, isOpen, open, close } = useTicketSheet(facts);

  function storeDraft(draft: CartDraft): void {
    changeCart(eventId, (now) => (isUntouched(checked, draft) ? discardDraft(now, draft.id) : saveDraft(now, draft)));
  }

  function cancel(draft: CartDraft): void {
    changeCart(eventId, (now) => discardDraft(now, draft.id));
    close();
    if (isUntouched(checked, draft)) return;
    const undo = (): void => {
      storeDraft(draft);
      open(draft.id);
    };
    toast({ text: draft.id === NEW_TICKET ? 'Tiquet descartat' : 'Canvis descartats', action: { label: 'Desfer', onAct: undo } });
  }

  function save(choice: TicketChoice): void {
    const id = editing.ticketId;
    changeCart(eventId, (now) => changeTicket(discardDraft(now, id), toTicket(facts, id, choice)));
    close();
  }

  return {
    editing,
    open: isOpen,
    hasDraft: cart.drafts.some(({ id }) => id === NEW_TICKET),
    openNew: () => open(NEW_TICKET),
    openTicket: open,
    close,
    storeDraft,
    cancel,
    save,
    ...cartWrites(facts, toast),
  };
}

interface TicketSheet {
  editing: Editing;
  isOpen: boolean;
  open: (ticketId: string) => void;
  close: () => void;
}

/** The dialog, which is an entry of the history, and what it began with. */
function useTicketSheet({ cart, checked }: TicketEditorFacts): TicketSheet {
  const sheet = useSheetEntry();
  const [isLoaded, setIsLoaded] = useState(false);
  const toast = useToast();
  const [editing, setEditing] = useState<Editing>({ requested: null, ticketId: NEW_TICKET, start: newDraft(NEW_TICKET, EMPTY_CHOICE), edition: 0 });
  // Another tab may remove the ticket meanwhile, or fill the cart.
  const isThere = sheet.ticketId === NEW_TICKET ? !isCartFull(cart) : checked.tickets.some(({ id }) => id === sheet.ticketId);
  const requested = isLoaded && (isThere || editing.requested === sheet.ticketId) ? sheet.ticketId : null;
  if (requested !== editing.requested) setEditing(requested === null ? { ...editing, requested } : { requested, ticketId: requested, start: findDraft(requested), edition: editing.edition + 1 });

  useLoadBeforehand(() => void loadTicketDialog().catch(() => undefined));
  const isToCome = sheet.ticketId !== null && !isLoaded;
  useEffect(() => {
    if (isToCome) loadTicketDialog().then(() => setIsLoaded(true), () => toast({ text: NO_CONNECTION }));
  }, [isToCome, toast]);

  function findDraft(ticketId: string): CartDraft {
    return cart.drafts.find(({ id }) => id === ticketId) ?? newDraft(ticketId, choiceOf(checked, ticketId));
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

  return { editing, isOpen: requested !== null, open, close: sheet.close };
}

function cartWrites(facts: TicketEditorFacts, toast: ReturnType<typeof useToast>): Pick<TicketEditor, 'add' | 'repeat' | 'remove' | 'accept'> {
  const { checked, cart: { eventId } } = facts;
  return {
    add(choice, quantity) {
      const { needs: _needs, ...others } = choice;
      const tickets = Array.from({ length: quantity }, (_, at) => toTicket(facts, randomName(), at === 0 ? choice : others));
      return changeCart(eventId, (now) => addTickets(discardDraft(now, NEW_TICKET), tickets));
    },
    /** The next ticket starts with the same dishes; the note stays behind, since an allergy is one person's own. */
    repeat({ needs, ...choice }) {
      const { tickets } = changeCart(eventId, (now) => addTicket(now, toTicket(facts, randomName(), { ...choice, note: '', noteName: '' })));
      const left = [...(choice.note.trim() === '' ? [] : ['les observacions']), ...(needs === undefined ? [] : ['les necessitats alimentàries'])];
      toast({ text: `Ticket ${tickets.length} afegit${left.length === 0 ? '' : `, sense ${left.join(' ni ')}`}` });
    },
    remove(ticketId) {
      const at = checked.tickets.findIndex(({ id }) => id === ticketId);
      const removed = checked.tickets[at];
      if (removed === undefined) return;
      const ticket = { id: ticketId, ...removed.choice, ...(removed.seen && { seen: removed.seen }) };
      changeCart(eventId, (now) => removeTicket(now, ticketId));
      toast({
        text: `Ticket ${at + 1} eliminat`,
        action: { label: 'Desfer', onAct: () => changeCart(eventId, (now) => insertTicket(now, ticket, at)) },
      });
    },
    accept: (ticketId) => changeCart(eventId, (now) => changeTicket(now, toTicket(facts, ticketId, choiceOf(checked, ticketId)))),
  };
}

function toTicket({ menu, role, prices }: TicketEditorFacts, id: string, choice: TicketChoice): CartTicket {
  return { id, ...bareChoice(choice), seen: seenTicket(menu, choice, role, prices) };
}

/** Sold-out dishes are left out. */
function choiceOf({ tickets }: CheckedCart, ticketId: string): TicketChoice {
  const saved = tickets.find(({ id }) => id === ticketId);
  return saved === undefined ? EMPTY_CHOICE : withoutDishes(saved.choice, saved.soldOut);
}

function isUntouched(checked: CheckedCart, draft: CartDraft): boolean {
  return draft.quantity === 1 && isSameChoice(draft, choiceOf(checked, draft.id));
}

function newDraft(id: string, choice: TicketChoice): CartDraft {
  return { id, ...bareChoice(choice), quantity: 1 };
}

/** Loaded on the first press: half of the visitors never open it. */
export function loadTicketDialog(): Promise<typeof import('../ticket-dialog.tsx')> {
  return import('../ticket-dialog.tsx');
}
