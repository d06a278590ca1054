import type { ReactNode } from 'react';
import { data, Form, Link, redirect, useSubmit } from 'react-router';

import { AdminPage } from '#app/admin-kit/page/admin-page.tsx';
import { redirectWithMessage } from '#app/admin-kit/server/flash.server.ts';
import { staffOf } from '#app/admin-kit/server/staff-request.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { formatDayAndMonth } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { timeText } from '#app/domain/time/instant-text.ts';
import { type SaleMeans, MEANS_NAMES } from '#app/domain/till/means.ts';
import { REFUSALS } from '#app/domain/wire-error.ts';
import { refuseAdminPage } from '#app/http/guards/guards.server.ts';
import { readForm } from '#app/http/guards/read-body.server.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Chip } from '#app/ui/chip.tsx';
import { EmptyState } from '#app/ui/feedback/empty-state.tsx';
import { Field, TextField } from '#app/ui/forms/field.tsx';
import { formatEuros, formatPrice } from '#app/ui/format-money.ts';
import adminPage from '#app/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/ui/layout/page-meta.ts';

import { findSaleByNumber, listSales, listTillEvents, readTillMenus, sell, type TillCategory, type TillEvent } from '../../sales/service.server.ts';
import { explainRefusal } from '../../sales/refusal-text.server.ts';
import { type SaleReply, sendSale } from '../../client/send-sale.ts';
import { readSession } from '../../sessions/service.server.ts';
import type { Route } from './+types/till-desk.ts';
import { SaleDesk } from './sale-desk.tsx';
import { type PlacesLeft, placesLeftText } from './places-left.ts';
import type { CategoryMenus, DeskMenu } from './use-sale.ts';
import { usePlacesLeft } from './use-places-left.ts';
import { UnansweredSales } from '../unanswered/unanswered-sales.tsx';
import { readSaleForm } from './sale-form.server.ts';
import styles from './till-desk.module.css';

export { revalidateOnConflict as shouldRevalidate } from '#app/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendSale;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => pageMeta({ matches, title: loaderData?.name ?? 'Taquilla' });

interface RecentSale {
  orderId: string;
  text: string;
  amount: number;
  means: SaleMeans | null;
  timeText: string;
  isOver: boolean;
}

interface DeskData {
  sessionId: string;
  name: string;
  soldText: string;
  events: (Pick<TillEvent, 'id' | 'title' | 'image' | 'remaining'> & { dayText: string })[];
  eventId: number | null;
  menus: Record<TillCategory, DeskMenu> | null;
  /** Of the next sale: sent twice, it is sold once. */
  key: string;
  recent: RecentSale[];
  /** A number that was looked for and is no sale of a till. */
  notFound: string | null;
}

