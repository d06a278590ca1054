import { redirect } from 'react-router';

import { adminAction, adminLoader, type AdminSubmission } from '#app/design/admin-kit/server/admin-action.server.ts';
import type { OwedSums } from '#app/domain/payment/owed.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { textsOf } from '#app/design/ui/forms/form-text.ts';

import { actOnCase, type CaseAction, endRefundedTickets, findOrderId, listOpenCases } from '../cases/cases.server.ts';
import { readOwedSums } from '../manual-settlement/service.server.ts';
import type { OpenCase } from './payment-case.tsx';
import { factsText, MAX_ORDER_NUMBER, caseProblemText } from './payment-case-words.ts';

const REFUND_DUE = 'Devolució en marxa: els diners tornaran a la targeta del comprador';

interface PaymentsData {
  owed: OwedSums;
  cases: OpenCase[];
  /** An order number searched for and not found. */
  soughtNumber: string;
}

export const loader = adminLoader('admin', async ({ deps, staff, query }): Promise<PaymentsData> => {
  const soughtNumber = readNumber(query.get('comanda') ?? '');
  const orderId = soughtNumber === '' ? null : await findOrderId(deps, staff, soughtNumber);
  if (orderId !== null) throw redirect(`/admin/orders/${orderId}`);
  const cases = await listOpenCases(deps, staff);
  return {
    soughtNumber,
    owed: await readOwedSums(deps),
    cases: cases.map(({ id, kind, facts, detail, createdAt, orderId, orderNumber, email, totalAmount, eventTitle, tickets }) => ({
      id,
      kind,
      tickets: tickets.map((ticket) => ({ id: ticket.id, ticketNumber: ticket.ticketNumber, price: ticket.price })),
      detail: detail ?? factsText(kind, facts),
      at: instantText(createdAt.toISOString()),
      order: orderId === null || orderNumber === null || email === null ? null : { id: orderId, orderNumber, email, totalAmount: totalAmount ?? 0, eventTitle: eventTitle ?? '' },
    })),
  };
});

type Submission = AdminSubmission<'admin', undefined>;

export const action = adminAction({
  right: 'admin',
  touches: { settle: 'money', refund: 'money', 'end-tickets': 'tickets' },
  intents: {
    settle: async (submission) => onCase(submission, { action: 'settle', message: 'Resolt' }),
    refund: async (submission) => onCase(submission, { action: 'refund', message: REFUND_DUE }),
    async 'end-tickets'({ deps, staff, sent, text, answer, done }) {
      return answer(await endRefundedTickets(deps, staff, { caseId: text('case'), ticketIds: ticketsIn(sent) }), {
        done: () => done('/admin/payments', 'Eixos tiquets ja no valen'),
        nothing_chosen: () => caseProblemText('no_ticket_chosen'),
        gone: caseProblemText,
      });
    },
  },
});

async function onCase({ deps, staff, text, answer, done }: Submission, { action: act, message }: { action: CaseAction; message: string }): Promise<ReturnType<Submission['answer']>> {
  return answer(await actOnCase(deps, staff, { caseId: text('case'), action: act }), {
    done: () => done('/admin/payments', message),
    not_found: caseProblemText,
    otherwise: caseProblemText,
  });
}

function ticketsIn(sent: FormData): string[] {
  return textsOf(sent, 'ticket').filter(isStorableText);
}

function readNumber(typed: string): string {
  return typed.trim().toUpperCase().replaceAll(/[^A-Z0-9-]/g, '').slice(0, MAX_ORDER_NUMBER);
}
