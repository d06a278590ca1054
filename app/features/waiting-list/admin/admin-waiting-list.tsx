import type { ReactNode } from 'react';
import { data, Form, Link } from 'react-router';

import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { dispatchIntent, readAdminForm, refuseAction, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { refuseAdminPage } from '#app/platform/http/guards/guards.server.ts';
import { Button, ButtonAnchor } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import { closeList, letSmallerPass, type ListRow, listWaitingLists, offerNow, readWaitingList, removeParty, type SteerOutcome, type WaitingList } from './service.server.ts';
import type { Route } from './+types/admin-waiting-list.ts';
import styles from './admin-waiting-list.module.css';
import { PartyRow, type ShownParty } from './party-row.tsx';

export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

const TITLE = "Llistes d'espera";

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: TITLE });

interface ShownList extends Pick<WaitingList, 'isSaleOn' | 'tally'> {
  event: Pick<WaitingList['event'], 'id' | 'title' | 'image' | 'maxTickets' | 'setAside' | 'smallerPass' | 'waitingList'> & { when: string };
  parties: ShownParty[];
}

interface ListData {
  lists: (ListRow & { when: string })[];
  list: ShownList | null;
}

/** Without an event those of all. */
export async function loader(args: Route.LoaderArgs): Promise<ListData> {
  const { deps, staff } = staffOf(args, 'admin');
  if (args.params.eventId === undefined) {
    const lists = await listWaitingLists(deps, staff);
    return { list: null, lists: lists.map((list) => ({ ...list, when: formatDate(list.date) })) };
  }
  const eventId = parseEventId(args.params.eventId);
  const list = eventId === null ? null : await readWaitingList(deps, staff, eventId);
  if (list === null) throw data(null, { status: 404 });
  const { id, title, image, date, time, maxTickets, setAside, smallerPass, waitingList } = list.event;
  let place = 0;
  return {
    lists: [],
    list: {
      event: { id, title, image, maxTickets, setAside, smallerPass, waitingList, when: `${formatDate(date)}, ${time}` },
      isSaleOn: list.isSaleOn,
      tally: list.tally,
      parties: list.parties.map(({ id: partyId, email, places, status, offeredPlaces, offerExpiresAt, confirmedAt, endedAt, orderId, orderNumber }) => {
        if (status === 'waiting') place += 1;
        return {
          id: partyId,
          email,
          places: offeredPlaces ?? places,
          status,
          place: status === 'waiting' ? place : null,
          since: confirmedAt === null ? null : instantText(confirmedAt.toISOString()),
          until: status === 'offered' && offerExpiresAt !== null ? instantText(offerExpiresAt.toISOString()) : null,
          ended: endedAt === null ? null : instantText(endedAt.toISOString()),
          order: orderId === null || orderNumber === null ? null : { id: orderId, number: orderNumber },
          mayBeOffered: status === 'waiting' && list.isSaleOn && (maxTickets === null || places <= setAside),
        };
      }),
    },
  };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, done } = staffOf(args, 'admin');
  const eventId = parseEventId(args.params.eventId ?? '');
  if (eventId === null) throw data(null, { status: 404 });
  const form = await readAdminForm(args.request);
  const partyId = textOf(form, 'party');

  function tell(outcome: SteerOutcome, message: string): Response | ReplyData {
    switch (outcome) {
      case 'done':
        return done(`/admin/waiting-list/${eventId}`, message);
      case 'gone':
        return refuseAction(null, 'Este grup ja no espera: mira la llista com està ara.');
      case 'too_few':
        return refuseAction(null, 'No hi ha prou places apartades per a tot el grup.');
      case 'not_found':
        throw data(null, { status: 404 });
      case 'right_lost':
        throw refuseAdminPage();
    }
  }

  return dispatchIntent(form, {
    smaller: async () => tell(await letSmallerPass(deps, staff, { eventId, may: true }), 'Els grups que caben ja poden passar davant.'),
    order: async () => tell(await letSmallerPass(deps, staff, { eventId, may: false }), 'La llista torna a anar per ordre estricte.'),
    offer: async () => tell(await offerNow(deps, staff, { eventId, partyId }), 'Oferta feta: el correu ja va de camí.'),
    remove: async () => tell(await removeParty(deps, staff, { eventId, partyId }), 'Grup llevat de la llista: li ho diem per correu.'),
    close: async () => tell(await closeList(deps, staff, eventId), 'Llista tancada: ho diem a tots per correu.'),
  });
}

