import type { ReactNode } from 'react';
import { Form } from 'react-router';

import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { statusLabel } from '#app/domain/ticket/status-label.ts';
import { TENDER_NAMES, type SaleTender, TENDERS, type Tender } from '#app/domain/till/tender.ts';
import { QrCode } from '#app/design/ticket-rendering/qr/qr-code.tsx';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { formatEuros, formatPrice } from '#app/design/ui/format-money.ts';
import { Field } from '#app/design/ui/forms/field.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { QrImage as LinkQr } from '#app/design/ui/qr-code.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/till-sale.ts';
import { MailForm } from './mail-form.tsx';
import styles from './till-sale.module.css';
import type { SaleData, SaleTicket } from './till-sale.server.ts';

export { action, loader } from './till-sale.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => pageMeta({ matches, title: loaderData?.orderNumber ?? 'Venda' });

export default function TillSalePage({ loaderData: sale, actionData }: Route.ComponentProps): ReactNode {
  const { sessionId, orderId, tickets, means, total } = sale;
  const valid = tickets.filter(({ status }) => status === 'active');
  const print = `/admin/till/${sessionId}/sales/${orderId}/print`;
  return (
    <AdminPage
      title={sale.orderNumber}
      back={{ to: `/admin/till/${sessionId}`, text: 'Taquilla' }}
      lead={`${sale.eventTitle} · ${sale.soldText}`}
      actions={sale.isOpen ? <ButtonLink to={`/admin/till/${sessionId}?event=${sale.eventId}`}>Nova venda</ButtonLink> : undefined}
      reply={actionData}
    >
      {sale.mayLackNeeds ? (
        <Banner tone="warning" title="Mira les necessitats alimentàries d'esta venda">
          <p>La resposta es va perdre i potser no s'han guardat: que la persona les mire en el seu tiquet, amb el codi d'ací baix.</p>
        </Banner>
      ) : null}
      {sale.group === null || sale.group.joined ? null : <Banner tone="warning" title={sale.group.text} />}
      <section className={adminPage.sheet} aria-label="Tiquets">
        <p className={styles.paid}>
          <strong>{formatPrice(total)}</strong>
          {means === null ? null : <span>{TENDER_NAMES[means]}</span>}
          {sale.reason === null ? null : <span>{sale.reason}</span>}
          {sale.group?.joined ? <span>{sale.group.text}</span> : null}
          {sale.paidOut === 0 ? null : <Chip tone="saffron">Tornats {formatEuros(sale.paidOut)}</Chip>}
        </p>
        <ul className={styles.tickets}>
          {tickets.map((ticket) => (
            <li key={ticket.id}>
              <TicketCard ticket={ticket} sale={sale} means={means} />
            </li>
          ))}
        </ul>
        {valid.length === 0 ? null : (
          <div className={ui.cluster3}>
            <ButtonLink tone="quiet" to={`${print}?paper=80`}>
              Imprimir (80 mm)
            </ButtonLink>
            <ButtonLink tone="quiet" to={`${print}?paper=a4`}>
              Imprimir (A4)
            </ButtonLink>
            {sale.seatPath === null ? null : (
              <ButtonLink tone="quiet" to={sale.seatPath}>
                Seure a taula
              </ButtonLink>
            )}
          </div>
        )}
      </section>
      {valid.length === 0 ? null : <Sending sale={sale} reply={actionData} />}
      {sale.isOpen ? <GiveAllBack sale={sale} hasValid={valid.length > 0} /> : null}
    </AdminPage>
  );
}

function TicketCard({ ticket, sale, means }: { ticket: SaleTicket; sale: SaleData; means: SaleTender | null }): ReactNode {
  const { text, tone } = statusLabel(ticket.status);
  const isValid = ticket.status === 'active';
  return (
    <div className={styles.ticket}>
      {isValid ? <QrCode className={styles.code} ticketId={ticket.id} ticketNumber={ticket.ticketNumber} /> : null}
      <div className={`${ui.stack1} ${ui.start}`}>
        <strong className={ui.figure}>{ticket.ticketNumber}</strong>
        <p>
          {ticket.dishes === '' ? 'Tiquet' : ticket.dishes} · {formatPrice(ticket.price)}
        </p>
        {isValid ? null : <Chip tone={tone}>{text}</Chip>}
        {isValid && sale.isOpen && sale.tickets.length > 1 ? (
          <RefundAction
            sale={sale}
            label="Anul·lar este"
            title="Anul·lar este tiquet?"
            facts={[{ name: 'Tiquet', value: ticket.ticketNumber }]}
            ticketId={ticket.id}
            amount={means === 'house' ? 0 : ticket.price}
          />
        ) : null}
      </div>
    </div>
  );
}

function GiveAllBack({ sale, hasValid }: { sale: SaleData; hasValid: boolean }): ReactNode {
  const left = sale.total - sale.paidOut;
  if (!hasValid && left === 0) return null;
  return (
    <section className={adminPage.sheet} aria-labelledby="refund">
      <h2 id="refund" className={ui.heading}>
        Anul·lar i tornar
      </h2>
      <p>{hasValid ? 'Els tiquets que encara valen deixen de valdre, i els seus llocs tornen a la venda.' : "L'acte s'ha retirat o els tiquets ja no valen: encara s'han de tornar els diners."}</p>
      <div className={ui.cluster3}>
        <RefundAction sale={sale} label="Anul·lar la venda" title="Anul·lar la venda?" facts={[{ name: 'Comanda', value: sale.orderNumber }]} ticketId="" amount={left} />
      </div>
    </section>
  );
}

interface RefundActionProps {
  sale: SaleData;
  label: string;
  title: string;
  facts: { name: string; value: string }[];
  ticketId: string;
  amount: number;
}

function RefundAction({ sale, label, title, facts, ticketId, amount }: RefundActionProps): ReactNode {
  const original: Tender = sale.means === null || sale.means === 'house' ? 'cash' : sale.means;
  const formId = `refund-${ticketId}`;
  return (
    <Form method="post" id={formId}>
      <input type="hidden" name="ticket" value={ticketId} />
      <ConfirmAction
        formId={formId}
        label={label}
        tone={ticketId === '' ? 'danger' : 'text'}
        title={title}
        facts={facts}
        intent="refund"
        reason={{ label: 'Motiu', required: true }}
        confirmLabel={amount === 0 ? 'Anul·lar' : `Tornar ${formatEuros(amount)}`}
        busyLabel="Tornant…"
      >
        {amount === 0 ? null : (
          <Field label="Com es torna">
            {(control) => (
              <select {...control} form={formId} name="means" defaultValue={original}>
                {TENDERS.map((one) => (
                  <option key={one} value={one}>
                    {TENDER_NAMES[one]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </ConfirmAction>
    </Form>
  );
}

/** By a QR code for the buyer's phone, or by mail. */
function Sending({ sale, reply }: { sale: SaleData; reply: FormReply | undefined }): ReactNode {
  return (
    <section className={adminPage.sheet} aria-labelledby="sending">
      <h2 id="sending" className={ui.heading}>
        Al mòbil del comprador
      </h2>
      <div className={styles.ways}>
        <details className={adminPage.more}>
          <summary>Que l'escanege amb la càmera</summary>
          <LinkQr code={sale.code} label="Codi QR de l'enllaç amb els tiquets" />
        </details>
        {sale.email === null ? (
          <MailForm orderNumber={sale.orderNumber} reply={reply} />
        ) : (
          <p>Enviats a {sale.email}.</p>
        )}
      </div>
    </section>
  );
}
