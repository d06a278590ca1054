import type { ReactNode } from 'react';
import { data, Form, redirect, useSearchParams } from 'react-router';

import { instantText } from '#app/domain/time/instant-text.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { PageHeader } from '#app/ui/layout/page-header.tsx';
import { requireAdminPage } from '#app/http/guards/guards.server.ts';
import { formDraftContext } from '#app/http/cookies/form-draft.server.ts';
import { readForm } from '#app/http/guards/read-body.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/feedback/empty-state.tsx';
import { TextField } from '#app/ui/forms/field.tsx';
import { textOf, textsOf } from '#app/ui/forms/form-text.ts';
import { withOfflineFallback, NO_CONNECTION } from '#app/ui/offline/lost-connection.ts';
import adminPage from '#app/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/ui/layout/page-meta.ts';
import { Wrap } from '#app/ui/layout/wrap.tsx';

import { actOnCase, findOrderToRefund, listOpenCases, refundByNumber, type RefundableOrder } from '../cases/cases.server.ts';
import type { Route } from './+types/admin-payments.ts';
import styles from './admin-payments.module.css';
import { type OpenCase, PaymentCase } from './payment-case.tsx';
import { factsText, problemText } from './payment-case-words.ts';
import { type ChosenRefund, RefundForm } from './refund-form.tsx';

const MAX_NUMBER = 60;

export { revalidateOnConflict as shouldRevalidate } from '#app/ui/forms/revalidate-on-conflict.ts';

export const meta: Route.MetaFunction = () => [...pageMeta({ title: 'Pagaments per revisar' }), { name: 'robots', content: 'noindex' }];

export function headers(): HeadersInit {
  return { 'Cache-Control': 'private, no-store' };
}

interface PaymentsData {
  cases: OpenCase[];
  asked: string;
  order: RefundableOrder | null;
  /** What an admin had chosen who had to sign in again. */
  kept: ChosenRefund | null;
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<PaymentsData> {
  const { deps, actor } = context.get(requestContext);
  const admin = requireAdminPage(actor, request);
  const asked = readNumber(new URL(request.url).searchParams.get('comanda'));
  const [cases, order] = await Promise.all([listOpenCases(deps, admin), asked === '' ? null : findOrderToRefund(deps, admin, asked)]);
  return {
    asked,
    order,
    kept: keptRefundIn(context.get(formDraftContext)),
    cases: cases.map(({ id, kind, facts, detail, createdAt, orderNumber, email, totalAmount, eventTitle }) => ({
      id,
      kind,
      detail: detail ?? factsText(kind, facts),
      at: instantText(createdAt.toISOString()),
      order: orderNumber === null || email === null ? null : { orderNumber, email, totalAmount: totalAmount ?? 0, eventTitle: eventTitle ?? '' },
    })),
  };
}

function keptRefundIn(form: FormData | null): ChosenRefund | null {
  return form?.get('intent') === 'refund-order' ? { all: form.has('all'), ticketIds: textsOf(form, 'ticket') } : null;
}

interface PaymentsReply {
  problem: string;
}

export async function action({ context, request }: Route.ActionArgs): Promise<Response | ReturnType<typeof data<PaymentsReply>>> {
  const { deps, actor } = context.get(requestContext);
  const admin = requireAdminPage(actor, request);
  const form = await readForm(request);
  const refuse = (code: string): ReturnType<typeof data<PaymentsReply>> => data({ problem: problemText(code) }, { status: code === 'unreadable' ? 400 : 409 });
  switch (form.get('intent')) {
    case 'settle':
    case 'refund': {
      const caseAction = form.get('intent') === 'refund' ? 'refund' : 'settle';
      const outcome = await actOnCase(deps, admin, { caseId: textOf(form, 'case'), action: caseAction });
      return outcome === 'done' ? redirect(`/admin/payments?done=${caseAction}`, 303) : refuse(outcome);
    }
    case 'refund-order': {
      const orderNumber = readNumber(textOf(form, 'comanda'));
      const isAll = form.get('all') === 'on';
      const ticketIds = textsOf(form, 'ticket').filter(isStorableText);
      if (!isAll && ticketIds.length === 0) return refuse('nothing_chosen');
      const outcome = await refundByNumber(deps, admin, { orderNumber, what: isAll ? { kind: 'order' } : { kind: 'tickets', ticketIds } });
      return outcome === 'due' ? redirect(`/admin/payments?done=refund&comanda=${encodeURIComponent(orderNumber)}`, 303) : refuse(outcome);
    }
    default:
      return refuse('unreadable');
  }
}

/** Where nothing answers the form stays, and with it what was chosen. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withOfflineFallback<PaymentsReply>> {
  return withOfflineFallback<PaymentsReply>(() => serverAction(), { problem: NO_CONNECTION });
}

export default function AdminPayments({ loaderData, actionData }: Route.ComponentProps): ReactNode {
  const { cases, asked, order } = loaderData;
  const [address] = useSearchParams();
  const done = actionData === undefined ? doneText(address.get('done')) : null;
  return (
    <>
      <PageHeader title="Pagaments per revisar" art="💶" back={{ to: '/admin', text: 'Panell' }}>
        El que la caixa no pot decidir tota sola.
      </PageHeader>
      <Wrap>
        <div className={adminPage.page}>
          {actionData === undefined ? null : <Banner tone="error" title={actionData.problem} live="alert" />}
          {done === null ? null : <Banner tone="success" title={done} live="status" />}
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
              <TextField key={asked} label="Número de comanda" name="comanda" defaultValue={asked} maxLength={MAX_NUMBER} placeholder="ORD-…" />
              <Button type="submit" tone="quiet">
                Buscar
              </Button>
            </Form>
            {asked !== '' && order === null ? <p role="status">No hi ha cap comanda amb el número {asked}.</p> : null}
            {order === null ? null : <RefundForm order={order} chosen={loaderData.kept} />}
          </section>
        </div>
      </Wrap>
    </>
  );
}

function doneText(done: string | null): string | null {
  if (done === 'refund') return 'Devolució en marxa: els diners tornaran a la targeta del comprador';
  return done === 'settle' ? 'Resolt' : null;
}

function readNumber(value: string | null): string {
  return (value ?? '').trim().toUpperCase().replaceAll(/[^A-Z0-9-]/g, '').slice(0, MAX_NUMBER);
}
