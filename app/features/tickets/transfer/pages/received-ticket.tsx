import CalendarPlus from 'lucide-react/icons/calendar-plus';
import MapPin from 'lucide-react/icons/map-pin';
import { type ReactNode, useMemo } from 'react';
import { data, Form, redirect, useNavigation, useSearchParams } from 'react-router';

import { BAD_NOTE_TEXT, readNote } from '#app/domain/event/menu.ts';
import { MAX_NOTE_UNITS } from '#app/domain/order/status.ts';
import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { useStoredTickets } from '#app/platform/client-state/device-tickets.ts';
import { FullScreenCodes } from '#app/design/ticket-rendering/paper/full-screen-codes.tsx';
import { TicketPaper } from '#app/design/ticket-rendering/paper/ticket-paper.tsx';
import { WalletLinks } from '#app/design/ticket-rendering/wallet/wallet-links.tsx';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button, ButtonAnchor, ButtonLink } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { TextAreaField } from '#app/design/ui/forms/field.tsx';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { DownloadButton, TicketMenu } from '../../my-tickets/pages/my-ticket-card.tsx';
import { offeredWallets } from '../../wallet/service.server.ts';
import { readReceivedTicket, type ReceivedTicket, writeRecipientNote } from '../service.server.ts';
import type { Route } from './+types/received-ticket.ts';
import styles from './transfer.module.css';

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'El teu tiquet' }), { name: 'robots', content: 'noindex' }];

export function headers(): Record<string, string> {
  return PRIVATE_LINK;
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestContext);
  const taken = await readReceivedTicket(deps, url.searchParams.get('clau') ?? '');
  return data({ taken, wallets: offeredWallets(deps) }, { status: taken === null ? 404 : 200 });
}

interface NoteAnswer {
  problem: string;
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { deps, address, limits } = context.get(requestContext);
  limits.countRequest('write', address);
  const written = readNote(textOf(await readForm(request), 'nota'));
  if (written === null) return data<NoteAnswer>({ problem: BAD_NOTE_TEXT }, { status: 400 });
  const outcome = await writeRecipientNote(deps, url.searchParams.get('clau') ?? '', written.note);
  if (outcome === 'too_late') return data<NoteAnswer>({ problem: 'Ja no es poden canviar: la cuina ja ho té tot preparat. Si és per una al·lèrgia, contacta amb nosaltres.' }, { status: 409 });
  if (outcome === 'gone') throw redirect(`${url.pathname}${url.search}`, 303);
  url.searchParams.set('fet', '1');
  throw redirect(`${url.pathname}${url.search}`, 303);
}

export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<NoteAnswer>> {
  return withFormDraft<NoteAnswer>(() => serverAction(), (problem) => ({ problem }));
}

export default function ReceivedTicketScreen({ loaderData: { taken, wallets }, actionData }: Route.ComponentProps): ReactNode {
  const [search] = useSearchParams();
  useStoredOnDevice(taken);
  if (taken === null) return <NoLongerYours />;
  const { ticket, isValid } = taken;
  const key = search.get('clau') ?? '';
  return (
    <>
      <PageHeader title="Ja tens el tiquet!">{taken.when}</PageHeader>
      <Wrap width="text">
        <div className={styles.sheet}>
          <VisuallyHidden as="h2">El teu tiquet</VisuallyHidden>
          <FullScreenCodes tickets={isValid ? [ticket] : []}>
            <TicketPaper
              ticket={ticket}
              className={styles.ticket}
              code={isValid ? 'shown' : 'none'}
              foot={isValid ? <DownloadButton ticket={ticket} /> : null}
              status={<Chip tone={taken.label.tone}>{taken.label.text}</Chip>}
            >
              <p className={`${ui.small} ${ui.wraps}`}>A nom de {taken.name}</p>
              <TicketMenu reading={{ kind: 'menu', menu: { sections: ticket.menu.map(({ sectionName, items }) => ({ name: sectionName, dishes: items })), note: null } }} extras={ticket.extras} />
              {taken.isSavable ? <WalletLinks wallets={wallets} call={`/api/taken-tickets/${key}`} ticketNumber={ticket.ticketNumber} /> : null}
              <TicketLinks taken={taken} linkKey={key} />
            </TicketPaper>
          </FullScreenCodes>
          <OwnNote note={taken.note} mayChange={taken.mayChangeNote} isSaved={search.has('fet')} problem={actionData?.problem ?? null} />
          <EventLinks taken={taken} linkKey={key} />
          <p className={`${ui.small} ${ui.wraps}`}>Guarda esta pàgina: la seua adreça és l'única que obri el teu tiquet. En este mòbil també el tens a «Els meus tiquets», encara que no hi haja cobertura.</p>
        </div>
      </Wrap>
    </>
  );
}

