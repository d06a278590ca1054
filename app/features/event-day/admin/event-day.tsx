import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { useRefresh } from '#app/design/ui/hooks/use-refresh.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';
import { BarPlot } from '#app/design/ui/plots/bar-plot.tsx';
import { RingPlot } from '#app/design/ui/plots/ring-plot.tsx';
import { EVENT_PHASES } from '#app/domain/event/event-phase.ts';

import type { Route } from './+types/event-day.ts';
import styles from './event-day.module.css';
import { DevicesPart, Dishes, Drawers, TakingsPart } from './event-day-parts.tsx';
import type { EventDayData } from './event-day.server.ts';
import type { ToDoLine } from './to-do.ts';

export { loader } from './event-day.server.ts';

const REFRESH_MS = 15_000;

const TITLE = "El dia de l'acte";

export const meta: Route.MetaFunction = ({ loaderData, matches }) => pageMeta({ matches, title: loaderData ? `${TITLE}: ${loaderData.event.title}` : TITLE });

export default function EventDayPage({ loaderData: day }: Route.ComponentProps): ReactNode {
  const { event, phase } = day;
  useRefresh(phase === 'after' ? null : REFRESH_MS);
  return (
    <AdminPage
      title={TITLE}
      back={{ to: '/admin', text: 'Panell' }}
      lead={
        <>
          <strong>{event.title}</strong> · {event.whenText}
          {event.withdrawn ? ' · Retirat' : ''}
        </>
      }
      actions={
        <>
          <ButtonLink tone="quiet" to={`/admin/tickets/${event.id}`}>
            Veure Tiquets
          </ButtonLink>
          <ButtonLink tone="quiet" to={`/admin/torns/${event.id}`}>
            Torns
          </ButtonLink>
          {phase === 'after' ? (
            <ButtonLink tone="quiet" to={`/admin/events/closing/${event.id}`}>
              Tancament
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <Phases day={day} />
      <div className={styles.grid}>
        <ToDo lines={day.toDo} phase={phase} />
        <People day={day} />
        {phase === 'after' ? <TakingsPart day={day} /> : <Dishes day={day} />}
        {phase === 'before' ? null : <Drawers day={day} />}
        {phase === 'tonight' ? <DevicesPart day={day} /> : null}
      </div>
      <SeeAs event={event} />
    </AdminPage>
  );
}

function Phases({ day: { phase, current, tonight, nowText } }: { day: EventDayData }): ReactNode {
  const words = { before: 'Abans', tonight, after: 'Després' };
  return (
    <nav aria-label="Moment de l'acte" className={styles.phases}>
      {EVENT_PHASES.map((one) => (
        <Link key={one} to={one === current ? '?' : `?phase=${one}`} aria-current={one === phase ? 'page' : undefined} preventScrollReset className={styles.phase}>
          {words[one]} {one === current ? <span className={styles.now}>{nowText}</span> : null}
        </Link>
      ))}
    </nav>
  );
}

const HEADS = { before: 'Què falta per fer', tonight: 'Ara fa falta algú', after: 'Què queda per tancar' } as const;

function ToDo({ lines, phase }: { lines: readonly ToDoLine[]; phase: EventDayData['phase'] }): ReactNode {
  return (
    <section className={`${adminPage.sheet} ${styles.toDo}`} aria-labelledby="to-do">
      <h2 id="to-do" className={ui.heading}>
        {HEADS[phase]}
      </h2>
      {lines.some(({ state }) => state === 'todo') ? null : <p className={styles.calm}>✓ Ara mateix, res que espere ningú.</p>}
      <ul className={styles.lines}>
        {lines.map(({ key, state, text, detail, to, verb }) => (
          <li key={key} className={styles.line} data-state={state}>
            <span className={styles.mark} aria-hidden="true">
              {state === 'done' ? '✓' : state === 'todo' ? '!' : '·'}
            </span>
            <span className={ui.shrinks}>
              <strong className={styles.words}>{text}</strong>
              {detail === undefined ? null : <span className={ui.small}>{detail}</span>}
            </span>
            {to === undefined ? null : (
              <ButtonLink tone={state === 'todo' ? 'quiet' : 'text'} to={to}>
                {verb}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function People({ day: { event, phase, soldByDay, entries } }: { day: EventDayData }): ReactNode {
  const left = event.sold - event.admitted;
  const bars = phase === 'before' ? soldByDay : entries;
  return (
    <section className={`${adminPage.sheet} ${styles.people}`} aria-label={phase === 'before' ? 'Venuts' : 'Qui ha entrat'}>
      <div className={styles.ringSide}>
        {phase === 'before' ? (
          <RingPlot value={event.sold} of={event.maxTickets} words={event.maxTickets === null ? 'venuts' : `de ${event.maxTickets} venuts`} />
        ) : (
          <RingPlot value={event.admitted} of={event.sold} words={`de ${event.sold} dins`} />
        )}
        <dl className={styles.figures}>
          {phase === 'before' ? (
            <>
              {event.maxTickets === null ? null : <Figure name="per vendre" value={Math.max(0, event.maxTickets - event.sold - event.held)} />}
              <Figure name="pagant-se" value={event.held} />
            </>
          ) : (
            <Figure name={phase === 'after' ? 'no han vingut' : 'encara no'} value={left} />
          )}
        </dl>
      </div>
      {bars.length === 0 ? (
        <p className={ui.small}>{phase === 'before' ? "Encara no s'ha venut res." : 'Encara no ha entrat ningú.'}</p>
      ) : phase === 'before' ? (
        <BarPlot title="Venuts per dia" bars={bars} times="Dia" counted="Tiquets" peakText={({ name, value }) => `el que més, ${name}: ${value}`} />
      ) : (
        <BarPlot title="Per quart d'hora" bars={bars} times="Des de les" counted="Entrades" peakText={({ name }) => `el més ple, a les ${name}`} />
      )}
    </section>
  );
}

function Figure({ name, value }: { name: string; value: number }): ReactNode {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const VIEWS = [
  { role: 'public', text: 'públic' },
  { role: 'socio', text: 'soci' },
  { role: 'comision', text: 'comissió' },
] as const;

function SeeAs({ event: { id } }: { event: EventDayData['event'] }): ReactNode {
  return (
    <nav className={ui.cluster3} aria-label="La pàgina de l'acte, vista com">
      <span className={`${ui.small} ${ui.touch}`}>Veure la pàgina com a</span>
      {VIEWS.map(({ role, text }) => (
        <Link key={role} to={`/order/${id}?view=${role}`} className={ui.touch}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
