import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { totalOf } from '#app/domain/report/totals.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { useFocusOnAnswer } from '#app/design/ui/feedback/focus-on-answer.ts';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { formatEuros, formatPrice } from '#app/design/ui/format-money.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { seasonText } from '#app/domain/time/season.ts';
import { Pager } from '#app/design/ui/layout/pager.tsx';
import type { EventTakings, PanelOverview } from './panel/service.server.ts';
import type { Route } from './+types/admin-events-panel.ts';
import styles from './admin-events-panel.module.css';
import { VISIBILITY_TEXTS } from '#app/domain/event/event-fields.ts';
import type { PanelEvent } from './admin-events-panel.server.ts';

export { action, loader } from './admin-events-panel.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

export default function AdminEventsPanel({ loaderData, actionData }: Route.ComponentProps): ReactNode {
  const problem = useFocusOnAnswer(actionData);
  if (loaderData === null) return null;
  const { overview, list, today } = loaderData;
  const count = overview === null ? (list?.total ?? 0) : overview.totals.coming + overview.totals.past;
  return (
    <section className={ui.column4} aria-labelledby="admin-events">
      <div className={ui.bar3}>
        <h2 id="admin-events" className={ui.heading}>
          {list === null ? 'Esdeveniments' : list.name} ({count})
        </h2>
        <p className={styles.sold}>{todayText(totalOf(today))}</p>
        <ButtonLink to="/admin/events/new">+ Nou Esdeveniment</ButtonLink>
      </div>
      {actionData?.problem === undefined ? null : <Banner ref={problem} tone="error" title={actionData.problem} live="alert" />}
      {list !== null ? (
        <>
          <Link to="/admin" className={ui.touch}>← Tots els esdeveniments</Link>
          {list.total === 0 ? <EmptyState art={<HeadArt of="ticket" />} title="Ací no hi ha cap esdeveniment" /> : <EventRows events={list.events} today={today} isArchived={list.address === 'archived'} />}
          <Pager page={list.page} pages={list.pages} addressOf={(page) => `?${new URLSearchParams({ acts: list.address, page: String(page) })}`} />
        </>
      ) : null}
      {overview !== null && count === 0 ? <EmptyState art={<HeadArt of="ticket" />} title="No hi ha esdeveniments creats. Afig el teu primer esdeveniment." /> : null}
      {overview === null ? null : <Overview overview={overview} today={today} />}
    </section>
  );
}

function Overview({ overview: { coming, past, archived, totals, seasons }, today }: { overview: PanelOverview; today: readonly EventTakings[] }): ReactNode {
  return (
    <>
      <EventRows events={coming} today={today} />
      {totals.coming > coming.length ? <ListLink list="coming">Veure els {totals.coming} pròxims actes</ListLink> : null}
      {past.length === 0 ? null : (
        <>
          <h3 className={styles.part}>Acaben de passar</h3>
          <EventRows events={past} today={today} />
        </>
      )}
      {seasons.length === 0 ? null : (
        <nav aria-label="Temporades" className={ui.row3}>
          <span className={styles.part}>Per temporades</span>
          {seasons.map(({ season, events }) => (
            <ListLink key={season} list={String(season)}>
              {seasonText(season)} ({events})
            </ListLink>
          ))}
        </nav>
      )}
      {archived.length === 0 ? null : (
        <details className={styles.archived}>
          <summary>Arxivats ({totals.archived})</summary>
          <EventRows events={archived} today={today} isArchived />
          {totals.archived > archived.length ? <ListLink list="archived">Veure els {totals.archived} arxivats</ListLink> : null}
        </details>
      )}
    </>
  );
}

function ListLink({ list, children }: { list: string; children: ReactNode }): ReactNode {
  return (
    <Link to={`/admin?acts=${list}`} className={ui.touch}>
      {children}
    </Link>
  );
}

function EventRows({ events, today, isArchived = false }: { events: readonly PanelEvent[]; today: readonly EventTakings[]; isArchived?: boolean }): ReactNode {
  if (events.length === 0) return null;
  return (
    <ul className={styles.list}>
      {events.map((event) => (isArchived ? <ArchivedRow key={event.id} event={event} /> : <EventRow key={event.id} event={event} today={today.find(({ eventId }) => eventId === event.id)} />))}
    </ul>
  );
}

function ArchivedRow({ event }: { event: PanelEvent }): ReactNode {
  return (
    <li className={styles.row}>
      <EventFacts event={event} />
      {event.withdrawnAt === null ? <Owed event={event} /> : <Withdrawal event={event} />}
      <div className={styles.actions}>
        <EventLink to={`/admin/tickets/${event.id}`} text="Veure Tiquets" />
        <EventLink to={`/admin/events/day/${event.id}`} text="El dia de l'acte" />
        {event.withdrawnAt === null && event.sold === 0 ? null : <EventLink to={`/admin/events/plans/${event.id}`} text="Canvi de plans" />}
      </div>
    </li>
  );
}

function Owed({ event }: { event: PanelEvent }): ReactNode {
  if (event.owed === 0) return null;
  return (
    <p className={ui.row3}>
      <OwedLink event={event} />
    </p>
  );
}

function todayText({ tickets, taken, refunded }: Omit<EventTakings, 'eventId'>): string {
  if (tickets === 0 && taken === 0 && refunded === 0) return "Hui encara no s'ha cobrat res";
  const back = refunded === 0 ? '' : ` · tornat ${formatEuros(refunded)} · queda ${formatEuros(taken - refunded)}`;
  return `Hui: ${tickets === 1 ? '1 venut' : `${tickets} venuts`} · cobrat ${formatEuros(taken)}${back}`;
}

