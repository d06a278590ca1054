import { data } from 'react-router';

import { adminAction, adminLoader, type AdminSubmission } from '#app/design/admin-kit/server/admin-action.server.ts';
import { textsOf } from '#app/design/ui/forms/form-text.ts';
import type { OrderStatus } from '#app/domain/order/status.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { confirmPassword } from '#app/features/sign-in/password-proof/service.server.ts';
import { requestResend } from '#app/features/mail/service.server.ts';
import { correctAddress } from '#app/features/orders/address-correction/service.server.ts';
import { refundByAdmin } from '#app/features/payments/service.server.ts';

import { cancelByAdmin, readOrderDetails } from '../service.server.ts';
import { addressForm } from './address-schema.ts';
import { NOTHING_CHOSEN } from './refund-words.ts';
import { problemText, timelineText, whoText } from './order-words.server.ts';
import { toTicketView } from './ticket-view.ts';
import type { TicketView } from './ticket-row.tsx';

const REFUND_DUE = 'Devolució en marxa: els diners tornaran a la targeta del comprador';

export interface OrderData {
  order: { id: string; orderNumber: string; status: OrderStatus; email: string | null; name: string | null; totalAmount: number; eventId: number; eventText: string; isPaidManually: boolean };
  tickets: TicketView[];
  timeline: { at: string; text: string; who: string; reason: string | null }[];
}

export const loader = adminLoader('admin', async ({ deps, staff, param }): Promise<OrderData | null> => {
  const found = await readOrderDetails(deps, staff, param('orderId'));
  if (!found) return null;
  const { id, orderNumber, status, email, totalAmount, eventId, event } = found.order;
  return {
    order: { id, orderNumber, status, email, name: found.buyerName, totalAmount, eventId, eventText: `${event.title} · ${formatDate(event.date)}, ${event.time}`, isPaidManually: found.isPaidManually },
    tickets: found.tickets.map(toTicketView),
    timeline: found.timeline.map((row) => ({ at: instantText(row.at.toISOString()), text: timelineText(row), who: whoText(row.who), reason: row.reason })),
  };
});

export const action = adminAction({
  right: 'admin',
  record: ({ param }) => param('orderId'),
  intents: {
    async refund({ deps, staff, record: orderId, args, sent, text, stopWith, answer, done }) {
      stopWith(await confirmPassword(args, sent));
      const ticketId = text('ticket');
      const what = ticketId === '' ? ({ kind: 'order' } as const) : ({ kind: 'tickets', ticketIds: [ticketId] } as const);
      return answer(await refundByAdmin(deps, staff, { orderId, what, reason: reasonIn({ text }) }), {
        due: () => done(addressOf(orderId), REFUND_DUE),
        not_found: problemText,
        otherwise: problemText,
      });
    },
    async 'refund-some'({ deps, staff, record: orderId, args, sent, text, stopWith, answer, done }) {
      const ticketIds = textsOf(sent, 'ticket').filter(isStorableText);
      if (ticketIds.length === 0) return data({ intent: 'refund-some', result: { error: { ticket: [NOTHING_CHOSEN] } } }, { status: 400 });
      stopWith(await confirmPassword(args, sent));
      return answer(await refundByAdmin(deps, staff, { orderId, what: { kind: 'tickets', ticketIds }, reason: reasonIn({ text }) }), {
        due: () => done(addressOf(orderId), REFUND_DUE),
        not_found: problemText,
        otherwise: problemText,
      });
    },
    async cancel({ deps, staff, record: orderId, text, answer, done }) {
      const ticketId = text('ticket');
      return answer(await cancelByAdmin(deps, staff, { orderId, ticketIds: ticketId === '' ? null : [ticketId], reason: reasonIn({ text }) }), {
        done: () => done(addressOf(orderId), ticketId === '' ? 'Comanda anul·lada: els seus llocs tornen a la venda' : 'Tiquet anul·lat: el seu lloc torna a la venda'),
        not_found: problemText,
        otherwise: problemText,
      });
    },
    async resend({ deps, record: orderId, answer, done }) {
      return answer((await requestResend(deps, orderId, null)).outcome, {
        queued: () => done(addressOf(orderId), 'El correu amb els tiquets torna a eixir ara mateix'),
        not_found: problemText,
        otherwise: problemText,
      });
    },
    async address({ deps, staff, record: orderId, text, parse, refuse, answer, done }) {
      const { to } = parse(addressForm);
      return answer(await correctAddress(deps, staff, { orderNumber: text('comanda'), from: text('from') || null, to }), {
        done: () => done(addressOf(orderId), `Adreça corregida: els tiquets van de camí a ${to}`),
        not_found: (code) => refuse(problemText(code)),
        changed_meanwhile: (code) => refuse(problemText(code)),
      });
    },
  },
});

function reasonIn({ text }: Pick<AdminSubmission<'admin', string>, 'text'>): string {
  return text('reason').trim().slice(0, 500);
}

function addressOf(orderId: string): string {
  return `/admin/orders/${orderId}`;
}
