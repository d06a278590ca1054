import type { ReactNode } from 'react';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { hoursText, SHIFT_NAMES, shiftDay } from '#app/domain/shifts/shift.ts';
import { formatDate, weekdayName } from '#app/domain/time/dates.ts';
import { Button } from '#app/design/ui/button.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import { shiftDayText } from '../shift-words.ts';
import type { Route } from './+types/shifts-print.ts';
import styles from './shifts-print.module.css';

export { printLoader as loader } from './admin-shifts.server.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Full de torns' });

export default function ShiftsPrint({ loaderData: { board } }: Route.ComponentProps): ReactNode {
  const { event, shifts } = board;
  return (
    <AdminPage
      title="Full de torns"
      lead={
        <>
          <strong>{event.title}</strong> · {weekdayName(event.date)}, {formatDate(event.date)}
        </>
      }
      back={{ to: `/admin/torns/${event.id}`, text: 'Torns' }}
      actions={
        <Button type="button" onClick={() => window.print()}>
          Imprimir
        </Button>
      }
    >
      <ul className={styles.cards} aria-label="Torns">
        {shifts.map((shift) => (
          <li key={shift.id} className={styles.card}>
            <h2 className={styles.kind}>{SHIFT_NAMES[shift.kind]}</h2>
            <p className={styles.hours}>{hoursText(shift)}</p>
            <p>{shiftDayText(shiftDay(shift))}</p>
            {shift.note === null ? null : <p>{shift.note}</p>}
            <ol className={styles.names}>
              {shift.people.flatMap(({ userId, name, state }) => (state === 'confirmed' ? [<li key={userId}>{name}</li>] : []))}
              {Array.from({ length: shift.gaps }, (_, at) => (
                <li key={at} className={styles.gap} aria-label="Falta algú" />
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </AdminPage>
  );
}