export default function AdminWaitingList({ loaderData: { lists, list }, actionData }: Route.ComponentProps): ReactNode {
  if (list === null) return <AllLists lists={lists} />;
  const { event, parties, tally, isSaleOn } = list;
  return (
    <AdminPage
      title="Llista d'espera"
      lead={
        <>
          <span aria-hidden="true">{event.image}</span> <strong>{event.title}</strong> · {event.when}
        </>
      }
      back={{ to: '/admin/waiting-list', text: TITLE }}
      reply={actionData}
      actions={parties.length === 0 ? undefined : <ButtonAnchor tone="quiet" href={`/api/admin/events/${event.id}/waiting-list.csv`}>Baixar (CSV)</ButtonAnchor>}
    >
      <Counts tally={tally} setAside={event.setAside} />
      <Steering list={list} />
      {parties.length === 0 ? (
        <EmptyState art="🪑" title="No espera ningú">
          {event.waitingList ? "Quan s'esgoten les entrades, la gent podrà apuntar-se amb «Avisa'm»." : "Este acte no té llista d'espera: es posa en el seu formulari."}
        </EmptyState>
      ) : (
        <ul className={adminPage.list} aria-label="Grups">
          {parties.map((party) => (
            <PartyRow key={party.id} party={party} />
          ))}
        </ul>
      )}
      {isSaleOn && tally.waiting.parties + tally.offered.parties > 0 ? (
        <div className={adminPage.actions}>
          <ConfirmAction
            label="Tancar la llista"
            title="Vols tancar la llista d'espera?"
            facts={[
              { name: 'Esperen', value: peopleText(tally.waiting) },
              { name: 'Tenen oferta', value: peopleText(tally.offered) },
            ]}
            intent="close"
            confirmLabel="Tancar i avisar-los"
            busyLabel="Tancant…"
          >
            <p>Les ofertes s'acaben, tots reben un correu i les places lliures tornen a la venda oberta. Perquè ningú més s'apunte, lleva també «Llista d'espera» en el formulari de l'acte.</p>
          </ConfirmAction>
        </div>
      ) : null}
    </AdminPage>
  );
}

function AllLists({ lists }: { lists: ListData['lists'] }): ReactNode {
  return (
    <AdminPage title={TITLE} lead="Qui espera lloc per als actes esgotats." back={{ to: '/admin', text: 'Panell' }}>
      {lists.length === 0 ? (
        <EmptyState art="🪑" title="No hi ha cap llista">
          Quan un acte s'esgote i algú s'apunte, la trobaràs ací.
        </EmptyState>
      ) : (
        <ul className={adminPage.list}>
          {lists.map((list) => (
            <li key={list.id} className={adminPage.sheet}>
              <h2 className={styles.name}>
                <span aria-hidden="true">{list.image}</span> <Link to={`/admin/waiting-list/${list.id}`}>{list.title}</Link>
              </h2>
              <p className={adminPage.facts}>
                {list.when} · {list.partiesWaiting === 1 ? 'espera 1 grup' : `esperen ${list.partiesWaiting} grups`} ({placesText(list.placesWaited)}) · {list.placesOffered} oferides · {list.setAside} apartades
              </p>
            </li>
          ))}
        </ul>
      )}
    </AdminPage>
  );
}

function Counts({ tally, setAside }: { tally: WaitingList['tally']; setAside: number }): ReactNode {
  const counts = [
    { name: 'Esperen', ...tally.waiting },
    { name: 'Oferta oberta', ...tally.offered },
    { name: 'Comanda feta', ...tally.taken },
    { name: 'Han caducat', ...tally.expired },
  ];
  return (
    <dl className={styles.counts}>
      {counts.map(({ name, parties, places }) => (
        <div key={name} className={styles.count}>
          <dt>{name}</dt>
          <dd>
            <strong>{parties}</strong> <small>{placesText(places)}</small>
          </dd>
        </div>
      ))}
      <div className={styles.count}>
        <dt>Places apartades</dt>
        <dd>
          <strong>{setAside}</strong>
        </dd>
      </div>
    </dl>
  );
}

/** What the list does by itself, and what of it an admin can change. */
function Steering({ list: { event, parties, isSaleOn, tally } }: { list: ShownList }): ReactNode {
  const first = parties.find(({ status }) => status === 'waiting');
  if (!isSaleOn || first === undefined) return null;
  const isCollecting = event.setAside > 0 && first.places > event.setAside;
  return (
    <section className={adminPage.sheet} aria-labelledby="steering">
      <h2 id="steering" className={styles.name}>
        Com va la llista
      </h2>
      <p>
        {isCollecting
          ? `Hi ha ${event.setAside} de ${first.places} places apartades per al primer grup${event.smallerPass ? '; els grups que hi caben passen davant.' : '. Els de darrere esperen.'}`
          : 'Cada plaça que queda lliure s\'oferix per ordre. Mentre algú espera, cap torna a la venda oberta, ni a la taquilla.'}
      </p>
      <p className={adminPage.facts}>
        Si apuges el límit d'entrades de l'acte, les noves són primer per a la llista: ara {tally.waiting.places === 1 ? 'fa falta' : 'fan falta'} {placesText(tally.waiting.places)} per a tots. Si el lleves, hi ha oferta per a tots de seguida.
      </p>
      <Form method="post" className={adminPage.actions}>
        <Button type="submit" tone="quiet" name="intent" value={event.smallerPass ? 'order' : 'smaller'}>
          {event.smallerPass ? "Tornar a l'ordre estricte" : 'Deixar passar els grups que caben'}
        </Button>
      </Form>
    </section>
  );
}

function peopleText({ parties, places }: { parties: number; places: number }): string {
  return `${parties === 1 ? '1 grup' : `${parties} grups`}, ${placesText(places)}`;
}

function placesText(places: number): string {
  return places === 1 ? '1 plaça' : `${places} places`;
}
