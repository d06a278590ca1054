import { data } from 'react-router';

import { adminAction, adminLoader, type AdminSubmission } from '#app/design/admin-kit/server/admin-action.server.ts';
import { textsOf } from '#app/design/ui/forms/form-text.ts';
import type { OrderStatus } from '#app/domain/order/status.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { requestResend } from '#app/features/mail/service.server.ts';
import { correctAddress } from '#app/features/orders/address-correction/service.server.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { TENDER_NAMES, TENDERS } from '#app/domain/till/means.ts';
import { refundSale } from '#app/features/till/adjustments/service.server.ts';
import { refundByAdmin } from '#app/features/payments/service.server.ts';

import { cancelByAdmin, type OrderDetails, readOrderDetails } from '../service.server.ts';
import { addressForm } from './address-schema.ts';
import { NOTHING_CHOSEN } from './refund-words.ts';
import { problemText, timelineText, whoText } from './order-words.server.ts';
import { toTicketView } from './ticket-view.ts';
import { wayBack } from './way-back.ts';
import type { TicketView } from './ticket-row.tsx';

const REFUND_DUE = 'Devolució en marxa: els diners tornaran a la targeta del comprador';

const REFUND_BY_HAND = 'Els tiquets ja no valen. Els diners es tornen en mà, a la taquilla';

export interface OrderData {
  order: { id: string; orderNumber: string; status: OrderStatus; email: string | null; name: string | null; totalAmount: number; discount: OrderDetails['order']['discount']; eventId: number; eventText: string; isPaidManually: boolean; left: OrderDetails['left'] };
  drawers: OrderDetails['drawers'];
  tickets: TicketView[];
  timeline: { at: string; text: string; who: string; reason: string | null }[];
  back: { to: string; text: string };
}

export const loader = adminLoader('admin', async ({ deps, staff, param, query }): Promise<OrderData | null> => {
  const found = await readOrderDetails(deps, staff, param('orderId'));
  if (!found) return null;
  const { id, orderNumber, status, email, totalAmount, discount, eventId, event } = found.order;
  return {
    order: { id, orderNumber, status, email, name: found.buyerName, totalAmount, discount, eventId, eventText: `${event.title} · ${formatDate(event.date)}, ${event.time}`, isPaidManually: found.isPaidManually, left: found.left },
    drawers: found.drawers,
    back: wayBack(query.get('from')) ?? { to: `/admin/tickets/${eventId}`, text: 'Comandes' },
    tickets: found.tickets.map(toTicketView),
    timeline: found.timeline.map((row) => ({ at: instantText(row.at.toISOString()), text: timelineText(row), who: whoText(row.who), reason: row.reason })),
  };
});

export const action = adminAction({
  right: 'admin',
  record: ({ param }) => param('orderId'),
  touches: { refund: 'money', 'refund-some': 'money', 'pay-out': 'money', cancel: 'tickets', resend: 'mail', address: 'tickets' },
  intents: {
    async refund({ deps, staff, record: orderId, query, text, answer, done }) {
      const ticketId = text('ticket');
      const what = ticketId === '' ? ({ kind: 'order' } as const) : ({ kind: 'tickets', ticketIds: [ticketId] } as const);
      return answer(await refundByAdmin(deps, staff, { orderId, what, reason: reasonIn({ text }) }), {
        due: () => done(addressOf(orderId, query), REFUND_DUE),
        by_hand: () => done(addressOf(orderId, query), REFUND_BY_HAND),
        not_found: problemText,
        otherwise: problemText,
      });
    },
    async 'refund-some'({ deps, staff, record: orderId, query, sent, text, answer, done }) {
      const ticketIds = textsOf(sent, 'ticket').filter(isStorableText);
      if (ticketIds.length === 0) return data({ intent: 'refund-some', result: { error: { ticket: [NOTHING_CHOSEN] } } }, { status: 400 });
      return answer(await refundByAdmin(deps, staff, { orderId, what: { kind: 'tickets', ticketIds }, reason: reasonIn({ text }) }), {
        due: () => done(addressOf(orderId, query), REFUND_DUE),
        by_hand: () => done(addressOf(orderId, query), REFUND_BY_HAND),
        not_found: problemText,
        otherwise: problemText,
      });
    },
    async 'pay-out'({ deps, staff, record: orderId, query, text, refuse, answer, done }) {
      const means = TENDERS.find((one) => one === text('means')) ?? 'cash';
      const reason = reasonIn({ text });
      if (reason === '') return refuse('Digues per què es torna', 400);
      return answer(await refundSale(deps, staff, { sessionId: text('drawer'), orderId, ticketIds: null, means, reason }), {
        refunded: ({ amount }) => done(addressOf(orderId, query), `Tornats ${formatEuros(amount)} en mà (${TENDER_NAMES[means].toLowerCase()})`),
        otherwise: problemText,
      });
    },
    async cancel({ deps, staff, record: orderId, query, text, answer, done }) {
      const ticketId = text('ticket');
      return answer(await cancelByAdmin(deps, staff, { orderId, ticketIds: ticketId === '' ? null : [ticketId], reason: reasonIn({ text }) }), {
        done: () => done(addressOf(orderId, query), ticketId === '' ? 'Comanda anul·lada: els seus llocs tornen a la venda' : 'Tiquet anul·lat: el seu lloc torna a la venda'),
        not_found: problemText,
        otherwise: problemText,
      });
    },
    async resend({ deps, record: orderId, query, answer, done }) {
      return answer((await requestResend(deps, orderId, null)).outcome, {
        queued: () => done(addressOf(orderId, query), 'El correu amb els tiquets torna a eixir ara mateix'),
        not_found: problemText,
        otherwise: problemText,
      });
    },
    async address({ deps, staff, record: orderId, query, text, parse, refuse, answer, done }) {
      const { to } = parse(addressForm);
      return answer(await correctAddress(deps, staff, { orderNumber: text('comanda'), from: text('from') || null, to }), {
        done: () => done(addressOf(orderId, query), `Adreça corregida: els tiquets van de camí a ${to}`),
        not_found: (code) => refuse(problemText(code)),
        changed_meanwhile: (code) => refuse(problemText(code)),
      });
    },
  },
});

function reasonIn({ text }: Pick<AdminSubmission<'admin', string>, 'text'>): string {
  return text('reason').trim().slice(0, 500);
}

function addressOf(orderId: string, query: URLSearchParams): string {
  const back = wayBack(query.get('from'));
  return `/admin/orders/${orderId}${back === null ? '' : `?${new URLSearchParams({ from: back.to })}`}`;
}
