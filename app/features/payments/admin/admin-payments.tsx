import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { TextField } from '#app/design/ui/forms/field.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { Route } from './+types/admin-payments.ts';
import ui from '#app/design/ui/layout/primitives.module.css';
import { PaymentCase } from './payment-case.tsx';
import { MAX_ORDER_NUMBER } from './payment-case-words.ts';

export { action, loader } from './admin-payments.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Pagaments per revisar' });

export default function AdminPayments({ loaderData: { cases, owed, soughtNumber }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Pagaments per revisar" lead="El que la caixa no pot decidir tota sola." reply={actionData}>
      <OwedBanner {...owed} />
      {cases.length === 0 && owed.orders > 0 ? null : cases.length === 0 ? (
        <EmptyState art={<HeadArt of="party" />} title="Tot quadra">
          No hi ha res a mirar.
        </EmptyState>
      ) : (
        <ul className={ui.stack4}>
          {cases.map((one) => (
            <li key={one.id}>
              <PaymentCase one={one} />
            </li>
          ))}
        </ul>
      )}
      <section className={ui.stack4} aria-labelledby="refund-title">
        <h2 id="refund-title" className={ui.heading}>
          Fer una devolució
        </h2>
        <Form className={adminPage.search} role="search">
          <TextField
            key={soughtNumber}
            label="Número de comanda"
            name="comanda"
            defaultValue={soughtNumber}
            maxLength={MAX_ORDER_NUMBER}
            placeholder="ORD-…"
            error={soughtNumber === '' ? null : `No hi ha cap comanda amb el número ${soughtNumber}.`}
          />
          <Button type="submit" tone="quiet">
            Buscar
          </Button>
        </Form>
      </section>
    </AdminPage>
  );
}

function OwedBanner({ orders, amount }: { orders: number; amount: number }): ReactNode {
  if (orders === 0) return null;
  return (
    <Banner tone="warning" title={`Es deuen ${formatEuros(amount)} en mà`}>
      <p>
        {orders === 1 ? '1 comanda que es va pagar en persona' : `${orders} comandes que es van pagar en persona`}: <Link to="/admin/owed">a qui, i apuntar el que tornes</Link>.
      </p>
    </Banner>
  );
}
