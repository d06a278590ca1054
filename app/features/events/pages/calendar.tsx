import { type ReactNode, useEffect } from 'react';
import { Outlet, type ShouldRevalidateFunctionArgs, useLocation, useNavigation } from 'react-router';

import { calendarView, type CalendarQuery, nextDayAfter } from '#app/domain/event/calendar.ts';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { useSlow } from '#app/design/ui/feedback/slow.ts';
import { usePrefetchedRoutes } from '#app/platform/client-state/prefetch-routes.ts';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';

import { type CalendarMonth, readCalendar } from '../service.server.ts';
import type { Route } from './+types/calendar.ts';
import styles from './calendar.module.css';
import { DayPanel } from './day-panel.tsx';
import { EventsUnread } from './events-unread.tsx';
import { MonthGrid } from './month-grid.tsx';
import { MonthLeaf } from './month-leaf.tsx';

const NEXT_SCREENS = ['features/order-page/pages/order/new-order'];

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, title: 'Calendari', description: "L'any faller, dia a dia: sopars, concerts i actes, i si encara queden entrades." });

export async function loader({ context, url }: Route.LoaderArgs): Promise<CalendarMonth> {
  const { deps, actor } = context.get(requestContext);
  return readCalendar(deps, actor, calendarQuery(url.search, []));
}

/** Module state of the browser: only the loaded data tells which month an address without one stands for. */
let displayed: Pick<CalendarMonth, 'month' | 'today' | 'daysOnSale'> | null = null;

/** A month is loaded whole: choosing one of its days needs no request and works offline. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const isDisplayed = displayed !== null && calendarView(calendarQuery(nextUrl.search, displayed.daysOnSale), displayed.today).month === displayed.month;
  return isDisplayed && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
}

export default function Calendar({ loaderData: { today, month, events, daysOnSale } }: Route.ComponentProps): ReactNode {
  usePrefetchedRoutes(NEXT_SCREENS);
  useEffect(() => {
    displayed = { month, today, daysOnSale };
    return () => {
      displayed = null;
    };
  }, [month, today, daysOnSale]);
  const { search } = useLocation();
  const soon = calendarView(calendarQuery(useSearchSoon(), daysOnSale), today);
  const isLoading = soon.month !== month;
  const isSlow = useSlow(isLoading);
  // The current month stays until the next one has loaded, unless that takes long.
  const view = isLoading ? calendarView(calendarQuery(search, daysOnSale), today) : soon;
  const day = isSlow ? null : view.day;

  return (
    <Wrap>
      <VisuallyHidden as="h1">Calendari</VisuallyHidden>
      <div className={styles.columns}>
        <MonthGrid month={month} today={today} chosen={day} events={events} />
        <DayPanel day={day} events={events.filter((event) => event.date === day)} nextDay={nextDayAfter({ month, day }, daysOnSale)} isLoading={isSlow} />
      </div>
      <Outlet />
    </Wrap>
  );
}

/** A failed load must not look like an empty month. */
export function ErrorBoundary(): ReactNode {
  return (
    <>
      <title>{`Calendari · ${useAssociation().name}`}</title>
      <Heading />
      <Wrap>
        <div className={styles.unread}>
          <EventsUnread />
        </div>
      </Wrap>
    </>
  );
}

function Heading(): ReactNode {
  return (
    <PageHeader title="Calendari" art={<MonthLeaf />}>
      L'any faller, dia a dia.
    </PageHeader>
  );
}

/** The pending navigation's query, else the current one. */
function useSearchSoon(): string {
  const location = useLocation();
  const { location: next } = useNavigation();
  return next?.pathname === location.pathname ? next.search : location.search;
}

/** Without a month, the next one with something on sale. */
function calendarQuery(search: string, daysOnSale: readonly string[]): CalendarQuery {
  const parameters = new URLSearchParams(search);
  return { month: parameters.get('mes'), day: parameters.get('dia'), opensOn: daysOnSale[0] };
}
