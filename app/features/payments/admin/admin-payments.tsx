import type { ReactNode } from 'react';
import { data, Form } from 'react-router';

import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { dispatchIntent, readAdminForm, refuseAction, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { confirmPassword } from '#app/features/accounts/password-proof/service.server.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { refuseAdminPage } from '#app/platform/http/guards/guards.server.ts';
import { Button } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { TextField } from '#app/design/ui/forms/field.tsx';
import { textOf, textsOf } from '#app/design/ui/forms/form-text.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import { actOnCase, type CaseAction, endRefundedTickets, findOrderToRefund, listOpenCases, refundByNumber, type RefundableOrder } from '../cases/cases.server.ts';
import type { Route } from './+types/admin-payments.ts';
import styles from './admin-payments.module.css';
import { type OpenCase, PaymentCase } from './payment-case.tsx';
import { factsText, NOTHING_CHOSEN, problemText } from './payment-case-words.ts';
import { RefundForm } from './refund-form.tsx';

const MAX_NUMBER = 60;
const MAX_REASON = 500;
const REFUND_DUE = 'Devolució en marxa: els diners tornaran a la targeta del comprador';

export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Pagaments per revisar' });

interface PaymentsData {
  cases: OpenCase[];
  soughtNumber: string;
  order: RefundableOrder | null;
}

export async function loader(args: Route.LoaderArgs): Promise<PaymentsData> {
  const { deps, staff, query } = staffOf(args, 'admin');
  const soughtNumber = readNumber(query.get('comanda') ?? '');
  const [cases, order] = await Promise.all([listOpenCases(deps, staff), soughtNumber === '' ? null : findOrderToRefund(deps, staff, soughtNumber)]);
  return {
    soughtNumber,
    order,
    cases: cases.map(({ id, kind, facts, detail, createdAt, orderNumber, email, totalAmount, eventTitle, tickets }) => ({
      id,
      kind,
      tickets: tickets.map((ticket) => ({ id: ticket.id, ticketNumber: ticket.ticketNumber, price: ticket.price })),
      detail: detail ?? factsText(kind, facts),
      at: instantText(createdAt.toISOString()),
      order: orderNumber === null || email === null ? null : { orderNumber, email, totalAmount: totalAmount ?? 0, eventTitle: eventTitle ?? '' },
    })),
  };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, done } = staffOf(args, 'admin');
  const form = await readAdminForm(args.request);

  async function settle(action: CaseAction): Promise<Response | ReplyData> {
    const ask = action === 'refund' ? await confirmPassword(args, form) : null;
    if (ask !== null) return ask;
    const outcome = await actOnCase(deps, staff, { caseId: textOf(form, 'case'), action });
    if (outcome === 'right_lost') throw refuseAdminPage();
    return outcome === 'done' ? done('/admin/payments', action === 'refund' ? REFUND_DUE : 'Resolt') : refuseAction(action, problemText(outcome));
  }

  return dispatchIntent(form, {
    settle: () => settle('settle'),
    refund: () => settle('refund'),
    async 'end-tickets'() {
      const outcome = await endRefundedTickets(deps, staff, { caseId: textOf(form, 'case'), ticketIds: textsOf(form, 'ticket').filter(isStorableText) });
      if (outcome === 'right_lost') throw refuseAdminPage();
      return outcome === 'done' ? done('/admin/payments', 'Eixos tiquets ja no valen') : refuseAction('end-tickets', problemText(outcome === 'nothing_chosen' ? 'no_ticket_chosen' : outcome));
    },
    async 'refund-order'() {
      const orderNumber = readNumber(textOf(form, 'comanda'));
      const ticketIds = textsOf(form, 'ticket').filter(isStorableText);
      const isAll = form.has('all');
      if (!isAll && ticketIds.length === 0) return data({ intent: 'refund-order', result: { error: { ticket: [NOTHING_CHOSEN] } } }, { status: 400 });
      const ask = await confirmPassword(args, form);
      if (ask !== null) return ask;
      const outcome = await refundByNumber(deps, staff, { orderNumber, what: isAll ? { kind: 'order' } : { kind: 'tickets', ticketIds }, reason: textOf(form, 'reason').trim().slice(0, MAX_REASON) });
      if (outcome === 'right_lost') throw refuseAdminPage();
      return outcome === 'due' ? done(`/admin/payments?comanda=${encodeURIComponent(orderNumber)}`, REFUND_DUE) : refuseAction('refund-order', problemText(outcome));
    },
  });
}

export default function AdminPayments({ loaderData: { cases, soughtNumber, order }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Pagaments per revisar" lead="El que la caixa no pot decidir tota sola." reply={actionData}>
      {cases.length === 0 ? (
        <EmptyState art="✅" title="Tot quadra">
          No hi ha res a mirar.
        </EmptyState>
      ) : (
        <ul className={adminPage.list}>
          {cases.map((one) => (
            <li key={one.id}>
              <PaymentCase one={one} />
            </li>
          ))}
        </ul>
      )}
      <section className={styles.refund} aria-labelledby="refund-title">
        <h2 id="refund-title" className={styles.subtitle}>
          Fer una devolució
        </h2>
        <Form className={adminPage.search} role="search">
          <TextField key={soughtNumber} label="Número de comanda" name="comanda" defaultValue={soughtNumber} maxLength={MAX_NUMBER} placeholder="ORD-…" />
          <Button type="submit" tone="quiet">
            Buscar
          </Button>
        </Form>
        {soughtNumber !== '' && order === null ? <p role="status">No hi ha cap comanda amb el número {soughtNumber}.</p> : null}
        {order === null ? null : <RefundForm key={`${order.orderNumber} ${order.tickets.map(({ status }) => status).join(' ')}`} order={order} reply={actionData} />}
      </section>
    </AdminPage>
  );
}

function readNumber(typed: string): string {
  return typed.trim().toUpperCase().replaceAll(/[^A-Z0-9-]/g, '').slice(0, MAX_NUMBER);
}
