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
import { TENDER_NAMES, TENDERS } from '#app/domain/till/tender.ts';
import { refundSale } from '#app/features/till/adjustments/service.server.ts';
import { refundByAdmin } from '#app/features/payments/service.server.ts';

import { cancelByAdmin, type OrderDetails, readOrderDetails } from '../service.server.ts';
import { addressForm } from '#app/design/admin-kit/form/address-form.ts';
import { NOTHING_CHOSEN } from './refund-words.ts';
import { historyWords, orderProblemText, timelineText, whoText } from './order-words.server.ts';
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
  const words = deps.state.get(historyWords);
  return {
    order: { id, orderNumber, status, email, name: found.buyerName, totalAmount, discount, eventId, eventText: `${event.title} · ${formatDate(event.date)}, ${event.time}`, isPaidManually: found.isPaidManually, left: found.left },
    drawers: found.drawers,
    back: wayBack(query.get('from')) ?? { to: `/admin/tickets/${eventId}`, text: 'Comandes' },
    tickets: found.tickets.map(toTicketView),
    timeline: found.timeline.map((row) => ({ at: instantText(row.at.toISOString()), text: timelineText(words, row), who: whoText(words, row.who), reason: row.reason })),
  };
});

export const action = adminAction({
  right: 'admin',
  record: ({ param }) => param('orderId'),
  touches: { 'refund-some': 'money', 'pay-out': 'money', 'cancel-some': 'tickets', resend: 'mail', address: 'tickets' },
  intents: {
    async 'refund-some'({ deps, staff, record: orderId, query, sent, text, answer, done }) {
      const what = chosenIn(sent);
      if (what === null) return nothingChosen('refund-some');
      return answer(await refundByAdmin(deps, staff, { orderId, what, reason: reasonIn({ text }) }), {
        due: () => done(addressOf(orderId, query), REFUND_DUE),
        by_hand: () => done(addressOf(orderId, query), REFUND_BY_HAND),
        not_found: orderProblemText,
        otherwise: orderProblemText,
      });
    },
    async 'pay-out'({ deps, staff, record: orderId, query, text, refuse, answer, done }) {
      const means = TENDERS.find((one) => one === text('means')) ?? 'cash';
      const reason = reasonIn({ text });
      if (reason === '') return refuse('Digues per què es torna', 400);
      return answer(await refundSale(deps, staff, { sessionId: text('drawer'), orderId, ticketIds: null, means, reason }), {
        refunded: ({ amount }) => done(addressOf(orderId, query), `Tornats ${formatEuros(amount)} en mà (${TENDER_NAMES[means].toLowerCase()})`),
        otherwise: orderProblemText,
      });
    },
    async 'cancel-some'({ deps, staff, record: orderId, query, sent, text, answer, done }) {
      const what = chosenIn(sent);
      if (what === null) return nothingChosen('cancel-some');
      return answer(await cancelByAdmin(deps, staff, { orderId, ticketIds: what.kind === 'order' ? null : what.ticketIds, reason: reasonIn({ text }) }), {
        done: () => done(addressOf(orderId, query), cancelledText(what)),
        not_found: orderProblemText,
        otherwise: orderProblemText,
      });
    },
    async resend({ deps, record: orderId, query, answer, done }) {
      return answer((await requestResend(deps, orderId, null)).outcome, {
        queued: () => done(addressOf(orderId, query), 'El correu amb els tiquets torna a eixir ara mateix'),
        not_found: orderProblemText,
        otherwise: orderProblemText,
      });
    },
    async address({ deps, staff, record: orderId, query, text, parse, refuse, answer, done }) {
      const { to } = parse(addressForm);
      return answer(await correctAddress(deps, staff, { orderNumber: text('comanda'), from: text('from') || null, to }), {
        done: () => done(addressOf(orderId, query), `Adreça corregida: els tiquets van de camí a ${to}`),
        not_found: (code) => refuse(orderProblemText(code)),
        changed_meanwhile: (code) => refuse(orderProblemText(code)),
      });
    },
  },
});

type What = { kind: 'order' } | { kind: 'tickets'; ticketIds: string[] };

function chosenIn(sent: FormData): What | null {
  if (sent.has('whole')) return { kind: 'order' };
  const ticketIds = textsOf(sent, 'ticket').filter(isStorableText);
  return ticketIds.length === 0 ? null : { kind: 'tickets', ticketIds };
}

function nothingChosen(intent: string): ReturnType<typeof data<{ intent: string; result: { error: Record<string, string[]> } }>> {
  return data({ intent, result: { error: { ticket: [NOTHING_CHOSEN] } } }, { status: 400 });
}

function cancelledText(what: What): string {
  if (what.kind === 'order') return 'Comanda anul·lada: els seus llocs tornen a la venda';
  return what.ticketIds.length === 1 ? 'Tiquet anul·lat: el seu lloc torna a la venda' : `${what.ticketIds.length} tiquets anul·lats: els seus llocs tornen a la venda`;
}

function reasonIn({ text }: Pick<AdminSubmission<'admin', string>, 'text'>): string {
  return text('reason').trim().slice(0, 500);
}

function addressOf(orderId: string, query: URLSearchParams): string {
  const back = wayBack(query.get('from'));
  return `/admin/orders/${orderId}${back === null ? '' : `?${new URLSearchParams({ from: back.to })}`}`;
}