export async function loader(args: Route.LoaderArgs): Promise<Response | DeskData> {
  const { deps, staff, query } = staffOf(args, 'till');
  const { sessionId } = args.params;
  const details = await readSession(deps, staff, sessionId);
  if (!details) throw data(null, { status: 404 });
  if (details.session.closedAt !== null) return redirect(`/admin/till/${sessionId}/close`);
  const number = (query.get('q') ?? '').trim();
  const found = number === '' ? null : await findSaleByNumber(deps, staff, number);
  if (found !== null) return redirect(`/admin/till/${sessionId}/sales/${found}`);

  const today = dayInMadrid(deps.clock.now());
  const events = await listTillEvents(deps, staff);
  const requested = parseEventId(query.get('event') ?? '');
  const event = events.find(({ id }) => id === requested) ?? events.find(({ date }) => date >= today) ?? events[0];
  const [menus, sales] = await Promise.all([event ? readTillMenus(deps, staff, event.id) : null, listSales(deps, staff, sessionId)]);
  const tickets = details.sold.reduce((sum, line) => sum + line.tickets, 0);
  return {
    sessionId,
    name: details.session.name,
    soldText: `${tickets === 1 ? '1 tiquet' : `${tickets} tiquets`} · ${formatEuros(details.takings.reduce((sum, line) => sum + line.sold - line.paidOut, 0))}`,
    events: events.map(({ id, title, image, date, remaining }) => ({ id, title, image, remaining, dayText: date === today ? 'hui' : formatDayAndMonth(date) })),
    eventId: event?.id ?? null,
    menus,
    key: deps.ids.uuid(),
    recent: sales.map(({ orderId, orderNumber, tickets: count, total, means, reason, paidOut, soldAt, status }) => ({
      orderId,
      text: `${orderNumber} · ${count === 1 ? '1 tiquet' : `${count} tiquets`}`,
      amount: total - paidOut,
      means: means ?? (reason === null ? null : 'house'),
      timeText: timeText(soldAt.toISOString()),
      isOver: status === 'refunded' || status === 'cancelled',
    })),
    notFound: number === '' ? null : number,
  };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReturnType<typeof data<SaleReply>>> {
  const { deps, staff } = staffOf(args, 'till');
  const { sessionId } = args.params;
  const read = readSaleForm(await readForm(args.request));
  if ('fields' in read) return data<SaleReply>({ intent: 'sell', problem: 'Falta una cosa per a poder cobrar', fields: read.fields }, { status: 400 });
  const outcome = await sell(deps, staff, { ...read.sale, sessionId });
  switch (outcome.outcome) {
    case 'sold': {
      const { orderId, ticketsCreated, total } = outcome.order;
      const paid = total === 0 ? 'Gratis' : `${formatEuros(total)}, ${MEANS_NAMES[read.sale.means].toLowerCase()}`;
      return redirectWithMessage(`/admin/till/${sessionId}/sales/${orderId}`, `${ticketsCreated === 1 ? '1 tiquet venut' : `${ticketsCreated} tiquets venuts`}: ${paid}`, deps.env.publicUrl);
    }
    // Not the 409 that loads the page anew: what is typed stays, for another drawer.
    case 'not_open':
      return data<SaleReply>({ intent: 'sell', problem: REFUSALS.TILL_NOT_OPEN.message, isClosed: true }, { status: 410 });
    case 'closing':
      return data<SaleReply>({ intent: 'sell', problem: REFUSALS.TILL_CLOSING.message }, { status: 409 });
    case 'not_sold': {
      const { refusal } = outcome;
      return data<SaleReply>({ intent: 'sell', problem: await explainRefusal(deps, read.sale.eventId, refusal), ...(refusal.code === 'IDEMPOTENCY_KEY_REUSED' && { nextKey: deps.ids.uuid() }) }, { status: 409 });
    }
    case 'refused':
      throw refuseAdminPage();
  }
}

export default function TillDesk({ loaderData, actionData }: Route.ComponentProps): ReactNode {
  const { sessionId, name, soldText, events, eventId, menus, key, recent, notFound } = loaderData;
  const event = events.find(({ id }) => id === eventId);
  return (
    <AdminPage
      title={name}
      lead={soldText}
      reply={actionData}
      actions={
        <>
          <ButtonLink tone="quiet" to="/admin/till?totes">
            Caixes
          </ButtonLink>
          <ButtonLink tone="quiet" to={`/admin/till/${sessionId}/cash`}>
            Posar o traure efectiu
          </ButtonLink>
          <ButtonLink tone="quiet" to={`/admin/till/${sessionId}/close`}>
            Tancar la caixa
          </ButtonLink>
        </>
      }
    >
      <UnansweredSales />
      {event === undefined || menus === null ? (
        <EmptyState art="🎟️" title="No hi ha cap acte per vendre">
          Quan n'hi haja un de nou, apareixerà ací.
        </EmptyState>
      ) : (
        <EventDesk key={`${event.id} ${sessionId}`} events={events} event={event} menus={menus} saleKey={key} reply={actionData} />
      )}
      <RecentSales sessionId={sessionId} recent={recent} notFound={notFound} />
    </AdminPage>
  );
}

interface EventDeskProps extends Pick<DeskData, 'events'> {
  event: DeskData['events'][number];
  menus: CategoryMenus;
  saleKey: string;
  reply: SaleReply | undefined;
}

function EventDesk({ events, event, menus: loaded, saleKey, reply }: EventDeskProps): ReactNode {
  const { places, menus } = usePlacesLeft({ eventId: event.id, remaining: event.remaining, menus: loaded });
  return (
    <>
      <EventPicker events={events} event={event} places={places} />
      <SaleDesk eventId={event.id} places={places} menus={menus} saleKey={saleKey} reply={reply} />
    </>
  );
}

function EventPicker({ events, event, places }: Pick<EventDeskProps, 'events' | 'event'> & { places: PlacesLeft }): ReactNode {
  const submit = useSubmit();
  return (
    <div className={styles.event}>
      <Form className={styles.picker}>
        <Field label="Acte">
          {(control) => (
            <select {...control} key={event.id} name="event" defaultValue={event.id} onChange={(change) => void submit(change.currentTarget.form)}>
              {events.map(({ id, title, image, dayText }) => (
                <option key={id} value={id}>
                  {image} {title} ({dayText})
                </option>
              ))}
            </select>
          )}
        </Field>
        <noscript>
          <button type="submit">Canviar</button>
        </noscript>
      </Form>
      <p role="status" aria-label="Places">
        {places === 'unlimited' ? null : <Chip tone={places === 0 ? 'red' : typeof places === 'number' && places < 20 ? 'saffron' : 'teal'}>{placesLeftText(places)}</Chip>}
      </p>
    </div>
  );
}

function RecentSales({ sessionId, recent, notFound }: Pick<DeskData, 'sessionId' | 'recent' | 'notFound'>): ReactNode {
  return (
    <section className={adminPage.sheet} aria-labelledby="recent-sales">
      <h2 id="recent-sales" className={styles.title}>
        Vendes d'esta caixa
      </h2>
      <Form role="search" className={styles.search}>
        <TextField
          label="Buscar una venda, també d'una altra caixa"
          name="q"
          type="search"
          placeholder="ORD-…"
          defaultValue={notFound ?? ''}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={80}
          error={notFound === null ? null : 'Cap venda de taquilla té este número'}
        />
        <Button type="submit" tone="quiet">
          Buscar
        </Button>
      </Form>
      {recent.length === 0 ? (
        <p className={styles.soft}>Encara cap.</p>
      ) : (
        <ul className={styles.sales}>
          {recent.map(({ orderId, text, amount, means, timeText: time, isOver }) => (
            <li key={orderId}>
              <Link to={`/admin/till/${sessionId}/sales/${orderId}`}>{text}</Link>
              <span className={styles.soft}>{time}</span>
              {isOver ? <Chip tone="red">Anul·lada</Chip> : <span>{means === null ? formatPrice(amount) : `${MEANS_NAMES[means]} · ${formatPrice(amount)}`}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
