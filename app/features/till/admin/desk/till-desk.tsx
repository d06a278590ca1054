import type { ReactNode } from 'react';
import { Form, Link, useSubmit } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { TENDER_NAMES } from '#app/domain/till/tender.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { Field, TextField } from '#app/design/ui/forms/field.tsx';
import { formatPrice } from '#app/design/ui/format-money.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { type SaleReply, sendSale } from '../../client/send-sale.ts';
import { OwedNotice } from '../owed/owed-notice.tsx';
import { UnansweredSales } from '../unanswered/unanswered-sales.tsx';
import type { Route } from './+types/till-desk.ts';
import { type PlacesLeft, placesLeftText } from './places-left.ts';
import { SaleDesk } from './sale-desk.tsx';
import { usePlacesLeft } from './use-places-left.ts';
import type { CategoryMenus } from './use-sale.ts';
import styles from './till-desk.module.css';
import type { DeskData } from './till-desk.server.ts';

export { action, loader } from './till-desk.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendSale;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => pageMeta({ matches, title: loaderData?.name ?? 'Taquilla' });

export default function TillDesk({ loaderData, actionData }: Route.ComponentProps): ReactNode {
  const { sessionId, name, owed, soldText, events, eventId, menus, key, recent, notFound } = loaderData;
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
      <OwedNotice {...owed} drawer={sessionId} />
      {event === undefined || menus === null ? (
        <EmptyState art={<HeadArt of="ticket" />} title="No hi ha cap acte per vendre">
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
      <SaleDesk eventId={event.id} groups={event.groups} asksNeeds={event.asksNeeds} places={places} menus={menus} saleKey={saleKey} reply={reply} />
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
      {event.hasTables ? (
        <ButtonLink tone="text" to={`/admin/till-seure/${event.id}`}>
          Seure a qui no té taula
        </ButtonLink>
      ) : null}
    </div>
  );
}

function RecentSales({ sessionId, recent, notFound }: Pick<DeskData, 'sessionId' | 'recent' | 'notFound'>): ReactNode {
  return (
    <section className={adminPage.sheet} aria-labelledby="recent-sales">
      <h2 id="recent-sales" className={ui.heading}>
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
        <p className={ui.facts}>Encara cap.</p>
      ) : (
        <ul className={styles.sales}>
          {recent.map(({ orderId, text, amount, means, timeText: time, isOver }) => (
            <li key={orderId}>
              <Link to={`/admin/till/${sessionId}/sales/${orderId}`} className={`${ui.touch} ${ui.link}`}>{text}</Link>
              <span className={ui.facts}>{time}</span>
              {isOver ? <Chip tone="red">Anul·lada</Chip> : <span>{means === null ? formatPrice(amount) : `${TENDER_NAMES[means]} · ${formatPrice(amount)}`}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
