import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { Cart, CheckedCart } from '#app/domain/cart/cart.ts';
import { INVALID_EMAIL_TEXT, looksLikeEmail } from '#app/domain/cart/checkout-banner.ts';
import { suggestDomain } from '#app/domain/people/email-suggestion.ts';

import type { EventForOrder } from '../order/event-for-order.ts';
import type { useSignedOut } from './signed-out-notice.tsx';
import type { useCheckout } from './use-checkout.ts';

interface BuyerOptions extends ReturnType<typeof useSignedOut> {
  cart: Cart;
  checked: CheckedCart;
  viewer: EventForOrder['viewer'];
  checkout: ReturnType<typeof useCheckout>;
}

interface Buyer {
  email: string;
  name: string;
  emailError: string | null;
  emailField: RefObject<HTMLInputElement | null>;
  suggestion: RefObject<HTMLButtonElement | null>;
  /** Whether the suggestion was the answer to sending the form. */
  isQuestioned: boolean;
  onEmail: (email: string) => void;
  onName: (name: string) => void;
  choice: RefObject<HTMLDivElement | null>;
  buyAsGuest: () => void;
  confirm: (submitted: FormEvent) => Promise<void>;
}

/** Checks the buyer's fields; where one is wrong, moves the focus there. */
export function useBuyer({ cart, checked, viewer, checkout, lost, goOnWithout }: BuyerOptions): Buyer {
  const [email, setEmail] = useState(cart.email);
  const [name, setName] = useState(cart.name);
  const [emailError, setEmailError] = useState<string | null>(null);
  const emailField = useRef<HTMLInputElement>(null);
  const suggestion = useRef<HTMLButtonElement>(null);
  const choice = useRef<HTMLDivElement>(null);
  /** An address that looks mistyped is accepted when it is sent again unchanged. */
  const [questionedEmail, setQuestionedEmail] = useState<string | null>(null);
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
    if (viewer.account === null && suggestDomain(buyer.email) !== null && questionedEmail !== buyer.email) {
      flushSync(() => setQuestionedEmail(buyer.email));
      suggestion.current?.focus();
      return;
    }
    const refusal = await checkout.submit({ checked, email: buyer.email, name: buyer.name });
    if (refusal?.code === 'INVALID_EMAIL' && viewer.account === null) refuseEmail();
  }

  function changeEmail(typed: string): void {
    setEmail(typed);
    if (looksLikeEmail(typed.trim())) setEmailError(null);
  }

  return { email, name, emailError, emailField, suggestion, isQuestioned: questionedEmail === buyer.email, onEmail: changeEmail, onName: setName, choice, buyAsGuest, confirm };
}
