import type { ReactNode } from 'react';
import { data, Form, redirect, useNavigation } from 'react-router';

import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { Button } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { useFocusOnAnswer } from '#app/design/ui/feedback/focus-on-answer.ts';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import { ShareLink, type Sharing, whatsAppLink } from '#app/design/ui/share-link.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { type TransferableTicket, offerTicket, readTransferableOrder, revokeTransfer, undoRevocation } from '../service.server.ts';
import type { Route } from './+types/transfer-tickets.ts';
import styles from './transfer.module.css';

export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Donar un tiquet' }), { name: 'robots', content: 'noindex' }];

export function headers(): Record<string, string> {
  // Not 'no-referrer': a form would then name no origin, and without scripts be refused as foreign.
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestContext);
  const order = await readTransferableOrder(deps, bearerIn(url));
  if (order === null) throw redirect('/', 302);
  return order;
}

interface TransferAnswer {
  problem?: 'changed' | 'lost';
  text?: string;
  /** Taken back a moment ago: its recipient may get it back as fast. */
  revoked?: { ticketNumber: string; recipient: string };
  /** A link that is to be sent at once. */
  send?: Sharing;
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { deps, address, limits } = context.get(requestContext);
  limits.countRequest('write', address);
  const form = await readForm(request);
  const ticketNumber = form.get('tiquet');
  const intent = textOf(form, 'intent');
  const bearer = bearerIn(url);
  const recipient = textOf(form, 'nom');
  const acts: Record<string, (which: { bearer: string; ticketNumber: string }) => ReturnType<typeof offerTicket>> = {
    donar: async (which) => offerTicket(deps, which),
    enviar: async (which) => offerTicket(deps, which),
    recuperar: async (which) => revokeTransfer(deps, which),
    desfer: async (which) => undoRevocation(deps, { ...which, recipient }),
  };
  const act = Object.hasOwn(acts, intent) ? acts[intent] : undefined;
  const outcome = act === undefined || typeof ticketNumber !== 'string' ? 'not_found' : await act({ bearer, ticketNumber });
  if (outcome === 'done' && typeof ticketNumber === 'string') {
    if (intent === 'recuperar' && recipient !== '') return data<TransferAnswer>({ revoked: { ticketNumber, recipient } });
    const share = intent === 'enviar' ? (await readTransferableOrder(deps, bearer))?.tickets.find((one) => one.ticketNumber === ticketNumber)?.share : null;
    if (share != null) return data<TransferAnswer>({ send: share });
  }
  if (outcome === 'done') return redirect(`/donar-tiquet?order_id=${encodeURIComponent(bearer)}`, { status: 303, headers: headers() });
  return data<TransferAnswer>({ problem: 'changed' }, { status: outcome === 'not_found' ? 404 : 409 });
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<TransferAnswer>> {
  const answer = await withFormDraft<TransferAnswer>(() => serverAction(), (problem) => ({ problem: 'lost', text: problem }));
  if ('send' in answer && answer.send !== undefined) openWhatsApp(whatsAppLink(answer.send));
  return answer;
}

/** Beside this page; where the browser opens no window any more, in its place. */
function openWhatsApp(address: string): void {
  const opened = window.open(address, '_blank');
  if (opened === null) window.location.assign(address);
  else opened.opener = null;
}

function bearerIn({ searchParams }: URL): string {
  return searchParams.get('order_id') ?? '';
}

export default function TransferTickets({ loaderData: { eventTitle, when, orderPath, isAllowed, tickets }, actionData }: Route.ComponentProps): ReactNode {
  const banner = useFocusOnAnswer(actionData);
  return (
    <>
      <PageHeader title="Donar un tiquet" back={{ to: orderPath, text: 'La comanda' }}>
        {eventTitle} · {when}
      </PageHeader>
      <Wrap width="text">
        <div className={styles.sheet}>
          {actionData?.problem === 'lost' ? <Banner ref={banner} tone="error" live="alert" title={actionData.text ?? ''} /> : null}
          {actionData?.revoked === undefined ? null : (
            <Banner ref={banner} tone="success" live="status" title="El tiquet torna a ser teu">
              <p>El codi de {actionData.revoked.recipient} ja no val. Si ha sigut sense voler, el torna a tindre: només haurà de tornar a dir les observacions i el que no pot menjar.</p>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="tiquet" value={actionData.revoked.ticketNumber} />
                <input type="hidden" name="nom" value={actionData.revoked.recipient} />
                <Button type="submit" tone="quiet" name="intent" value="desfer">
                  Desfer: tornar-lo a {actionData.revoked.recipient}
                </Button>
              </Form>
            </Banner>
          )}
          {actionData?.problem === 'changed' ? (
            <Banner ref={banner} tone="warning" live="alert" title="No s'ha pogut fer">
              <p>El tiquet ja s'ha usat o ha canviat mentrestant. Ací tens com està ara.</p>
            </Banner>
          ) : null}
          {isAllowed ? null : <Banner title="En este acte no es poden donar tiquets">El que ja havies donat, ho pots recuperar.</Banner>}
          <p className={`${ui.small} ${ui.wraps}`} hidden={!isAllowed}>Envia'l, o fes un enllaç i envia'l tu: qui l'obri posa el seu nom i es queda el tiquet, amb un codi nou. El teu deixa de valdre en eixe moment. Els diners d'una devolució tornen sempre a qui va pagar.</p>
          <ul className={ui.stack4}>
            {tickets.map((ticket, index) => (
              <li key={ticket.ticketNumber} className={styles.row}>
                <div>
                  <h2 className={ui.heading}>Ticket {index + 1}</h2>
                  <p className={`${ui.small} ${ui.wraps}`}>
                    {ticket.dishes === '' ? null : <>{ticket.dishes} · </>}#{ticket.ticketNumber}
                  </p>
                </div>
                <TicketTransfer ticket={ticket} name={`Ticket ${index + 1}`} />
              </li>
            ))}
          </ul>
        </div>
      </Wrap>
    </>
  );
}

function TicketTransfer({ ticket, name }: { ticket: TransferableTicket; name: string }): ReactNode {
  switch (ticket.state) {
    case 'mine':
      return (
        <div className={ui.cluster3}>
          <Act ticket={ticket} intent="enviar" label={`Donar per WhatsApp el ${name}`} text="Donar per WhatsApp" />
          <Act ticket={ticket} intent="donar" label={`Fer un enllaç per al ${name}`} text="Fer un enllaç" quiet />
        </div>
      );
    case 'offered':
      return (
        <div className={`${ui.column3} ${ui.start}`}>
          <p>
            <Chip tone="saffron">Enllaç fet: encara no l'ha agafat ningú</Chip>
          </p>
          {ticket.share === null ? null : (
            <>
              <p className={styles.address}>{ticket.share.url}</p>
              <ShareLink {...ticket.share} className={styles.share} />
            </>
          )}
          <Act ticket={ticket} intent="recuperar" label={`Anul·lar l'enllaç del ${name}`} text="Anul·lar l'enllaç" quiet />
        </div>
      );
    case 'received':
      return (
        <div className={`${ui.column3} ${ui.start}`}>
          <p>
            <Chip tone={ticket.label.tone}>{ticket.label.text}</Chip>
          </p>
          {ticket.mayRevokeTransfer ? <RevokeTransfer ticket={ticket} name={name} /> : null}
        </div>
      );
    case 'not_transferable':
      return <Chip tone={ticket.label.tone}>{ticket.label.text}</Chip>;
  }
}

/** Works without scripts; the first press only asks. */
function RevokeTransfer({ ticket, name }: { ticket: TransferableTicket; name: string }): ReactNode {
  return (
    <details className={styles.ask}>
      <summary className={styles.summary} aria-label={`Recuperar el ${name}`}>
        Recuperar…
      </summary>
      <div className={`${ui.column3} ${ui.start}`}>
        <p>Vols llevar-li el tiquet a {ticket.recipient}? El seu codi deixarà de valdre ara mateix; millor que ho sàpia per tu. Si va deixar el correu, d'ací a dos minuts també li ho direm.</p>
        <Act ticket={ticket} intent="recuperar" label={`Sí, recuperar el ${name}`} text="Sí, recuperar-lo" />
      </div>
    </details>
  );
}

function Act({ ticket, intent, label, text, quiet = false }: { ticket: TransferableTicket; intent: 'donar' | 'enviar' | 'recuperar'; label: string; text: string; quiet?: boolean }): ReactNode {
  const { formData } = useNavigation();
  const busy = formData?.get('tiquet') === ticket.ticketNumber && formData.get('intent') === intent;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="tiquet" value={ticket.ticketNumber} />
      {intent === 'recuperar' && ticket.recipient !== null ? <input type="hidden" name="nom" value={ticket.recipient} /> : null}
      <Button type="submit" tone={quiet ? 'quiet' : 'primary'} busy={busy} aria-label={label}>
        {text}
      </Button>
    </Form>
  );
}