function NoLongerYours(): ReactNode {
  return (
    <Wrap width="text">
      <div className={styles.space}>
        <EmptyState art={<HeadArt of="ticket" />} heading="h1" title="Este tiquet ja no és teu" action={<ButtonLink to="/tickets">Veure els actes</ButtonLink>}>
          Qui te'l va donar l'ha recuperat, o l'enllaç no està sencer.
        </EmptyState>
      </div>
    </Wrap>
  );
}

interface ReceivedTicketProps {
  taken: ReceivedTicket;
  linkKey: string;
}

function TicketLinks({ taken, linkKey }: ReceivedTicketProps): ReactNode {
  const ticketNumber = encodeURIComponent(taken.ticket.ticketNumber);
  return (
    <>
      {taken.mayChangeDishes ? (
        <p>
          <ButtonLink tone="quiet" to={`/canviar-plats/${ticketNumber}?clau=${linkKey}`}>
            Canviar plats
          </ButtonLink>
        </p>
      ) : null}
      {taken.hasNeedsPage ? (
        <p>
          <ButtonLink tone="text" to={`/necessitats/${ticketNumber}?clau=${linkKey}`}>
            Necessitats alimentàries
          </ButtonLink>
        </p>
      ) : null}
      {taken.hasGroup ? (
        <p>
          <ButtonLink tone="quiet" to={`/la-meua-colla?clau=${linkKey}`}>
            La colla
          </ButtonLink>
        </p>
      ) : null}
    </>
  );
}

function EventLinks({ taken, linkKey }: ReceivedTicketProps): ReactNode {
  return (
    <div className={styles.links}>
      <ButtonAnchor tone="text" href={`/api/taken-tickets/${linkKey}/calendar`} download="acte.ics">
        <CalendarPlus size={18} aria-hidden="true" /> Afegir al calendari
      </ButtonAnchor>
      {taken.mapUrl === null ? null : (
        <ButtonAnchor tone="text" href={taken.mapUrl} target="_blank" rel="noopener noreferrer">
          <MapPin size={18} aria-hidden="true" /> Com arribar
        </ButtonAnchor>
      )}
    </div>
  );
}

function OwnNote({ note, mayChange, isSaved, problem }: { note: string | null; mayChange: boolean; isSaved: boolean; problem: string | null }): ReactNode {
  const busy = useNavigation().state !== 'idle';
  if (!mayChange) return note === null ? null : <p className={`${ui.small} ${ui.wraps}`}>Observacions: {note}</p>;
  return (
    <Form key={note} method="post" className={styles.row}>
      {isSaved && problem === null ? <Banner tone="success" live="status" title="Observacions guardades" /> : null}
      <TextAreaField label="Observacions especials" name="nota" rows={3} defaultValue={note ?? ''} maxLength={MAX_NOTE_UNITS} error={problem} hint="Al·lèrgies, intoleràncies o el que la cuina haja de saber. Només les veuen la cuina i la porta." />
      <Button type="submit" tone="quiet" busy={busy} busyLabel="Guardant…">
        Guardar les observacions
      </Button>
    </Form>
  );
}

/** Stored offline as a guest's own tickets are. */
function useStoredOnDevice(taken: ReceivedTicket | null): void {
  const order = useMemo(() => taken && { orderNumber: taken.ticket.ticketNumber, eventDate: taken.eventDate, tickets: taken.isValid ? [taken.ticket] : [] }, [taken]);
  useStoredTickets({ order, signedIn: false });
}