function EventRow({ event, today }: { event: PanelEvent; today: EventTakings | undefined }): ReactNode {
  const facts = factsOf(event);
  const values = { eventId: String(event.id) };
  return (
    <li className={styles.row}>
      <EventFacts event={event} today={today} />
      <Owed event={event} />
      <div className={styles.actions}>
        <EventLink to={`/admin/tickets/${event.id}`} text="Veure Tiquets" />
        <EventLink to={`/admin/events/day/${event.id}`} text="El dia de l'acte" />
        <EventLink to={`/admin/events/edit/${event.id}`} text="Editar" />
        {event.hasOrders ? (
          <ArchiveAction event={event} />
        ) : (
          <ConfirmAction label="Esborrar" tone="quiet" title="Estàs segur que vols eliminar aquest esdeveniment?" facts={facts} intent="delete" values={values} confirmLabel="Esborrar" busyLabel="Esborrant…" />
        )}
        <details className={styles.more} name="event-actions">
          <summary>
            Més
            <ChevronDown size={18} aria-hidden="true" />
          </summary>
          <div className={styles.actions}>
            <EventLink to={`/admin/events/menus/${event.id}`} text="Menús" />
            <EventLink to={`/admin/waiting-list/${event.id}`} text="Llista d'espera" />
            <EventLink to={`/admin/kitchen/${event.id}`} text="Full de cuina" />
            <EventLink to={`/admin/torns/${event.id}`} text="Torns" />
            <EventLink to={`/admin/events/new?from=${event.id}`} text="Duplicar" />
            {event.hasOrders ? null : <ArchiveAction event={event} />}
            <EventLink to={`/admin/events/messages/${event.id}`} text="Escriure als assistents" />
            <EventLink to={`/admin/events/plans/${event.id}`} text="Canvi de plans" />
          </div>
        </details>
      </div>
    </li>
  );
}

function EventLink({ to, text }: { to: string; text: string }): ReactNode {
  return (
    <ButtonLink tone="quiet" to={to}>
      {text}
    </ButtonLink>
  );
}

function ArchiveAction({ event }: { event: PanelEvent }): ReactNode {
  return (
    <ConfirmAction label="Arxivar" tone="quiet" title="Vols arxivar este esdeveniment?" facts={factsOf(event)} intent="archive" values={{ eventId: String(event.id) }} confirmLabel="Arxivar" busyLabel="Arxivant…">
      <p>Deixa de vendre's i de vore's. Els tiquets venuts continuen valent i no es mou cap diner.</p>
    </ConfirmAction>
  );
}

function factsOf(event: PanelEvent): { name: string; value: string }[] {
  return [
    { name: 'Esdeveniment', value: event.title },
    { name: 'Data', value: `${formatDate(event.date)}, ${event.time}` },
    { name: 'Venuts', value: String(event.sold) },
  ];
}

function OwedLink({ event: { id, owed } }: { event: PanelEvent }): ReactNode {
  return <Link to={`/admin/owed?event=${id}`}>Es deuen {formatEuros(owed)} en mà</Link>;
}

function Withdrawal({ event }: { event: PanelEvent }): ReactNode {
  const { unfinished, failed, owed } = event;
  return (
    <p className={ui.row3}>
      <Chip tone={failed > 0 ? 'red' : unfinished > 0 || owed > 0 ? 'saffron' : 'teal'}>{withdrawalText(event)}</Chip>
      {owed === 0 ? null : <OwedLink event={event} />}
      {failed === 0 ? null : <Link to="/admin/payments">{failed === 1 ? '1 devolució ha fallat' : `${failed} devolucions han fallat`}</Link>}
    </p>
  );
}

function withdrawalText({ unfinished, failed, owed }: PanelEvent): string {
  if (unfinished === 0 && failed > 0) return 'Retirat: no tot ha tornat';
  if (unfinished === 0) return owed === 0 ? 'Retirat: tot tramitat' : 'Retirat: falta tornar en mà';
  return unfinished === 1 ? 'Retirat: queda 1 comanda' : `Retirat: queden ${unfinished} comandes`;
}

function soldText({ sold, held, maxTickets }: PanelEvent): string {
  const text = maxTickets !== null ? `${sold} / ${maxTickets} venuts` : sold === 1 ? '1 venut' : `${sold} venuts`;
  return held === 0 ? text : `${text}, ${held} pagant-se`;
}

function EventFacts({ event, today }: { event: PanelEvent; today?: EventTakings | undefined }): ReactNode {
  const { id, title, date, time, image, visibility, rehearsal, price, maxTickets, sold, partiesWaiting } = event;
  return (
    <div className={styles.facts}>
      <span className={styles.emoji} aria-hidden="true">
        {image}
      </span>
      <div className={styles.words}>
        <h3 className={styles.name}>
          <Link to={`/admin/tickets/${id}`}>{title}</Link> <Chip>{VISIBILITY_TEXTS[visibility]}</Chip>
          {rehearsal ? <Chip tone="saffron">Assaig</Chip> : null}
        </h3>
        <p className={styles.when}>
          {formatDate(date)} · {time} · {formatPrice(price)}
        </p>
        <p className={styles.sold}>
          {soldText(event)}
          {today === undefined ? null : ` · ${todayText(today)}`}
          {partiesWaiting === 0 ? null : (
            <>
              {' · '}
              <Link to={`/admin/waiting-list/${id}`}>{partiesWaiting === 1 ? '1 grup espera' : `${partiesWaiting} grups esperen`}</Link>
            </>
          )}
          {maxTickets === null || maxTickets === 0 ? null : <meter className={styles.meter} min={0} max={maxTickets} value={Math.min(sold, maxTickets)} aria-label={`Venuts de ${title}`} />}
        </p>
      </div>
    </div>
  );
}
