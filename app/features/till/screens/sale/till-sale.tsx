import type { ReactNode } from 'react';
import { data, Form } from 'react-router';

import { qrModules } from '#app/adapters/qr-modules.server.ts';
import type { FormReply } from '#app/admin-kit/form/form-reply.ts';
import { sendForm } from '#app/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/admin-kit/page/confirm-action.tsx';
import { dispatchIntent, parseForm, readAdminForm, refuseAction, type ReplyData } from '#app/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/admin-kit/server/staff-request.server.ts';
import { statusLabel } from '#app/domain/ticket/status-label.ts';
import { MEANS_NAMES, type SaleMeans, TILL_MEANS, type TillMeans } from '#app/domain/till/means.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { REFUSALS } from '#app/domain/wire-error.ts';
import { confirmPassword } from '#app/features/accounts/password-proof/service.server.ts';
import { nameAddress } from '#app/features/orders/address-correction/service.server.ts';
import { refuseAdminPage } from '#app/http/guards/guards.server.ts';
import { QrCode } from '#app/ticket-rendering/qr/qr-code.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Chip } from '#app/ui/chip.tsx';
import { formatEuros, formatPrice } from '#app/ui/format-money.ts';
import { Field } from '#app/ui/forms/field.tsx';
import { textOf } from '#app/ui/forms/form-text.ts';
import adminPage from '#app/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/ui/layout/page-meta.ts';
import { QrCode as LinkQr, type QrModules } from '#app/ui/qr-code.tsx';

import { refundSale } from '../../sales/refund-sale.server.ts';
import { readSale } from '../../sales/service.server.ts';
import { readSession } from '../../sessions/service.server.ts';
import type { Route } from './+types/till-sale.ts';
import { MailForm } from './mail-form.tsx';
import { mailForm } from './mail-schema.ts';
import styles from './till-sale.module.css';

export { revalidateOnConflict as shouldRevalidate } from '#app/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => pageMeta({ matches, title: loaderData?.orderNumber ?? 'Venda' });

interface SaleTicket {
  id: string;
  ticketNumber: string;
  status: string;
  price: number;
  dishes: string;
}

interface SaleData {
  sessionId: string;
  /** Money can be given back out of this drawer now. */
  isOpen: boolean;
  orderId: string;
  orderNumber: string;
  eventId: number;
  eventTitle: string;
  soldText: string;
  means: SaleMeans | null;
  reason: string | null;
  total: number;
  paidOut: number;
  email: string | null;
  tickets: SaleTicket[];
  code: QrModules;
}

export async function loader(args: Route.LoaderArgs): Promise<SaleData> {
  const { deps, staff } = staffOf(args, 'till');
  const { sessionId, orderId } = args.params;
  const [found, drawer] = await Promise.all([readSale(deps, staff, orderId), readSession(deps, staff, sessionId)]);
  if (!found || !drawer) throw data(null, { status: 404 });
  const { sale, tickets, email, eventId, link } = found;
  return {
    sessionId,
    isOpen: drawer.session.closedAt === null,
    orderId,
    orderNumber: sale.orderNumber,
    eventId,
    eventTitle: sale.eventTitle,
    soldText: `${sale.sessionName}, ${instantText(sale.soldAt.toISOString())}${sale.soldByName === null ? '' : ` · ${sale.soldByName}`}`,
    means: sale.means ?? (sale.reason === null ? null : 'house'),
    reason: sale.reason,
    total: sale.total,
    paidOut: sale.paidOut,
    email,
    tickets: tickets.map(({ id, ticketNumber, status, price, menu, extras }) => ({
      id,
      ticketNumber,
      status,
      price,
      dishes: [...menu.flatMap(({ items }) => items), ...extras].map(({ name }) => name).join(' + '),
    })),
    code: qrModules(link),
  };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, done } = staffOf(args, 'till');
  const { sessionId, orderId } = args.params;
  const form = await readAdminForm(args.request);
  const here = `/admin/till/${sessionId}/sales/${orderId}`;
  return dispatchIntent<Response | ReplyData>(form, {
    async refund() {
      const ticketId = textOf(form, 'ticket');
      const means = TILL_MEANS.find((one) => one === textOf(form, 'means')) ?? 'cash';
      const reason = textOf(form, 'reason').trim().slice(0, 200);
      if (reason === '') return refuseAction('refund', 'Digues per què es torna', 400);
      const ask = await confirmPassword(args, form);
      if (ask !== null) return ask;
      const given = await refundSale(deps, staff, { sessionId, orderId, ticketIds: ticketId === '' ? null : [ticketId], means, reason });
      if (given.outcome === 'refused') throw refuseAdminPage();
      if (given.outcome === 'refunded') return done(here, given.amount === 0 ? 'Anul·lat: el lloc torna a la venda' : `Torna ${formatEuros(given.amount)} (${MEANS_NAMES[means].toLowerCase()}): el lloc torna a la venda`);
      return refuseAction('refund', REFUSED[given.outcome]);
    },
    async mail() {
      const address = parseForm(form, mailForm);
      if (address.reply) return address.reply;
      const { to } = address.value;
      const outcome = await nameAddress(deps, staff, { orderNumber: textOf(form, 'comanda'), to });
      if (outcome === 'right_lost') throw refuseAdminPage();
      return outcome === 'done' ? done(here, `Els tiquets van de camí a ${to}`) : refuseAction('mail', 'Esta venda ja té una altra adreça: mira com ha quedat.');
    },
  });
}

