import { type ReactNode, useRef } from 'react';
import { Link, Outlet, useLocation, useSearchParams } from 'react-router';

import { parseEventId } from '#app/domain/event/event-id.ts';
import { previewPath } from '#app/domain/event/drawing/event-picture.ts';
import { eventOnPage } from '#app/domain/event/structured-data.ts';
import { roleOf } from '#app/domain/people/actor.ts';
import { holdsAccessCode } from '#app/features/vouchers/link/service.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { usePrefetchedRoutes } from '#app/platform/client-state/prefetch-routes.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import { useFocusWhen } from '#app/design/ui/hooks/use-focus-when.ts';

import { listPricedEvents } from '../service.server.ts';
import type { Route } from './+types/tickets.ts';
import { EventCard, eventCardId } from './event-card.tsx';
import { EventsUnread } from './events-unread.tsx';
import styles from './tickets.module.css';

const NEXT_SCREENS = ['features/order-page/pages/order/new-order'];

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData?.requested) return pageMeta({ matches, title: 'Tiquets', description: 'Sopars, paelles i concerts de la falla: tria el menú i porta el tiquet al mòbil.' });
  const { event: requested } = loaderData.requested;
  const description = [requested.saleText, requested.dateText, requested.time, requested.location].filter(Boolean).join(' · ');
  return [...pageMeta({ matches, title: requested.title, description, image: previewPath(requested.picture), canonical: `/tickets?event=${requested.id}` }), { 'script:ld+json': loaderData.structuredData ?? {} }];
};

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { deps, actor } = context.get(requestContext);
  const requestedId = parseEventId(url.searchParams.get('event') ?? '');
  const byAccessCode = requestedId !== null && (await holdsAccessCode(deps, request.headers, requestedId));
  const list = await listPricedEvents(deps, actor, requestedId, { byAccessCode });
  // An act that never had tickets stands in the calendar.
  const events = list.events.filter(({ id, maxTickets }) => maxTickets !== 0 || id === requestedId);
  const { association } = await deps.settings.current();
  // Computed on the server: its time zone library is too heavy for a phone.
  const structuredData = list.requested && eventOnPage(list.requested.event, { url: new URL(`/tickets?event=${requestedId}`, deps.env.publicUrl).href, association });
  return { ...list, events, structuredData, role: roleOf(actor) };
}

export default function Tickets({ loaderData: { events, requested, role, today } }: Route.ComponentProps): ReactNode {
  usePrefetchedRoutes(NEXT_SCREENS);
  const preselected = usePreselectedEvent();

  const reason = useRef<HTMLDivElement>(null);
  const list = useFocusWhen<HTMLUListElement>(preselected !== null, [preselected], () => {
    document.getElementById(eventCardId(preselected ?? 0))?.scrollIntoView({ block: 'center' });
    reason.current?.focus({ preventScroll: true });
  });

  return (
    <Wrap>
      <Heading />
      <Outlet />
      {events.length === 0 ? (
        <div className={styles.state}>
          <EmptyState art={<HeadArt of="moon" />} title="No hi ha esdeveniments disponibles">
            Estem preparant la pròxima festa. Torna a passar d'ací a uns dies.
          </EmptyState>
        </div>
      ) : (
        <ul ref={list} className={styles.grid}>
          {events.map((event) => {
            const whyNot = requested?.event.id === event.id ? requested.whyNot : null;
            return (
              <li key={event.id} className={whyNot === null ? styles.cell : `${styles.cell} ${styles.status}`}>
                {whyNot === null ? null : (
                  <Banner ref={reason} tone="warning" title={`${event.saleText}: «${event.title}»`}>
                    <p>{whyNot}</p>
                  </Banner>
                )}
                <EventCard event={event} role={role} today={today} preselected={event.id === preselected} />
              </li>
            );
          })}
        </ul>
      )}
      <p className={styles.lost}>
        Ja el tens comprat? <Link to="/tiquet-perdut">He perdut el tiquet</Link>
      </p>
    </Wrap>
  );
}

export function ErrorBoundary(): ReactNode {
  return (
    <Wrap>
      <title>{`Tiquets · ${useAssociation().name}`}</title>
      <Heading />
      <div className={styles.state}>
        <EventsUnread />
      </div>
    </Wrap>
  );
}

function Heading(): ReactNode {
  return (
    <div className={styles.hero}>
      <h1 className={styles.title}>
        Hi ha taula, <em>hi ha comboi.</em>
      </h1>
      <p className={styles.lead}>Tria el sopar, apunta els teus i porta el tiquet al mòbil. Fins i tot sense cobertura.</p>
    </div>
  );
}

/** Navigation state may have been stored by an older build. */
function usePreselectedEvent(): number | null {
  const state: unknown = useLocation().state;
  const [search] = useSearchParams();
  const requested = typeof state === 'object' && state !== null && 'eventId' in state ? state.eventId : search.get('event');
  const id = Number(requested);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
