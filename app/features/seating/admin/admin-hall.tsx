import type { ReactNode } from 'react';
import { Form } from 'react-router';

import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { Field, TextField } from '#app/design/ui/forms/field.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-hall.ts';
import styles from './admin-seating.module.css';
import forms from './admin-hall.module.css';
import { HallPlan } from './hall-plan.tsx';
import type { ChosenTable, RoomView } from './plan-view.ts';

export { action, loader } from './admin-hall.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'La sala' });

export default function AdminHall({ loaderData: { event, version, rooms, chosen, others }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="La sala" lead={`${event.title} · ${event.when}`} back={{ to: `/admin/taules/${event.id}`, text: 'Taules' }} reply={actionData}>
      <div className={forms.forms}>
        <GenerateForm key={`generate-${version}`} lastRoom={rooms.at(-1)?.name ?? 'Sala'} version={version} reply={actionData} />
        {rooms.length > 0 || others.length === 0 ? null : <CopyForm others={others} version={version} />}
        {chosen === null ? null : <TableForm key={`${chosen.id}-${version}`} table={chosen} version={version} reply={actionData} />}
      </div>
      {rooms.length === 0 ? null : (
        <section className={styles.plan} aria-labelledby="plano">
          <h2 id="plano" className={ui.heading}>
            El plano
          </h2>
          <p className={ui.small}>Tria una taula per a canviar-la. Les veïnes són les que es toquen en la mateixa fila.</p>
          <HallPlan rooms={rooms} chosenId={chosen?.id ?? null} linkTo={(id) => `?taula=${id}`} />
        </section>
      )}
      {rooms.map((room) => (
        <RoomForm key={room.id} room={room} version={version} reply={actionData} />
      ))}
    </AdminPage>
  );
}

interface HallFormProps {
  version: number;
  reply: FormReply | undefined;
}

function GenerateForm({ lastRoom, version, reply }: HallFormProps & { lastRoom: string }): ReactNode {
  const typed = reply?.intent === 'generate' ? reply.result?.initialValue : undefined;
  return (
    <Form method="post" preventScrollReset noValidate className={forms.form}>
      <input type="hidden" name="version" value={version} />
      <h2 className={ui.heading}>Afegir taules</h2>
      <TextField label="Sala" name="room" defaultValue={typed == null ? lastRoom : wordsOf(typed['room'])} maxLength={60} />
      <TextField label="Quines taules" name="text" defaultValue={wordsOf(typed?.['text'])} error={reply?.result?.error?.['text']?.[0] ?? null} hint="«20 taules de 10», «6 files de 40» o les dues coses amb una coma. Una fila llarga es partix en trams de 8 a 12 cadires." />
      <Button type="submit" name="intent" value="generate">
        Fer-les
      </Button>
    </Form>
  );
}

function CopyForm({ others, version }: Pick<Route.ComponentProps['loaderData'], 'others' | 'version'>): ReactNode {
  return (
    <Form method="post" preventScrollReset className={forms.form}>
      <input type="hidden" name="version" value={version} />
      <h2 className={ui.heading}>Copiar-la d'un altre acte</h2>
      <Field label="Acte">
        {(control) => (
          <select {...control} name="from">
            {others.map(({ id, text }) => (
              <option key={id} value={id}>
                {text}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button type="submit" name="intent" value="copy" tone="quiet">
        Copiar la sala
      </Button>
    </Form>
  );
}

function RoomForm({ room, version, reply }: HallFormProps & { room: RoomView }): ReactNode {
  const people = room.rows.reduce((sum, row) => sum + row.tables.reduce((all, { taken }) => all + taken, 0), 0);
  return (
    <div className={forms.form}>
      <Form method="post" preventScrollReset noValidate className={forms.line}>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="room" value={room.id} />
        <TextField label="Nom de la sala" name="name" defaultValue={room.name} maxLength={60} error={reply?.intent === 'nameRoom' ? (reply.result?.error?.['name']?.[0] ?? null) : null} />
        <Button type="submit" name="intent" value="nameRoom" tone="quiet">
          Guardar
        </Button>
      </Form>
      <ConfirmAction label={`Llevar «${room.name}»`} title={`Vols llevar «${room.name}» amb totes les seues taules?`} facts={[{ name: 'Hi seuen', value: String(people) }]} intent="removeRoom" values={{ version: String(version), room: room.id }} confirmLabel="Llevar la sala" busyLabel="Llevant…">
        <p>Qui hi seu queda sense taula. Ningú no perd el tiquet.</p>
      </ConfirmAction>
    </div>
  );
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function TableForm({ table, version, reply }: HallFormProps & { table: ChosenTable }): ReactNode {
  const isAnswered = reply?.intent === 'table';
  const errors: Record<string, string[] | null> = isAnswered ? (reply.result?.error ?? {}) : {};
  const typed = isAnswered ? reply.result?.initialValue : undefined;
  const text = (name: string, stored: string): string => (typed == null ? stored : wordsOf(typed[name]));
  return (
    <section className={forms.form} aria-labelledby="taula">
      <h2 id="taula" className={ui.heading}>
        Taula {table.number}
      </h2>
      <Form method="post" preventScrollReset noValidate className={ui.column3}>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="table" value={table.id} />
        <div className={forms.line}>
          <TextField label="Número" name="number" inputMode="numeric" defaultValue={text('number', String(table.number))} error={errors['number']?.[0] ?? null} />
          <TextField label="Cadires" name="seats" inputMode="numeric" defaultValue={text('seats', String(table.seats))} error={errors['seats']?.[0] ?? null} />
        </div>
        <TextField label="Etiqueta (opcional)" name="label" defaultValue={text('label', table.label ?? '')} maxLength={40} hint="Per exemple, «Presidència»." />
        <label className={forms.check}>
          <input type="checkbox" name="accessible" defaultChecked={typed == null ? table.accessible : typed['accessible'] === 'on'} /> Accessible
        </label>
        {errors['renumber'] == null ? null : (
          <div role="alert" className={forms.sure}>
            <p>{errors['renumber'][0]}</p>
            <label className={forms.check}>
              <input type="checkbox" name="renumber" /> Sí, canvia-li el número
            </label>
          </div>
        )}
        <Button type="submit" name="intent" value="table">
          Guardar la taula
        </Button>
      </Form>
      <ConfirmAction label="Llevar la taula" title={`Vols llevar la taula ${table.number}?`} facts={[{ name: 'Hi seuen', value: String(table.taken) }]} intent="removeTable" values={{ version: String(version), table: table.id }} confirmLabel="Llevar la taula" busyLabel="Llevant…">
        <p>Qui hi seu queda sense taula. Ningú no perd el tiquet.</p>
      </ConfirmAction>
    </section>
  );
}
