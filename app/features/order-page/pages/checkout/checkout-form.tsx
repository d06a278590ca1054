import { lazy, type ReactNode, Suspense } from 'react';

import type { Cart, CheckedCart } from '#app/domain/cart/cart.ts';
import { heldOrder } from '#app/domain/cart/held-order.ts';
import { cents } from '#app/domain/money.ts';
import { Price } from '#app/design/ui/price.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { BuyerFields } from './buyer-fields.tsx';
import { FoodWarning } from './food-warning.tsx';
import { CancelledNotice } from './cancelled-payment.tsx';
import { CheckoutHead } from './checkout-head.tsx';
import { ChosenGroupLine } from './chosen-group-line.tsx';
import { CheckoutProblem, PriceChange } from './checkout-problem.tsx';
import { CHECKOUT_FORM, CheckoutPanel, CheckoutStickyBar, WhatFollows } from './checkout-summary.tsx';
import styles from './checkout-form.module.css';
import heldStyles from './held/hold-notice.module.css';
import { type EventForOrder, menuOf } from '../order/event-for-order.ts';
import { groupCart } from '#app/domain/cart/ticket-groups.ts';
import { MemberPriceNotice } from '../order/notices/member-price-notice.tsx';
import { SignedOutNotice, useSignedOut } from './signed-out-notice.tsx';
import layout from '../order/order-layout.module.css';
import { AlreadyPaidNotice } from '../order/notices/already-paid-notice.tsx';
import { ChargeLimitNotice, OldEventNotice, QuotaNotice } from '../order/notices/order-notices.tsx';
import { TicketSummary } from './ticket-summary.tsx';
import { VoucherForm, VoucherLine } from './voucher/voucher-line.tsx';
import { useBuyer } from './use-buyer.ts';
import { useCheckout } from './use-checkout.ts';

/** For those alone who come back from a payment page. */
const HoldNotice = lazy(() => import('./held/hold-notice.tsx').catch(() => ({ default: () => null })));

export interface CheckoutFormProps extends EventForOrder {
  cart: Cart;
  checked: CheckedCart;
  /** The order whose payment was cancelled. */
  cancelled: string | null;
  /** Paid while the cart still held its tickets, as in another tab. */
  paidOrder: string | null;
}

/** Spec §2. */
export function CheckoutForm({ event, mayWait, isOld, memberMenu, viewer, paying, prices, voucher, byAccessCode, cart, checked, cancelled, paidOrder }: CheckoutFormProps): ReactNode {
  const checkout = useCheckout({ event, viewer, prices, voucher, byAccessCode });
  const { lost, goOnWithout } = useSignedOut(viewer.account);
  const { confirm, buyAsGuest, choice, ...buyer } = useBuyer({ cart, checked, viewer, checkout, lost, goOnWithout });
  const held = heldOrder(cart);
  const soldOut = checkout.problem?.banner.kind === 'event_soldout' ? { eventId: event.id, mayWait } : null;
  const sum = { checked, paying, busy: checkout.busy, waitSeconds: checkout.waitSeconds, soldOut, isStopped: lost !== null };
  return (
    <>
      <form id={CHECKOUT_FORM} noValidate onSubmit={(submitted) => void confirm(submitted)}>
        <Wrap>
          <div className={`${layout.columns} ${styles.columns}`}>
            <div className={`${ui.column4} ${ui.shrinks}`}>
              <CheckoutHead viewer={lost === null ? viewer : null} />
              <AlreadyPaidNotice orderId={paidOrder} />
              <CancelledNotice isVisible={cancelled !== null && checkout.problem === null} />
              {lost === null ? (
                <>
                  <CheckoutProblem problem={checkout.problem} checked={checked} eventId={event.id} mayWait={mayWait} />
                  <PriceChange problem={checkout.problem} checked={checked} />
                  <BuyerFields eventId={event.id} account={viewer.account} {...buyer} />
                </>
              ) : (
                <SignedOutNotice banner={choice} account={lost} eventId={event.id} onGoOn={buyAsGuest} />
              )}
              {held === null || held.orderId === cancelled || paidOrder !== null ? null : (
                <Suspense fallback={<div className={heldStyles.hold} aria-hidden="true" />}>
                  <HoldNotice {...held} eventId={event.id} />
                </Suspense>
              )}
              <FoodWarning tickets={checked.tickets} />
              <OldEventNotice isOld={isOld && checkout.problem === null} />
              <ChargeLimitNotice total={checked.total} paying={paying} narrowOnly />
              <OrderSummary checked={checked}>{event.groups ? <ChosenGroupLine eventId={event.id} group={cart.group} /> : null}</OrderSummary>
              <QuotaNotice prices={prices} menu={menuOf(event)} role={viewer.role} checked={checked} />
              {viewer.role === 'admin' || lost !== null ? null : <VoucherLine voucher={voucher} discount={checked.discount} />}
              {lost === null ? <MemberPriceNotice menu={menuOf(event)} memberMenu={memberMenu} memberQuota={event.memberQuota} prices={prices} cart={cart} /> : null}
              {soldOut === null && lost === null ? (
                <div className={layout.narrow}>
                  <WhatFollows total={checked.total} paying={paying} />
                </div>
              ) : null}
            </div>
            <CheckoutPanel {...sum} />
          </div>
        </Wrap>
      </form>
      <VoucherForm eventId={event.id} />
      {/* A sticky bar sticks only within its parent, and the form begins below the head. */}
      <CheckoutStickyBar {...sum} />
    </>
  );
}

function OrderSummary({ checked, children }: { checked: CheckedCart; children: ReactNode }): ReactNode {
  return (
    <section className={layout.sheet} aria-labelledby="checkout-summary">
      <h2 id="checkout-summary" className={styles.heading}>
        Resum de la comanda
      </h2>
      <ol>
        {groupCart(checked.tickets).map((group) => (
          <TicketSummary key={group.key} group={group} />
        ))}
      </ol>
      {children}
      {checked.discount === 0 ? null : (
        <p className={`${layout.line} ${styles.discount}`}>
          <span>Descompte</span>
          <Price cents={cents(0 - checked.discount)} />
        </p>
      )}
      <p className={`${layout.total} ${styles.total}`}>
        <span>Total</span>
        <Price cents={checked.total} size="display" isOpen={!checked.ready} />
      </p>
    </section>
  );
}
