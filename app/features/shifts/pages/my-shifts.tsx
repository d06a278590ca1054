import type { ReactNode } from 'react';
import { Form, useNavigation, useSearchParams } from 'react-router';

import { listText } from '#app/domain/list.ts';
import { formatDate, weekdayName } from '#app/domain/time/dates.ts';
import { hoursText, SHIFT_NAMES, shiftRight } from '#app/domain/shifts/shift.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { useFocusOnAnswer } from '#app/design/ui/feedback/focus-on-answer.ts';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';
import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';

import type { EventShifts, OwnShift } from '../service.server.ts';
import { ShiftIcon } from '../shift-icon.tsx';
import { overlapText, gapsText, shiftDayText } from '../shift-words.ts';
import type { Route } from './+types/my-shifts.ts';
import type { ShiftProblem } from './my-shifts.server.ts';
import styles from './my-shifts.module.css';

export { action, loader } from './my-shifts.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Torns' }), { name: 'robots', content: 'noindex' }];

export function headers(): HeadersInit {
  return { 'Cache-Control': 'private, no-store' };
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<ShiftProblem>> {
  const shift = (await request.clone().formData()).get('torn');
  return withFormDraft<ShiftProblem>(() => serverAction(), (problem) => ({ problem, shift: typeof shift === 'string' ? shift : '' }));
}

const DONE: Readonly<Record<string, string>> = {
  apuntat: "T'hi has apuntat. Gràcies!",
  demanat: "Demanat: t'escriurem quan l'organització l'accepte.",
  llevat: "Ja no tens eixe torn.",
  caixa: 'Caixa tancada. Gràcies pel torn!',
};

export default function MyShifts({ loaderData: { events, drawerToClose }, actionData }: Route.ComponentProps): ReactNode {
  const [search] = useSearchParams();
  const done = actionData === undefined ? DONE[search.get('fet') ?? ''] : undefined;
  const own = onlyWith(events, ({ own: state }) => state === 'confirmed' || state === 'asked');
  const open = onlyWith(events, ({ own: state }) => state === null || state === 'refused').filter(({ event }) => !event.withdrawn);
  const isListed = events.some(({ shifts }) => shifts.some(({ id }) => id === actionData?.shift));
  return (
    <>
      <PageHeader title="Torns" art={<HeadArt of="apron" />}>
        La barra, la porta, la cuina: entre tots es fa.
      </PageHeader>
      <Wrap width="text">
        <div className={styles.sheet}>
          {done === undefined ? null : <Banner tone="success" live="status" title={done} />}
          {drawerToClose === null ? null : (
            <Banner tone="warning" title="Et queda una caixa per tancar">
              <p>El torn de taquilla ja ha acabat: compta el que hi ha i tanca-la.</p>
              <ButtonLink to={`/admin/till/${drawerToClose}/close`}>Comptar i tancar la caixa</ButtonLink>
            </Banner>
          )}
          {actionData === undefined || isListed ? null : <Problem problem={actionData} />}
          {events.length === 0 ? (
            <EmptyState art={<HeadArt of="apron" />} title="Ara no hi ha cap torn" heading="h2" action={<ButtonLink to="/tickets">Mira què hi ha preparat</ButtonLink>}>
              Quan un acte necessite mans, ací voràs on fa falta algú i t'hi podràs apuntar.
            </EmptyState>
          ) : null}
          <Part title="Els teus torns" events={own} problem={actionData} />
          <Part title={own.length === 0 ? 'On fa falta algú' : 'També fa falta algú'} events={open} problem={actionData} />
        </div>
      </Wrap>
    </>
  );
}

function onlyWith(events: readonly EventShifts[], isSelected: (shift: OwnShift) => boolean): EventShifts[] {
  return events.map(({ event, shifts }) => ({ event, shifts: shifts.filter(isSelected) })).filter(({ shifts }) => shifts.length > 0);
}

interface PartProps {
  events: readonly EventShifts[];
  problem: ShiftProblem | undefined;
}

function Part({ title, events, problem }: PartProps & { title: string }): ReactNode {
  if (events.length === 0) return null;
  return (
    <section className={ui.column4} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {events.map(({ event, shifts }) => (
        <section key={event.id} className={styles.event} aria-label={event.title}>
          <header className={ui.column2}>
            <h3 className={`${ui.heading} ${ui.wraps}`}>{event.title}</h3>
            <p className={ui.small}>
              {weekdayName(event.date)}, {formatDate(event.date)} · {event.time}
              {event.location === null ? '' : ` · ${event.location}`}
            </p>
            {event.withdrawn ? <Chip tone="red">L'acte no es farà</Chip> : null}
          </header>
          <ul className={styles.shifts}>
            {shifts.map((shift) => (
              <Shift key={shift.id} shift={shift} eventDate={event.date} problem={problem?.shift === shift.id ? problem : undefined} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function Shift({ shift, eventDate, problem }: { shift: OwnShift; eventDate: string; problem: ShiftProblem | undefined }): ReactNode {
  const { kind, date, note, own, mates, clash } = shift;
  return (
    <li className={styles.shift} data-own={own ?? 'none'}>
      <span className={styles.icon}>
        <ShiftIcon kind={kind} />
      </span>
      <div className={styles.words}>
        <p className={styles.kind}>{SHIFT_NAMES[kind]}</p>
        <p className={styles.hours}>
          {date === eventDate ? null : <span className={styles.day}>{shiftDayText(date)} · </span>}
          <span className={styles.whole}>{hoursText(shift)}</span>
        </p>
        {note === null ? null : <p className={`${ui.small} ${ui.wraps}`}>{note}</p>}
        {mates.length === 0 ? null : <p className={`${ui.small} ${ui.wraps}`}>Amb {listText(mates)}</p>}
      </div>
      <State shift={shift} />
      {problem === undefined ? null : (
        <div className={styles.across}>
          <Problem problem={problem} />
        </div>
      )}
      {problem !== undefined && clash !== null ? null : <Deed shift={shift} />}
    </li>
  );
}

function State({ shift: { own, places, confirmed } }: { shift: OwnShift }): ReactNode {
  if (own === 'confirmed') return <Chip tone="teal">✓ Apuntat</Chip>;
  if (own === 'asked') return <Chip tone="saffron">Per acceptar</Chip>;
  if (own === 'refused' || confirmed >= places) return <Chip>{own === 'refused' ? 'Cobert' : 'Complet'}</Chip>;
  return <Chip tone="teal">{gapsText(places - confirmed)}</Chip>;
}

function Deed({ shift }: { shift: OwnShift }): ReactNode {
  const { id, kind, own, places, confirmed, opens, maySignOff, clash } = shift;
  const { state, formData } = useNavigation();
  const busy = state !== 'idle' && formData?.get('torn') === id;
  const which = <VisuallyHidden>: {SHIFT_NAMES[kind]}, {hoursText(shift)}</VisuallyHidden>;
  if (own === 'refused' || (own === null && confirmed >= places)) return null;
  if (clash !== null) return <p className={`${styles.deed} ${ui.small} ${ui.wraps}`}>{overlapText(clash)}</p>;
  return (
    <div className={styles.deed}>
      {opens === null ? null : opens === 'door' ? (
        <ButtonLink to="/admin/ticket-verification" reloadDocument>
          Obrir la porta
        </ButtonLink>
      ) : (
        <ButtonLink to="/admin/till">Obrir la taquilla</ButtonLink>
      )}
      {own === null ? (
        <ShiftForm id={id}>
          <Button type="submit" tone="quiet" name="intent" value="apuntar" busy={busy}>
            {shiftRight(kind) === null ? "M'apunte" : 'Demanar-lo'}
            {which}
          </Button>
          {shiftRight(kind) === null ? null : <span className={ui.small}>Ho ha d'acceptar l'organització.</span>}
        </ShiftForm>
      ) : maySignOff ? (
        <ShiftForm id={id}>
          <Button type="submit" tone="quiet" name="intent" value="llevar" busy={busy}>
            Llevar-me'n
            {which}
          </Button>
        </ShiftForm>
      ) : null}
    </div>
  );
}

function ShiftForm({ id, children }: { id: string; children: ReactNode }): ReactNode {
  return (
    <Form method="post" action="/torns" preventScrollReset className={ui.row3}>
      <input type="hidden" name="torn" value={id} />
      {children}
    </Form>
  );
}

function Problem({ problem }: { problem: ShiftProblem }): ReactNode {
  const banner = useFocusOnAnswer(problem);
  return <Banner ref={banner} tone="error" live="alert" title={problem.problem} />;
}
