import { useNavigate } from 'react-router';

import { cartGroupProblem, GROUP_LINE } from '#app/domain/cart/cart-group.ts';
import { type Cart, checkCart, isSound } from '#app/domain/cart/cart.ts';
import { useToast } from '#app/design/ui/feedback/toast.tsx';

import { type EventForOrder, menuOf } from '../event-for-order.ts';
import type { FreeTickets } from '../free-tickets.tsx';
import type { TicketEditor } from './use-ticket-editor.ts';

interface OrderToProceed extends Pick<EventForOrder, 'event' | 'viewer' | 'prices'> {
  cart: Cart;
  editor: TicketEditor;
  free: FreeTickets;
}

/** Moves to the first ticket that needs a decision, else on to the checkout, which replaces the sheet's history entry. */
export function useProceed({ event, viewer, prices, cart, editor, free }: OrderToProceed): (saved?: Cart) => void {
  const navigate = useNavigate();
  const toast = useToast();

  return (saved = cart) => {
    const checked = checkCart(saved, menuOf(event), viewer.role, prices);
    const unsound = checked.tickets.find((one) => !isSound(one));
    const groupProblem = event.groups ? cartGroupProblem(saved.group) : null;
    if (unsound !== undefined) {
      editor.close();
      document.getElementById(`ticket-${unsound.id}`)?.focus();
      toast({ text: 'Revisa primer els tiquets marcats' });
    } else if (groupProblem !== null) {
      editor.close();
      document.getElementById(GROUP_LINE)?.scrollIntoView({ block: 'center' });
      document.getElementById(`${GROUP_LINE}-typed`)?.focus();
      toast({ text: groupProblem });
    } else if (viewer.role === 'admin' && viewer.account !== null) {
      void free.create({ event, checked, account: viewer.account });
    } else {
      void navigate(`/checkout/${event.id}`, { replace: editor.open, state: { orderData: saved, preserveData: true } });
    }
  };
}
