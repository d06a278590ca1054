import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { Cart, CheckedCart } from '#app/domain/cart/cart.ts';
import { INVALID_EMAIL_TEXT, looksLikeEmail } from '#app/domain/cart/checkout-banner.ts';
import { suggestDomain } from '#app/domain/people/email-suggestion.ts';
import { Price } from '#app/ui/price.tsx';
import { Wrap } from '#app/ui/layout/wrap.tsx';

import { BuyerFields } from './buyer-fields.tsx';
import { CancelledNotice } from './cancelled-payment.tsx';
import { CheckoutProblem } from './checkout-problem.tsx';
import { CHECKOUT_FORM, CheckoutPanel, CheckoutStickyBar, WhatFollows } from './checkout-summary.tsx';
import styles from './checkout-form.module.css';
import { type EventForOrder, menuOf } from '../order/event-for-order.ts';
import { groupCart } from '../order/cart/cart-group.tsx';
import { MemberPriceNotice } from '../order/member-price-notice.tsx';
import { SignedOutNotice, useSignedOut } from './signed-out-notice.tsx';
import layout from '../order/order-layout.module.css';
import { AlreadyPaidNotice } from '../order/already-paid-notice.tsx';
import { OldEventNotice } from '../order/old-event-notice.tsx';
import { TicketSummary } from './ticket-summary.tsx';
import { ChargeLimitNotice } from '../order/charge-limit-notice.tsx';
import { useCheckout } from './use-checkout.ts';

export interface CheckoutFormProps extends EventForOrder {
  cart: Cart;
  checked: CheckedCart;
  /** Back from the payment page without paying. */
  cancelled: boolean;
  /** Paid without the cart knowing. */
  paidOrder: string | null;
}

/** Spec §2. */
export function CheckoutForm({ event, isOld, memberMenu, viewer, paying, cart, checked, cancelled, paidOrder }: CheckoutFormProps): ReactNode {
  const [email, setEmail] = useState(cart.email);
  const [name, setName] = useState(cart.name);
  const [emailError, setEmailError] = useState<string | null>(null);
  const emailField = useRef<HTMLInputElement>(null);
  const suggestion = useRef<HTMLButtonElement>(null);
  /** Sent a second time unchanged, an unusual address is meant. */
  const askedAbout = useRef<string | null>(null);
  const checkout = useCheckout(event, viewer);
  const { lost, goOnWithout } = useSignedOut(viewer.account);
  const choice = useRef<HTMLDivElement>(null);
  const buyer = viewer.account ?? { email: email.trim(), name };

  function refuseEmail(): void {
    setEmailError(INVALID_EMAIL_TEXT);
    emailField.current?.focus();
  }

  function buyAsGuest(): void {
    flushSync(() => {
      goOnWithout();
      checkout.dismiss();
    });
    emailField.current?.focus();
  }

  async function confirm(submitted: FormEvent): Promise<void> {
    submitted.preventDefault();
    if (checkout.busy || checkout.waitSeconds > 0) return;
    if (lost !== null) {
      choice.current?.focus();
      return;
    }
    if (!looksLikeEmail(buyer.email)) {
      refuseEmail();
      return;
    }
    setEmailError(null);
    if (viewer.account === null && suggestDomain(buyer.email) !== null && askedAbout.current !== buyer.email) {
      askedAbout.current = buyer.email;
      suggestion.current?.focus();
      return;
    }
    const refusal = await checkout.submit({ checked, email: buyer.email, name: buyer.name });
    if (refusal?.code === 'INVALID_EMAIL' && viewer.account === null) refuseEmail();
  }

  const sum = { checked, paying, busy: checkout.busy, waitSeconds: checkout.waitSeconds };
  return (
    <>
      <form id={CHECKOUT_FORM} noValidate onSubmit={(submitted) => void confirm(submitted)}>
        <Wrap>
          <div className={layout.columns}>
            <div className={layout.stack}>
              <div className={`${layout.sheet} ${styles.sheet}`}>
                <OldEventNotice isOld={isOld} />
                <AlreadyPaidNotice orderId={paidOrder} />
                <CancelledNotice shown={cancelled && checkout.problem === null} />
                {lost === null ? (
                  <>
                    <CheckoutProblem problem={checkout.problem} total={checked.total} eventId={event.id} />
                    <MemberPriceNotice menu={menuOf(event)} memberMenu={memberMenu} cart={cart} />
                    <BuyerFields
                      eventId={event.id}
                      account={viewer.account}
                      email={email}
                      emailError={emailError}
                      emailField={emailField}
                      suggestion={suggestion}
                      name={name}
                      onEmail={setEmail}
                      onName={setName}
                    />
                  </>
                ) : (
                  <SignedOutNotice banner={choice} account={lost} eventId={event.id} onGoOn={buyAsGuest} />
                )}
                <ChargeLimitNotice total={checked.total} paying={paying} narrowOnly />
                <div className={layout.narrow}>
                  <WhatFollows total={checked.total} paying={paying} />
                </div>
              </div>
              <section className={layout.sheet} aria-labelledby="checkout-summary">
                <h2 id="checkout-summary" className={styles.heading}>
                  Resum de la comanda
                </h2>
                <ol>
                  {groupCart(checked.tickets).map((group) => (
                    <TicketSummary key={group.key} group={group} />
                  ))}
                </ol>
                <p className={`${layout.total} ${styles.total}`}>
                  <span>Total</span>
                  <Price cents={checked.total} size="display" />
                </p>
              </section>
            </div>
            <CheckoutPanel {...sum} />
          </div>
        </Wrap>
      </form>
      {/* A sticky bar sticks only within its parent, and the form begins below the head. */}
      <CheckoutStickyBar {...sum} />
    </>
  );
}
