import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { Button, ButtonAnchor } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-waiting-list.ts';
import styles from './admin-waiting-list.module.css';
import type { ListData, ListView } from './admin-waiting-list.server.ts';
import { EntryRow } from './entry-row.tsx';

export { action, loader } from './admin-waiting-list.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

const TITLE = "Llistes d'espera";

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: TITLE });

export default function AdminWaitingList({ loaderData: { lists, list }, actionData }: Route.ComponentProps): ReactNode {
  if (list === null) return <AllLists lists={lists} />;
  const { event, entries, tally, isSaleOn } = list;
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
      actions={entries.length === 0 ? undefined : <ButtonAnchor tone="quiet" href={`/api/admin/events/${event.id}/waiting-list.csv`}>Baixar (CSV)</ButtonAnchor>}
    >
      <Counts tally={tally} setAside={event.setAside} />
      <ListAction list={list} />
      {entries.length === 0 ? (
        <EmptyState art={<HeadArt of="chair" />} title="No espera ningú">
          {event.waitingList ? "Quan s'esgoten les entrades, la gent podrà apuntar-se amb «Avisa'm»." : "Este acte no té llista d'espera: es posa en el seu formulari."}
        </EmptyState>
      ) : (
        <ul className={ui.stack4} aria-label="Grups">
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {isSaleOn && tally.waiting.entries + tally.offered.entries > 0 ? (
        <div className={ui.cluster3}>
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
        <EmptyState art={<HeadArt of="chair" />} title="No hi ha cap llista">
          Quan un acte s'esgote i algú s'apunte, la trobaràs ací.
        </EmptyState>
      ) : (
        <ul className={ui.stack4}>
          {lists.map((list) => (
            <li key={list.id} className={adminPage.sheet}>
              <h2 className={styles.name}>
                <span aria-hidden="true">{list.image}</span> <Link to={`/admin/waiting-list/${list.id}`}>{list.title}</Link>
              </h2>
              <p className={ui.facts}>
                {list.when} · {list.partiesWaiting === 1 ? 'espera 1 grup' : `esperen ${list.partiesWaiting} grups`} ({placesText(list.placesWaited)}) · {list.placesOffered} oferides · {list.setAside} apartades
              </p>
            </li>
          ))}
        </ul>
      )}
    </AdminPage>
  );
}

function Counts({ tally, setAside }: { tally: ListView['tally']; setAside: number }): ReactNode {
  const counts = [
    { name: 'Esperen', ...tally.waiting },
    { name: 'Oferta oberta', ...tally.offered },
    { name: 'Comanda feta', ...tally.taken },
    { name: 'Han caducat', ...tally.expired },
  ];
  return (
    <dl className={styles.counts}>
      {counts.map(({ name, entries, places }) => (
        <div key={name} className={styles.count}>
          <dt>{name}</dt>
          <dd>
            <strong>{entries}</strong> <small>{placesText(places)}</small>
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

function ListAction({ list: { event, entries, isSaleOn, tally } }: { list: ListView }): ReactNode {
  const first = entries.find(({ status }) => status === 'waiting');
  if (!isSaleOn || first === undefined) return null;
  const isCollecting = event.setAside > 0 && first.places > event.setAside;
  return (
    <section className={adminPage.sheet} aria-labelledby="listAction">
      <h2 id="listAction" className={styles.name}>
        Com va la llista
      </h2>
      <p>
        {isCollecting
          ? `Hi ha ${event.setAside} de ${first.places} places apartades per al primer grup${event.smallerPass ? '; els grups que hi caben passen davant.' : '. Els de darrere esperen.'}`
          : 'Cada plaça que queda lliure s\'oferix per ordre. Mentre algú espera, cap torna a la venda oberta, ni a la taquilla.'}
      </p>
      <p className={ui.facts}>
        Si apuges el límit d'entrades de l'acte, les noves són primer per a la llista: ara {tally.waiting.places === 1 ? 'fa falta' : 'fan falta'} {placesText(tally.waiting.places)} per a tots. Si el lleves, hi ha oferta per a tots de seguida.
      </p>
      <Form method="post" className={ui.cluster3}>
        <Button type="submit" tone="quiet" name="intent" value={event.smallerPass ? 'order' : 'smaller'}>
          {event.smallerPass ? "Tornar a l'ordre estricte" : 'Deixar passar els grups que caben'}
        </Button>
      </Form>
    </section>
  );
}

function peopleText({ entries, places }: { entries: number; places: number }): string {
  return `${entries === 1 ? '1 grup' : `${entries} grups`}, ${placesText(places)}`;
}

function placesText(places: number): string {
  return places === 1 ? '1 plaça' : `${places} places`;
}
