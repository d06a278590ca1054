import type { ReactNode } from 'react';

import { EventArt } from '#app/design/site-identity/event-art.tsx';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';

import type { Route } from './+types/events-of-code.ts';
import styles from './events-of-code.module.css';

export { loadEventsOfCode as loader } from './events-of-code.server.ts';

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Actes del teu codi' }), { name: 'robots', content: 'noindex' }];

export function headers(): HeadersInit {
  return { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'same-origin' };
}

export default function EventsOfCode({ loaderData }: Route.ComponentProps): ReactNode {
  if (loaderData === null) return <NoEvents title="No hem trobat cap codi">Mira que l'enllaç estiga sencer i torna a escanejar la targeta, o escriu el codi abans de pagar, en «Tens un codi?».</NoEvents>;
  const { label, text, problem, events } = loaderData;
  if (problem !== null) return <NoEvents title={problem}>És el codi {label}.</NoEvents>;
  if (events.length === 0) return <NoEvents title="Ara no hi ha cap acte per a este codi">És el codi {label}. Quan hi haja un acte a la venda, torna a escanejar la targeta.</NoEvents>;
  return (
    <>
      <PageHeader title="Per a quin acte?" art={<HeadArt of="ticket" />}>
        Codi {label}: {text}. Tria l'acte, i ja el portes posat.
      </PageHeader>
      <Wrap width="text">
        <ul className={styles.events}>
          {events.map((event) => (
            <li key={event.id} className={styles.event} aria-labelledby={`acte-${event.id}`}>
              <EventArt event={event} className={styles.art} />
              <div className={styles.words}>
                <h2 id={`acte-${event.id}`} className={ui.heading}>
                  {event.title}
                </h2>
                <p className={ui.small}>{event.when}</p>
                {event.available ? null : <p className={ui.small}>{event.unavailableReason}</p>}
                <ButtonLink to={`/codi?acte=${event.id}`} tone={event.available ? 'primary' : 'quiet'} aria-describedby={`acte-${event.id}`}>
                  Triar
                </ButtonLink>
              </div>
            </li>
          ))}
        </ul>
      </Wrap>
    </>
  );
}

function NoEvents({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Wrap width="text">
      <div className={styles.space}>
        <EmptyState art={<HeadArt of="magnifier" />} heading="h1" title={title} action={<ButtonLink to="/tickets">Veure els actes</ButtonLink>}>
          <p>{children}</p>
        </EmptyState>
      </div>
    </Wrap>
  );
}
