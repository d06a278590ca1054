import { type ReactNode, useEffect } from 'react';
import { Link, Outlet, useLocation, useSearchParams } from 'react-router';

import { roleOf } from '#app/domain/people/actor.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { EmptyState } from '#app/ui/feedback/empty-state.tsx';
import { pageMeta } from '#app/ui/layout/page-meta.ts';
import { usePrefetchedRoutes } from '#app/ui/offline/prefetch-routes.ts';
import { Wrap } from '#app/ui/layout/wrap.tsx';

import { type ListedEvent, listPricedEvents } from '../service.server.ts';
import type { Route } from './+types/tickets.ts';
import { EventCard, eventCardId } from './event-card.tsx';
import { EventsUnread } from './events-unread.tsx';
import styles from './tickets.module.css';

const NEXT_SCREENS = ['features/checkout/screens/order/new-order'];

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Tiquets', description: 'Sopars, paelles i concerts de la falla: tria el menú i porta el tiquet al mòbil.' });

export async function loader({ context }: Route.LoaderArgs): Promise<{ events: ListedEvent[]; role: Role }> {
  const { deps, actor } = context.get(requestContext);
  return { events: await listPricedEvents(deps, actor), role: roleOf(actor) };
}

export default function Tickets({ loaderData: { events, role } }: Route.ComponentProps): ReactNode {
  usePrefetchedRoutes(NEXT_SCREENS);
  const preselected = usePreselectedEvent();

  useEffect(() => {
    if (preselected === null) return;
    const card = document.getElementById(eventCardId(preselected));
    card?.scrollIntoView({ block: 'center' });
  }, [preselected]);

  return (
    <Wrap>
      <Heading />
      <Outlet />
      {events.length === 0 ? (
        <div className={styles.state}>
          <EmptyState art="🎪" title="No hi ha esdeveniments disponibles">
            Estem preparant la pròxima festa. Torna a passar d'ací a uns dies.
          </EmptyState>
        </div>
      ) : (
        <ul className={styles.grid}>
          {events.map((event) => (
            <li key={event.id} className={styles.cell}>
              <EventCard event={event} role={role} preselected={event.id === preselected} />
            </li>
          ))}
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
      <title>Tiquets · Comboi</title>
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

/** By id in the navigation state or as `?event=`; navigation state is whatever an old tab put there, so it is checked. */
function usePreselectedEvent(): number | null {
  const { state } = useLocation() as { state: unknown };
  const [search] = useSearchParams();
  const given = typeof state === 'object' && state !== null && 'eventId' in state ? state.eventId : search.get('event');
  const id = Number(given);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