const REFUSED = {
  closing: REFUSALS.TILL_CLOSING.message,
  not_open: 'Esta caixa està tancada: obri un torn per a tornar diners.',
  not_found: 'Esta venda ja no hi és.',
  not_by_hand: 'Esta comanda no es va cobrar a la taquilla.',
  nothing_to_refund: 'No queda res per tornar.',
} as const;

export default function TillSale({ loaderData: sale, actionData }: Route.ComponentProps): ReactNode {
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
      <section className={adminPage.sheet} aria-label="Tiquets">
        <p className={styles.paid}>
          <strong>{formatPrice(total)}</strong>
          {means === null ? null : <span>{MEANS_NAMES[means]}</span>}
          {sale.reason === null ? null : <span>{sale.reason}</span>}
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
          <div className={adminPage.actions}>
            <ButtonLink tone="quiet" to={`${print}?paper=80`}>
              Imprimir (80 mm)
            </ButtonLink>
            <ButtonLink tone="quiet" to={`${print}?paper=a4`}>
              Imprimir (A4)
            </ButtonLink>
          </div>
        )}
      </section>
      {valid.length === 0 ? null : <Sending sale={sale} reply={actionData} />}
      {sale.isOpen ? <GiveAllBack sale={sale} hasValid={valid.length > 0} /> : null}
    </AdminPage>
  );
}

function TicketCard({ ticket, sale, means }: { ticket: SaleTicket; sale: SaleData; means: SaleMeans | null }): ReactNode {
  const { text, tone } = statusLabel(ticket.status);
  const isValid = ticket.status === 'active';
  return (
    <div className={styles.ticket}>
      {isValid ? <QrCode className={styles.code} ticketId={ticket.id} ticketNumber={ticket.ticketNumber} /> : null}
      <div className={styles.words}>
        <strong className={styles.number}>{ticket.ticketNumber}</strong>
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
      <h2 id="refund" className={styles.title}>
        Anul·lar i tornar
      </h2>
      <p>{hasValid ? 'Els tiquets que encara valen deixen de valdre, i els seus llocs tornen a la venda.' : "L'acte s'ha retirat o els tiquets ja no valen: encara s'han de tornar els diners."}</p>
      <div className={adminPage.actions}>
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
  const original: TillMeans = sale.means === null || sale.means === 'house' ? 'cash' : sale.means;
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
                {TILL_MEANS.map((one) => (
                  <option key={one} value={one}>
                    {MEANS_NAMES[one]}
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

/** To the buyer's own phone: by its camera, or by mail. */
function Sending({ sale, reply }: { sale: SaleData; reply: FormReply | undefined }): ReactNode {
  return (
    <section className={`${adminPage.sheet} ${styles.sending}`} aria-labelledby="sending">
      <h2 id="sending" className={styles.title}>
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
