import type { ReactNode } from 'react';
import { data, Form, redirect, useNavigation } from 'react-router';

import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { Button } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { useFocusOnAnswer } from '#app/design/ui/feedback/focus-on-answer.ts';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import { ShareLink } from '#app/design/ui/share-link.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { type TransferableTicket, offerTicket, readTransferableOrder, revokeTransfer } from '../service.server.ts';
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

type TransferAnswer = { problem: 'changed' } | { problem: 'lost'; text: string };

export async function action({ request, url, context }: Route.ActionArgs) {
  const { deps, address, limits } = context.get(requestContext);
  limits.countRequest('write', address);
  const form = await readForm(request);
  const ticketNumber = form.get('tiquet');
  const intent = form.get('intent');
  const act = intent === 'donar' ? offerTicket : intent === 'recuperar' ? revokeTransfer : null;
  const outcome = act === null || typeof ticketNumber !== 'string' ? 'not_found' : await act(deps, { bearer: bearerIn(url), ticketNumber });
  if (outcome === 'done') return redirect(`/donar-tiquet?order_id=${encodeURIComponent(bearerIn(url))}`, { status: 303, headers: headers() });
  return data<TransferAnswer>({ problem: 'changed' }, { status: outcome === 'not_found' ? 404 : 409 });
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<TransferAnswer>> {
  return withFormDraft<TransferAnswer>(() => serverAction(), (problem) => ({ problem: 'lost', text: problem }));
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
          {actionData?.problem === 'lost' ? <Banner ref={banner} tone="error" live="alert" title={actionData.text} /> : null}
          {actionData?.problem === 'changed' ? (
            <Banner ref={banner} tone="warning" live="alert" title="No s'ha pogut fer">
              <p>El tiquet ja s'ha usat o ha canviat mentrestant. Ací tens com està ara.</p>
            </Banner>
          ) : null}
          {isAllowed ? null : <Banner title="En este acte no es poden donar tiquets">El que ja havies donat, ho pots recuperar.</Banner>}
          <p className={`${ui.small} ${ui.wraps}`} hidden={!isAllowed}>Fes un enllaç i envia'l: qui l'obri posa el seu nom i es queda el tiquet, amb un codi nou. El teu deixa de valdre en eixe moment. Els diners d'una devolució tornen sempre a qui va pagar.</p>
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
      return <Act ticket={ticket} intent="donar" label={`Fer un enllaç per al ${name}`} text="Fer un enllaç" />;
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
          {ticket.mayRevokeTransfer ? <TakeBack ticket={ticket} name={name} /> : null}
        </div>
      );
    case 'not_transferable':
      return <Chip tone={ticket.label.tone}>{ticket.label.text}</Chip>;
  }
}

/** Works without scripts; the first press only asks. */
function TakeBack({ ticket, name }: { ticket: TransferableTicket; name: string }): ReactNode {
  return (
    <details className={styles.ask}>
      <summary className={styles.summary} aria-label={`Recuperar el ${name}`}>
        Recuperar…
      </summary>
      <div className={`${ui.column3} ${ui.start}`}>
        <p>Vols llevar-li el tiquet a {ticket.recipient}? El seu codi deixarà de valdre ara mateix; millor que ho sàpia per tu.</p>
        <Act ticket={ticket} intent="recuperar" label={`Sí, recuperar el ${name}`} text="Sí, recuperar-lo" />
      </div>
    </details>
  );
}

function Act({ ticket, intent, label, text, quiet = false }: { ticket: TransferableTicket; intent: 'donar' | 'recuperar'; label: string; text: string; quiet?: boolean }): ReactNode {
  const { formData } = useNavigation();
  const busy = formData?.get('tiquet') === ticket.ticketNumber;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="tiquet" value={ticket.ticketNumber} />
      <Button type="submit" tone={quiet ? 'quiet' : 'primary'} busy={busy} aria-label={label}>
        {text}
      </Button>
    </Form>
  );
}
