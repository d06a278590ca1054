import type { Stripe } from 'stripe';

import { notesOf, notesOfUses } from '#app/domain/payment/sale-record.ts';

import type { SessionContents, SessionRequest } from '../payment-provider.server.ts';

const MAX_NAME = 250;
const MAX_METADATA = 500;

/** Without a list of payment methods Stripe offers those switched on in the account (cards, Bizum, wallets). */
export function checkoutParams(request: SessionRequest, { lines, uses, account }: SessionContents, locale: string): Stripe.Checkout.SessionCreateParams {
  const metadata = {
    order_id: request.orderId,
    order_number: request.orderNumber,
    event_id: String(request.eventId),
    event_title: cut(request.eventTitle, MAX_METADATA),
    quantity: String(request.ticketQuantity),
    key: request.key,
    ...notesOf(lines.map(({ ticket }) => ticket)),
    ...notesOfUses(uses),
    ...(account !== null && { account }),
  };
  return {
    mode: 'payment',
    locale,
    client_reference_id: request.orderId,
    ...(request.email !== null && { customer_email: request.email }),
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    metadata,
    payment_intent_data: { description: cut(`${request.orderNumber} · ${request.eventTitle}`, MAX_METADATA), metadata },
    line_items: lines.map((line) => ({
      quantity: 1,
      price_data: {
        currency: request.currency,
        unit_amount: line.amount,
        product_data: {
          name: cut(`${request.eventTitle} · ${line.name}`, MAX_NAME),
          ...(line.description !== '' && { description: cut(line.description, MAX_METADATA) }),
        },
      },
    })),
  };
}

function cut(text: string, length: number): string {
  const letters = Array.from(text);
  return letters.length <= length ? text : `${letters.slice(0, length - 1).join('')}…`;
}
