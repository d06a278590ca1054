import { type ReactNode, useEffect, useState } from 'react';
import { data, Link } from 'react-router';

import { loginBackTo } from '#app/domain/people/login-link.ts';
import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { UnreadBanner } from '#app/design/ui/feedback/unread-banner.tsx';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { GUEST_MARK, hasOfflineCopy, saveOfflineCopy } from '#app/platform/client-state/offline/offline-copy.ts';
import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';

import { listMyTickets, type MyEvent, type MyTicket, type MyTickets } from '../my-tickets.server.ts';
import type { Route } from './+types/my-tickets.ts';
import { DeviceTickets } from './device-tickets.tsx';
import { MyEvents, type MyEventsProps } from './my-events.tsx';
import styles from './my-tickets.module.css';
import { useOfflineMark } from './use-offline-mark.ts';
import { useStayingOffline } from '#app/platform/client-state/offline/use-staying-offline.ts';
import { useOnline } from '#app/design/ui/hooks/use-online.ts';

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Els meus tiquets' }), { name: 'robots', content: 'noindex' }];

/** Codes let people in, so no cache may store them. */
export function headers(): HeadersInit {
  return PRIVATE_LINK;
}

interface MyTicketsData {
  tickets: MyTickets | null;
}

export async function loader({ context }: Route.LoaderArgs): Promise<ReturnType<typeof data<MyTicketsData>>> {
  const { deps, actor } = context.get(requestContext);
  return data({ tickets: await listMyTickets(deps, actor) });
}

export default function MyTicketsScreen({ loaderData: { tickets } }: Route.ComponentProps): ReactNode {
  useStoredFor(tickets);
  return (
    <>
      <Head />
      <Wrap>{tickets === null ? <SignedOut /> : <Tickets tickets={tickets} />}</Wrap>
    </>
  );
}

function Tickets({ tickets }: { tickets: MyTickets }): ReactNode {
  const freshness = useFreshness(tickets);
  useStayingOffline(freshness !== 'fresh');
  const { coming, past, wallets } = tickets;
  if (coming.length === 0 && past.length === 0) {
    return (
      <div className={styles.state}>
        <DeviceTickets
          beside={byNumber([])}
          otherwise={
            <EmptyState art={<HeadArt of="ticket" />} title="No tens cap ticket encara" heading="h2" action={<ButtonLink to="/tickets">Mira què hi ha preparat</ButtonLink>}>
              Quan compres per a un sopar o un concert, els teus tiquets t'esperaran ací.
            </EmptyState>
          }
        />
      </div>
    );
  }
  return (
    <>
      {freshness === 'fresh' ? null : (
        <div className={styles.offline}>
          <Banner title={freshness === 'offline' ? 'Sense connexió' : 'Tiquets guardats'} live="status">
            <p>Estos són els tiquets guardats en este dispositiu. El codi val igual.</p>
            {freshness === 'stored' ? (
              <Link to="/my-tickets" reloadDocument>
                Torna a carregar-los
              </Link>
            ) : null}
          </Banner>
        </div>
      )}
      <ComingEvents events={coming} wallets={wallets} />
      <DeviceTickets beside={byNumber([...coming, ...past])} />
      <PastEvents events={past} wallets={wallets} isOpen={coming.length === 0} />
    </>
  );
}

function ComingEvents({ events, wallets }: MyEventsProps): ReactNode {
  if (events.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>
        Pròxims <span className={styles.count}>{countOf(events)}</span>
      </h2>
      <MyEvents events={events} wallets={wallets} />
      <p className={styles.hint}>Ensenya el codi a l'entrada. També sense cobertura.</p>
    </section>
  );
}

function PastEvents({ events, wallets, isOpen }: MyEventsProps & { isOpen: boolean }): ReactNode {
  if (events.length === 0) return null;
  return (
    <details className={styles.section} open={isOpen}>
      <summary>
        <h2 className={styles.folded}>
          Passats <span className={styles.count}>{countOf(events)}</span>
        </h2>
      </summary>
      <MyEvents events={events} wallets={wallets} />
    </details>
  );
}

function byNumber(events: readonly MyEvent[]): ReadonlyMap<string, MyTicket> {
  return new Map(events.flatMap(({ tickets }) => tickets.map((ticket) => [ticket.printable.ticketNumber, ticket])));
}

function countOf(events: readonly MyEvent[]): number {
  return events.reduce((sum, { tickets }) => sum + tickets.length, 0);
}

function SignedOut(): ReactNode {
  return (
    <div className={styles.state} {...{ [GUEST_MARK]: '' }}>
      <DeviceTickets />
      <EmptyState art={<HeadArt of="key" />} title="Has d'iniciar sessió per veure els teus tiquets" heading="h2" action={<ButtonLink to={loginBackTo('/my-tickets')}>Iniciar Sessió</ButtonLink>}>
        Si has comprat sense compte, els teus tiquets són al correu. No els trobes? <Link to="/tiquet-perdut">He perdut el tiquet</Link>
      </EmptyState>
    </div>
  );
}

export function ErrorBoundary(): ReactNode {
  useEffect(() => {
    if (navigator.onLine) return;
    void hasOfflineCopy().then((storedCopy) => {
      if (storedCopy) window.location.reload();
    });
  }, []);
  return (
    <>
      <title>{`Els meus tiquets · ${useAssociation().name}`}</title>
      <Head />
      <Wrap>
        <div className={styles.state}>
          <UnreadBanner title="No hem pogut carregar els teus tiquets">Comprova la connexió i torna-ho a provar. Els tiquets comprats no es perden.</UnreadBanner>
        </div>
      </Wrap>
    </>
  );
}

function Head(): ReactNode {
  return (
    <header className={styles.head}>
      <Wrap>
        <h1 className={styles.name}>Els meus tiquets</h1>
      </Wrap>
    </header>
  );
}

/** Also fetches the drawing's script, so that it works offline. */
function useStoredFor(tickets: MyTickets | null): void {
  useEffect(() => {
    if (tickets === null || !navigator.onLine) return;
    void import('#app/design/ticket-rendering/drawing/draw-ticket.ts').then(saveOfflineCopy).catch(() => undefined);
  }, [tickets]);
}

/** `stored`: the stored copy, shown because the network did not answer in time. */
function useFreshness(tickets: MyTickets): 'fresh' | 'stored' | 'offline' {
  const isStored = useOfflineMark(true);
  const [first] = useState(tickets);
  if (!useOnline()) return 'offline';
  return isStored && first === tickets ? 'stored' : 'fresh';
}
