import type { ReactNode } from 'react';
import { redirect } from 'react-router';

import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { FullScreenCodes } from '#app/design/ticket-rendering/paper/full-screen-codes.tsx';
import { WalletLinks } from '#app/design/ticket-rendering/wallet/wallet-links.tsx';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { ButtonAnchor, ButtonLink } from '#app/design/ui/button.tsx';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';

import { readLostTicketCookie } from '../cookies.server.ts';
import { findTickets, type FoundOrder } from '../lost-ticket.server.ts';
import { type OfferedWallets, offeredWallets } from '../../wallet/service.server.ts';
import type { Route } from './+types/lost-ticket-found.ts';
import { FoundTicketCard } from './lost-ticket-card.tsx';
import styles from './lost-ticket.module.css';

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Els teus tiquets' }), { name: 'robots', content: 'noindex' }];

export function headers(): Record<string, string> {
  return PRIVATE_LINK;
}

export async function loader({ request, context }: Route.LoaderArgs): Promise<{ orders: FoundOrder[]; wallets: OfferedWallets }> {
  const { deps } = context.get(requestContext);
  const key = readLostTicketCookie(request.headers, 'key', deps.env.publicUrl);
  const orders = key === null ? null : await findTickets(deps, key);
  if (orders === null) throw redirect('/tiquet-perdut?caducat=1', { headers: headers() });
  return { orders, wallets: offeredWallets(deps) };
}

export default function LostTicketFound({ loaderData: { orders, wallets } }: Route.ComponentProps): ReactNode {
  const count = orders.reduce((sum, order) => sum + order.tickets.length, 0);
  return (
    <>
      <PageHeader art={<HeadArt of="party" />} title={count === 1 ? 'Ací tens el teu tiquet' : 'Ací tens els teus tiquets'}>
        Guarda'ls al mòbil ara: esta pàgina es tanca d'ací a una hora.
      </PageHeader>
      <Wrap>
        <div className={`${styles.sheet} ${styles.wide}`}>
          {count === 0 ? <p>Ara mateix no tens tiquets per als pròxims actes.</p> : null}
          {count === 0 ? null : (
            <div className={`${ui.cluster3} ${ui.noPrint}`}>
              <ButtonAnchor href="/tiquet-perdut/tiquets.pdf" download="tiquets.pdf">
                Descarregar PDF
              </ButtonAnchor>
            </div>
          )}
          <FullScreenCodes tickets={orders.flatMap((order) => order.tickets)}>
            {orders.map((order) => (
              <OrderOfTickets key={order.orderNumber} order={order} wallets={wallets} />
            ))}
          </FullScreenCodes>
          <div className={`${ui.cluster3} ${ui.noPrint}`}>
            <ButtonLink tone="quiet" to="/">
              Tornar a l'Inici
            </ButtonLink>
          </div>
        </div>
      </Wrap>
    </>
  );
}

function OrderOfTickets({ order, wallets }: { order: FoundOrder; wallets: OfferedWallets }): ReactNode {
  const [first] = order.tickets;
  if (first === undefined) return null;
  const title = `comanda-${order.orderNumber}`;
  return (
    <section className={styles.order} aria-labelledby={title}>
      <div className={styles.orderHead}>
        <div>
          <h2 id={title}>{first.eventTitle}</h2>
          <p className={styles.facts}>
            {first.dateText} · {first.time.trim() === '' ? 'Hora no especificada' : first.time} · {first.location ?? 'Ubicació per confirmar'}
          </p>
        </div>
        <ButtonLink tone="text" to={order.orderPath} aria-label={`Veure la comanda ${order.orderNumber}`}>
          Veure la comanda
        </ButtonLink>
      </div>
      <ul className={styles.list}>
        {order.tickets.map((ticket) => (
          <li key={ticket.id}>
            <FoundTicketCard ticket={ticket}>
              <WalletLinks wallets={wallets} call={`${order.call}/tickets/${ticket.ticketNumber}`} ticketNumber={ticket.ticketNumber} />
            </FoundTicketCard>
          </li>
        ))}
      </ul>
    </section>
  );
}
