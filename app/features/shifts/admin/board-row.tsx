import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { hoursText, SHIFT_NAMES, shiftDay, shiftRight } from '#app/domain/shifts/shift.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { ShiftIcon } from '../shift-icon.tsx';
import { gapsText, shiftDayText } from '../shift-words.ts';
import type { SignupRecord } from '../store.server.ts';
import styles from './admin-shifts.module.css';
import { assignForm } from './assign-form.ts';
import type { BoardShift } from './service.server.ts';

interface BoardRowProps {
  shift: BoardShift;
  reply: FormReply | undefined;
  peopleList: string;
}

export function BoardRow({ shift, reply, peopleList }: BoardRowProps): ReactNode {
  const { id, eventId, kind, places, confirmed, gaps, note, people, isOver } = shift;
  const title = `${SHIFT_NAMES[kind]}, ${hoursText(shift)}`;
  const waiting = people.filter(({ state }) => state !== 'refused').length;
  return (
    <li className={styles.shift}>
      <div className={styles.head}>
        <ShiftIcon kind={kind} />
        <div className={ui.shrinks}>
          <h2 className={ui.heading}>{title}</h2>
          <p className={ui.small}>
            {shiftDayText(shiftDay(shift))} · {confirmed} de {places}
          </p>
          {note === null ? null : <p className={`${ui.small} ${ui.wraps}`}>{note}</p>}
        </div>
        <Chip tone={isOver ? 'neutral' : gaps === 0 ? 'teal' : 'saffron'}>{isOver ? 'Acabat' : gapsText(gaps)}</Chip>
      </div>
      {people.length === 0 ? null : (
        <ul className={styles.people} aria-label={`Qui: ${title}`}>
          {people.map((person) => (
            <Person key={person.userId} person={person} shift={shift} />
          ))}
        </ul>
      )}
      <div className={styles.deeds}>
        {isOver || gaps === 0 ? null : <Assign shift={shift} reply={reply} peopleList={peopleList} />}
        <div className={ui.cluster3}>
          <ButtonLink tone="quiet" to={`/admin/torns/${eventId}/${id}`} aria-label={`Canviar ${title}`}>
            Canviar
          </ButtonLink>
          <ConfirmAction label="Esborrar" tone="quiet" title={`Vols esborrar el torn «${title}»?`} facts={[{ name: 'Gent apuntada', value: String(waiting) }]} intent="delete" values={{ shift: id }} confirmLabel="Esborrar el torn" busyLabel="Esborrant…">
            {waiting === 0 || isOver ? <p>No hi ha ningú a qui avisar.</p> : <p>Ho escriurem a qui hi està.</p>}
          </ConfirmAction>
        </div>
      </div>
    </li>
  );
}

function Person({ person, shift: { id, kind, isOver } }: { person: SignupRecord; shift: BoardShift }): ReactNode {
  const { userId, name, email, state, banned } = person;
  const busy = useIsSending('accept');
  return (
    <li className={styles.person}>
      <span className={ui.shrinks}>
        <strong className={ui.wraps}>{name}</strong> <span className={`${ui.small} ${ui.wraps}`}>{email}</span>
      </span>
      {banned ? <Chip tone="red">Compte desactivat</Chip> : null}
      {state === 'asked' ? <Chip tone="saffron">Per acceptar</Chip> : state === 'refused' ? <Chip>No acceptat</Chip> : null}
      {isOver ? null : (
        <div className={ui.cluster2}>
          {state === 'confirmed' ? null : (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="shift" value={id} />
              <input type="hidden" name="person" value={userId} />
              <Button type="submit" name="intent" value="accept" tone={state === 'asked' ? 'primary' : 'quiet'} busy={busy} aria-label={`Acceptar ${name}`}>
                Acceptar
              </Button>
            </Form>
          )}
          {state === 'refused' ? null : (
            <ConfirmAction
              label={state === 'asked' ? 'No acceptar' : 'Llevar'}
              tone="quiet"
              title={state === 'asked' ? `No acceptes ${name} en este torn?` : `Vols llevar ${name} d'este torn?`}
              intent="turn-down"
              values={{ shift: id, person: userId }}
              confirmLabel={state === 'asked' ? 'No acceptar' : 'Llevar del torn'}
              busyLabel="Guardant…"
            >
              <p>Li ho escriurem.{state === 'confirmed' && shiftRight(kind) !== null ? ' El permís del torn se li acaba ara mateix.' : ''}</p>
            </ConfirmAction>
          )}
        </div>
      )}
    </li>
  );
}

function Assign({ shift: { id, kind }, reply, peopleList }: BoardRowProps): ReactNode {
  const state = useAdminForm({ intent: 'assign', row: id, schema: assignForm, sent: { shift: id }, defaultValue: { email: '' }, reply });
  return (
    <details className={styles.assign} open={state.reply !== undefined}>
      <summary>Apuntar algú</summary>
      <AdminForm state={state}>
        <TextInput field={state.fields.email} label="Correu del compte" list={peopleList} hint={shiftRight(kind) === null ? 'Li ho escriurem.' : 'Li ho escriurem, i durant el torn tindrà el permís.'} />
        <div>
          <Button type="submit" busy={useIsSending('assign')} busyLabel="Apuntant…">
            Apuntar
          </Button>
        </div>
      </AdminForm>
    </details>
  );
}
