import type { ReactNode } from 'react';
import { Form, useSubmit } from 'react-router';

import { useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { Button, ButtonAnchor, ButtonLink } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { useRefresh } from '#app/design/ui/hooks/use-refresh.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-seating.ts';
import styles from './admin-seating.module.css';
import type { SeatingView } from './admin-seating.server.ts';
import { ChosenTablePanel } from './chosen-table-panel.tsx';
import { HallPlan } from './hall-plan.tsx';
import { UnitList, StandingUnits } from './unit-list.tsx';

export { action, loader } from './admin-seating.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Taules' });

/** Tickets are sold and refunded meanwhile. */
const REFRESH_MS = 5_000;

export default function AdminSeating({ loaderData: view, actionData }: Route.ComponentProps): ReactNode {
  const { event, version, counts, rooms, chosen } = view;
  const submit = useSubmit();
  useRefresh(REFRESH_MS);
  const base = `/admin/taules/${event.id}`;

  function move(what: string, tableId: string): void {
    void submit({ intent: 'move', version: String(version), what, to: tableId }, { method: 'post', preventScrollReset: true });
  }

  return (
    <AdminPage title="Taules" lead={`${event.title} · ${event.when}`} back={{ to: '/admin/taules', text: 'Taules' }} reply={actionData} actions={<HeadActions view={view} />}>
      <nav aria-label="Del repartiment" className={ui.cluster3}>
        <ButtonLink tone="quiet" to={`${base}/sala`}>
          La sala
        </ButtonLink>
        <ButtonLink tone="quiet" to={`/admin/colles/${event.id}`}>
          Les colles
        </ButtonLink>
        {rooms.length === 0 ? null : <PrintLinks base={base} eventId={event.id} />}
      </nav>
      {counts.seats === 0 ? (
        <EmptyState art={<HeadArt of="chair" />} title="La sala encara no té taules" action={<ButtonLink to={`${base}/sala`}>Fer la sala</ButtonLink>}>
          Escriu «20 taules de 10» o «6 files de 40» i ja la tens, o copia-la d'un altre acte.
        </EmptyState>
      ) : (
        <div className={styles.columns}>
          <div className={styles.side}>
            {chosen === null ? null : <ChosenTablePanel table={chosen} tables={view.tables} version={version} base={base} />}
            <StandingUnits view={view} />
            <Notes notes={view.notes} />
          </div>
          <section className={styles.plan} aria-labelledby="plano">
            <div className={styles.counts}>
              <h2 id="plano" className={ui.heading}>
                El plano
              </h2>
              <p>
                <b>{counts.seated}</b> asseguts · <b>{counts.standing}</b> sense taula · <b>{counts.free}</b> cadires lliures
              </p>
            </div>
            <HallPlan rooms={rooms} chosenId={chosen?.id ?? null} linkTo={(id) => `?taula=${id}`} onDrop={move} />
          </section>
        </div>
      )}
      {counts.seats === 0 ? null : <UnitList view={view} />}
    </AdminPage>
  );
}

function HeadActions({ view }: { view: SeatingView }): ReactNode {
  const { version, published, counts, mayUndo, notices } = view;
  const arranging = useIsSending('arrange');
  const seen = <input type="hidden" name="version" value={version} />;
  return (
    <>
      <Chip tone={published ? 'teal' : 'saffron'}>{published ? 'Publicades' : 'Esborrany: encara no es veu en cap tiquet'}</Chip>
      {mayUndo ? (
        <Form method="post" preventScrollReset>
          {seen}
          <Button type="submit" name="intent" value="undo" tone="quiet">
            Desfer
          </Button>
        </Form>
      ) : null}
      {counts.seats === 0 ? null : (
        <Form method="post" preventScrollReset>
          {seen}
          <Button type="submit" name="intent" value="arrange" tone={published ? 'quiet' : 'primary'} busy={arranging} busyLabel="Repartint…">
            Repartir
          </Button>
        </Form>
      )}
      {counts.seated === 0 ? null : published ? (
        <>
          {notices.recipients > 0 ? (
            <ConfirmAction label="Avisa els canvis" tone="primary" title="Vols avisar dels canvis de taula?" facts={noticeFacts(notices)} intent="notify" confirmLabel={`Enviar ${mailsText(notices.recipients)}`} confirmTone="primary" busyLabel="Enviant…">
              <p>Només a qui té una taula que no és la que li vam dir, un correu a cadascú. El dia de l'acte ixen sols, un quart d'hora després de l'últim canvi.</p>
            </ConfirmAction>
          ) : null}
          <Form method="post" preventScrollReset>
            {seen}
            <Button type="submit" name="intent" value="unpublish" tone="quiet">
              Despublicar
            </Button>
          </Form>
        </>
      ) : (
        <ConfirmAction label="Publicar" tone="quiet" title="Vols publicar les taules?" facts={[{ name: 'Asseguts', value: String(counts.seated) }, { name: 'Sense taula', value: String(counts.standing) }, { name: 'Correus', value: String(notices.recipients) }]} intent="publish" values={{ version: String(version) }} confirmLabel={notices.recipients === 0 ? 'Publicar' : `Publicar i enviar ${mailsText(notices.recipients)}`} confirmTone="primary" busyLabel="Publicant…">
          <p>La taula ix en els tiquets, en el PDF, a la porta i en la pàgina de cada colla. A cada comanda li ho diem una vegada per correu.</p>
        </ConfirmAction>
      )}
    </>
  );
}

function mailsText(mails: number): string {
  return mails === 1 ? '1 correu' : `${mails} correus`;
}

function noticeFacts({ recipients, examples }: SeatingView['notices']): { name: string; value: string }[] {
  const more = recipients - examples.length;
  return [...examples.map(({ number, before, now }) => ({ name: number, value: [before, now].filter(Boolean).join(' → ') })), ...(more > 0 ? [{ name: 'I més', value: mailsText(more) }] : [])];
}

function PrintLinks({ base, eventId }: { base: string; eventId: number }): ReactNode {
  return (
    <>
      <ButtonLink tone="quiet" to={`${base}/imprimir/targetes`}>
        Targetes
      </ButtonLink>
      <ButtonLink tone="quiet" to={`${base}/imprimir/llista`}>
        Llista per a la paret
      </ButtonLink>
      <ButtonLink tone="quiet" to={`${base}/imprimir/plano`}>
        Plano
      </ButtonLink>
      <ButtonLink tone="quiet" to={`${base}/imprimir/cuina`}>
        Cuina per taula
      </ButtonLink>
      <ButtonAnchor tone="quiet" href={`/api/admin/events/${eventId}/seating.csv`} download>
        CSV
      </ButtonAnchor>
    </>
  );
}

function Notes({ notes }: { notes: readonly string[] }): ReactNode {
  if (notes.length === 0) return null;
  return (
    <section className={styles.notes} aria-labelledby="no-ha-pogut">
      <h2 id="no-ha-pogut" className={ui.heading}>
        No s'ha pogut
      </h2>
      <ul className={ui.stack2}>
        {notes.map((note) => (
          <li key={note} className={ui.wraps}>
            {note}
          </li>
        ))}
      </ul>
    </section>
  );
}
