import type { ReactNode } from 'react';

import { SelectInput } from '#app/design/admin-kit/fields/choices.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { SHIFT_KINDS, SHIFT_NAMES, shiftRight } from '#app/domain/shifts/shift.ts';
import { formatDate, weekdayName } from '#app/domain/time/dates.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button, ButtonAnchor, ButtonLink } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { gapsText } from '../shift-words.ts';
import type { Route } from './+types/admin-shifts.ts';
import styles from './admin-shifts.module.css';
import { BoardRow } from './board-row.tsx';
import { newShiftForm } from './shift-forms.ts';
import { ShiftFields } from './shift-fields.tsx';

export { action, loader } from './admin-shifts.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Torns' });

const PEOPLE_LIST = 'people-of-shifts';

export default function AdminShifts({ loaderData: { board, people }, actionData }: Route.ComponentProps): ReactNode {
  const { event, shifts } = board;
  const gaps = shifts.reduce((sum, shift) => sum + (shift.isOver ? 0 : shift.gaps), 0);
  const requests = shifts.reduce((sum, shift) => sum + shift.people.filter(({ state }) => state === 'asked').length, 0);
  return (
    <AdminPage
      title="Torns"
      lead={
        <>
          <strong>{event.title}</strong> · {weekdayName(event.date)}, {formatDate(event.date)}, {event.time}
          {event.withdrawnAt === null ? '' : ' · Retirat'}
        </>
      }
      back={{ to: '/admin/torns', text: 'Torns de tots els actes' }}
      actions={
        shifts.length === 0 ? undefined : (
          <>
            <ButtonLink tone="quiet" to={`/admin/torns/${event.id}/imprimir`}>
              Per a imprimir
            </ButtonLink>
            <ButtonAnchor tone="quiet" href={`/api/admin/events/${event.id}/shifts.csv`}>
              Descarregar CSV
            </ButtonAnchor>
          </>
        )
      }
      reply={actionData}
    >
      {shifts.length === 0 ? (
        <EmptyState art={<HeadArt of="apron" />} title="Este acte encara no té torns">
          Fes-ne el primer ací baix: els socis s'hi apuntaran en la pàgina «Torns».
        </EmptyState>
      ) : (
        <>
          <p className={ui.row3}>
            <Chip tone={gaps === 0 ? 'teal' : 'saffron'}>{gapsText(gaps)}</Chip>
            {requests === 0 ? null : <Chip tone="red">{requests === 1 ? '1 persona espera que l\'acceptes' : `${requests} persones esperen que les acceptes`}</Chip>}
          </p>
          <datalist id={PEOPLE_LIST}>
            {people.map(({ name, email }) => (
              <option key={email} value={email}>
                {name}
              </option>
            ))}
          </datalist>
          <ul className={styles.board} aria-label="Torns">
            {shifts.map((shift) => (
              <BoardRow key={shift.id} shift={shift} reply={actionData} peopleList={PEOPLE_LIST} />
            ))}
          </ul>
        </>
      )}
      {event.withdrawnAt === null ? <NewShift key={shifts.length} eventDate={event.date} eventTime={event.time} reply={actionData} /> : null}
    </AdminPage>
  );
}

const KIND_CHOICES = SHIFT_KINDS.map((kind) => ({ value: kind, text: shiftRight(kind) === null ? SHIFT_NAMES[kind] : `${SHIFT_NAMES[kind]} (s'ha d'acceptar)` }));

function NewShift({ eventDate, eventTime, reply }: { eventDate: string; eventTime: string; reply: FormReply | undefined }): ReactNode {
  const state = useAdminForm({ intent: 'make', schema: newShiftForm, defaultValue: { kind: 'bar', day: '0', starts: eventTime, ends: '', places: '', note: '' }, reply });
  return (
    <section className={adminPage.sheet} aria-labelledby="new-shift">
      <h2 id="new-shift" className={ui.heading}>
        Nou torn
      </h2>
      <AdminForm state={state}>
        <SelectInput field={state.fields.kind} label="Què" choices={KIND_CHOICES} hint="Porta i taquilla es demanen, i obrin la porta o la taquilla d'este acte durant el torn a qui acceptes." />
        <ShiftFields fields={state.fields} eventDate={eventDate} />
        <div>
          <Button type="submit" busy={useIsSending('make')} busyLabel="Creant…">
            Crear el torn
          </Button>
        </div>
      </AdminForm>
    </section>
  );
}
