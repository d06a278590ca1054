import { lazy, type ReactNode, Suspense } from 'react';

import { acceptPrices, type Cart, checkCart, dishesTaken, isCartFull, NEW_TICKET, quotaForNext, ticketsWithoutHold } from '#app/domain/cart/cart.ts';
import { menuFromNow } from '#app/domain/cart/cart-prices.ts';
import { EMPTY_CHOICE, type TicketChoice } from '#app/domain/cart/ticket-choice.ts';
import { cheapestTicket, hasChoices } from '#app/domain/event/menu.ts';
import { MAX_TICKETS_PER_ORDER } from '#app/domain/order/status.ts';
import { formatEuros, formatPrice } from '#app/design/ui/format-money.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { changeCart } from '#app/platform/client-state/cart-storage.ts';
import { AlreadyPaidNotice } from './notices/already-paid-notice.tsx';
import { CartNotice, PriceChangeNotice } from './cart/cart-notice.tsx';
import { CartSheet } from './cart/cart-sheet.tsx';
import { loadTicketDialog, type TicketEditor, type TicketEditorFacts, useTicketEditor } from './cart/use-ticket-editor.ts';
import { countTickets, type EventForOrder, menuOf } from './event-for-order.ts';
import { FreeTicketsProblem, useFreeTickets } from './free-tickets.tsx';
import { MemberPriceNotice } from './notices/member-price-notice.tsx';
import { ChargeLimitNotice, OldEventNotice, QuotaNotice, VoucherNotice } from './notices/order-notices.tsx';
import type { GroupLineProps } from './group/group-line.tsx';
import { GroupLineLost } from './group/group-line-lost.tsx';
import groupStyles from './group/group-space.module.css';
import layout from './order-layout.module.css';
import { OrderPanel, OrderStickyBar } from './order-summary.tsx';
import { useDialogFromHash } from './cart/use-sheet-entry.ts';
import { useProceed } from './cart/use-proceed.ts';

const TicketDialog = lazy(loadTicketDialog);
const GroupLine = lazy(() => import('./group/group-line.tsx').catch(() => ({ default: GroupLineLost })));

export interface OrderFormProps extends EventForOrder {
  cart: Cart;
  /** False where browser storage is blocked. */
  durable: boolean;
  /** Paid while the cart still held its tickets, as in another tab. */
  paidOrder: string | null;
  children: ReactNode;
}

/** Spec §2 Order, §4 Cart. */
export function OrderForm({ event, asksNeeds, mayWait, isOld, memberMenu, viewer, paying, linkedGroup, prices, voucher, cart, durable, paidOrder, children }: OrderFormProps): ReactNode {
  const menu = menuOf(event);
  const isChoosing = hasChoices(menu);
  const checked = checkCart(cart, menu, viewer.role, prices);
  const quantity = checked.tickets.length;
  const full = isCartFull(cart);
  const facts = { menu, role: viewer.role, prices, cart, checked };
  const editor = useTicketEditor(facts);
  const free = useFreeTickets();

  useDialogFromHash(() => {
    if (isChoosing && !full) editor.openNew();
    else if (!isChoosing && quantity === 0) editor.add(EMPTY_CHOICE, 1);
  });

  const proceed = useProceed({ event, viewer, prices, cart, editor, free });

  function begin(): void {
    if (isChoosing) {
      editor.openNew();
      return;
    }
    const saved = editor.add(EMPTY_CHOICE, 1);
    // An admin's order is placed by one press, so the quantity is chosen first.
    if (viewer.role !== 'admin') proceed(saved);
  }

  const unheld = ticketsWithoutHold(cart);
  const isGone = unheld === quantity && (event.remaining === 0 || (event.saleStatus === 'closed' && viewer.role !== 'admin'));
  const sum = { checked, gone: isGone ? { eventId: event.id, mayWait } : null, role: viewer.role, paying, busy: free.busy, isChoosing, fromPrice: cheapestTicket(menuFromNow(menu, prices), viewer.role), onBegin: begin, onProceed: () => proceed() };
  return (
    <>
      <Wrap>
        <div className={layout.columns}>
          <div className={`${ui.column4} ${ui.shrinks}`}>
            {children}
            <OldEventNotice isOld={isOld} />
            <AlreadyPaidNotice orderId={paidOrder} />
            <MemberPriceNotice menu={menu} memberMenu={memberMenu} memberQuota={event.memberQuota} prices={prices} cart={cart} />
            <QuotaNotice prices={prices} menu={menu} role={viewer.role} checked={checked} />
            <VoucherNotice voucher={voucher} discount={checked.discount} isEmpty={quantity === 0} />
            <CartSheet checked={checked} menu={menu} role={viewer.role} full={full} editor={editor} />
            {event.groups ? <OrderGroup eventId={event.id} group={cart.group} linked={linkedGroup} /> : null}
            <CartNotice durable={durable} remaining={event.remaining} unheld={unheld} isEmpty={quantity === 0} />
            <PriceChangeNotice checked={checked} onAccept={() => changeCart(event.id, (now) => acceptPrices(now, menu, viewer.role, prices))} />
            <ChargeLimitNotice total={checked.total} paying={paying} narrowOnly />
            <FreeTicketsProblem problem={free.problem} />
          </div>
          <OrderPanel {...sum} />
        </div>
      </Wrap>
      <OrderStickyBar {...sum} />
      <div role="status">
        <VisuallyHidden>{`${countTickets(quantity)} en la comanda, ${quantity === 0 ? formatEuros(0) : formatPrice(checked.total)}`}</VisuallyHidden>
      </div>
      <OrderTicketDialog facts={facts} editor={editor} asksNeeds={asksNeeds} onProceed={proceed} />
    </>
  );
}

function OrderGroup({ eventId, group, linked }: GroupLineProps): ReactNode {
  return (
    <Suspense fallback={<div className={groupStyles.space} />}>
      <GroupLine eventId={eventId} group={group} linked={linked} />
    </Suspense>
  );
}

interface OrderTicketDialogProps {
  facts: TicketEditorFacts;
  editor: TicketEditor;
  asksNeeds: boolean;
  onProceed: (saved: Cart) => void;
}

function OrderTicketDialog({ facts: { menu, role, prices, cart, checked }, editor, asksNeeds, onProceed }: OrderTicketDialogProps): ReactNode {
  const { edition, ticketId, start } = editor.editing;
  const quantity = checked.tickets.length;

  function add(choice: TicketChoice, count: number): void {
    editor.add(choice, count);
    editor.close();
  }

  return (
    <Suspense>
      {edition === 0 ? null : (
        <TicketDialog
          key={edition}
          menu={menu}
          quota={quotaForNext(cart, checked, prices, ticketId)}
          asksNeeds={asksNeeds}
          taken={dishesTaken(cart, ticketId)}
          role={role}
          mode={ticketId === NEW_TICKET ? 'add' : 'edit'}
          start={start}
          open={editor.open}
          position={quantity + 1}
          room={MAX_TICKETS_PER_ORDER - quantity}
          onDraft={editor.storeDraft}
          onDismiss={editor.close}
          onCancel={editor.cancel}
          onSave={editor.save}
          onAdd={add}
          onAddNext={(choice, count) => void editor.add(choice, count)}
          onAddAndPay={role === 'admin' ? null : (choice, count) => onProceed(editor.add(choice, count))}
        />
      )}
    </Suspense>
  );
}
