import type { ReactNode } from 'react';
import { Link, redirect, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';

import { previewPath } from '#app/domain/event/drawing/event-picture.ts';
import { cheapestTicket, hasChoices } from '#app/domain/event/menu.ts';
import { weekdayName } from '#app/domain/time/dates.ts';
import { formatPrice } from '#app/design/ui/format-money.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { eventOnPage } from '#app/domain/event/structured-data.ts';
import { offerOpenedBy, pageOfOpenedOffer } from '#app/features/waiting-list/service.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { usePrefetchedRoutes } from '#app/platform/client-state/prefetch-routes.ts';

import { useCart, useCartFromNavigation } from '#app/platform/client-state/cart-storage.ts';
import { useLivePlaces } from '../../client/use-live-places.ts';
import type { Route } from './+types/new-order.ts';
import { type EventForOrder, menuOf } from './event-for-order.ts';
import { EventAbout } from '../event/event-about.tsx';
import { EventPoster } from '../event/event-poster.tsx';
import { readEventAnyway, useKnownEvent } from './known-event.ts';
import { loadEventForOrder } from './load-event.server.ts';
import { takeCodeOfLink } from './prices/voucher-link.server.ts';
import { NotSellingYet } from '../event/not-selling-yet.tsx';
import { OfferNotice } from './notices/order-notices.tsx';
import { OrderForm } from './order-form.tsx';
import { SaleToCome } from './sale-to-come.tsx';
import { OrderSkeleton } from './order-skeleton.tsx';
import { ViewedEvent } from './viewed-event.tsx';
import { useAlreadyPaid } from './notices/already-paid-notice.tsx';

export { EventMissing as ErrorBoundary } from '../event/event-missing.tsx';

/** Only the box office may open an event that is not on sale (spec §2 Order); before its beginning the page waits here. */
export async function loader(args: Route.LoaderArgs): Promise<EventForOrder> {
  await takeCodeOfLink(args);
  const found = await loadEventForOrder(args);
  const { deps } = args.context.get(requestContext);
  if (found.viewedAs === undefined && found.event.saleStatus !== 'open' && !isToCome(found) && found.viewer.role !== 'admin') {
    const opened = { entryId: offerOpenedBy(deps, args.request.headers), eventId: found.event.id };
    throw redirect((await pageOfOpenedOffer(deps, opened)) ?? `/tickets?event=${found.event.id}`, 302);
  }
  const { association } = await deps.settings.current();
  const fromPrice = cheapestTicket(menuOf(found.event), found.viewer.role);
  return { ...found, structuredData: eventOnPage({ ...found.event, fromPrice }, { url: new URL(`/order/${found.event.id}`, deps.env.publicUrl).href, association }) };
}

function isToCome({ event, opensIn }: EventForOrder): boolean {
  return opensIn !== null && event.saleStatus === 'closed';
}

export async function clientLoader({ params, url, serverLoader }: Route.ClientLoaderArgs): Promise<EventForOrder> {
  if (url.searchParams.has('view')) return serverLoader();
  return readEventAnyway(params.eventId, serverLoader);
}

/** The sheet's history entry differs by its hash alone. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search;
  return isSamePage && currentUrl.hash !== nextUrl.hash ? false : defaultShouldRevalidate;
}

const NEXT_SCREENS = ['features/events/pages/tickets', 'features/order-page/pages/checkout/checkout'];

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return pageMeta({ matches, title: 'Esdeveniment no trobat' });
  const { event, viewer, structuredData } = loaderData;
  const fromPrice = formatPrice(cheapestTicket(menuOf(event), viewer.role));
  const facts = [`${weekdayName(event.date)}, ${event.dateText}`, event.time, event.location, hasChoices(menuOf(event)) ? `des de ${fromPrice}` : fromPrice];
  return [...pageMeta({ matches, title: event.title, description: facts.filter(Boolean).join(' · '), image: previewPath(event.picture) }), { 'script:ld+json': structuredData ?? {} }];
};

export default function Order({ loaderData }: Route.ComponentProps): ReactNode {
  const { viewer, version } = loaderData;
  const event = useLivePlaces(loaderData.event, viewer.offered, { version });
  const view = { ...loaderData, event };
  usePrefetchedRoutes(NEXT_SCREENS);
  useKnownEvent(loaderData);
  const stored = useCart(event.id);
  useCartFromNavigation(stored, event.id, useLocation().state);
  const paidOrder = useAlreadyPaid(stored.known ? stored.cart : null, event.id);

  return (
    <>
      <EventPoster event={event} back={loaderData.viewedAs === undefined ? <Link to="/tickets">← Tiquets</Link> : <Link to={`/admin/events/day/${event.id}`}>← El dia de l'acte</Link>} />
      {loaderData.viewedAs !== undefined ? (
        <ViewedEvent view={view} viewedAs={loaderData.viewedAs} />
      ) : loaderData.notSelling === true ? (
        <NotSellingYet>
          <EventAbout {...view} />
        </NotSellingYet>
      ) : isToCome(loaderData) && viewer.role !== 'admin' ? (
        <SaleToCome text={event.unavailableReason ?? ''} seconds={loaderData.opensIn ?? 0}>
          <OfferNotice offer={loaderData.offer} />
          <EventAbout {...view} />
        </SaleToCome>
      ) : stored.known ? (
        <OrderForm {...view} cart={stored.cart} durable={stored.durable} paidOrder={paidOrder}>
          <OfferNotice offer={loaderData.offer} />
          <EventAbout {...view} />
        </OrderForm>
      ) : (
        <OrderSkeleton>
          <OfferNotice offer={loaderData.offer} />
          <EventAbout {...view} />
        </OrderSkeleton>
      )}
    </>
  );
}
