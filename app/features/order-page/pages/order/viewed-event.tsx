import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { Visibility } from '#app/domain/people/roles.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { EventAbout } from '../event/event-about.tsx';
import type { EventForOrder } from './event-for-order.ts';
import layout from './order-layout.module.css';

const WHO = { public: 'el públic', socio: 'un soci', comision: 'algú de la comissió' } as const;
const VIEWS = [
  { role: 'public', text: 'Públic' },
  { role: 'socio', text: 'Soci' },
  { role: 'comision', text: 'Comissió' },
] as const;

/** With the prices and dishes of that role, and without anything to buy. */
export function ViewedEvent({ view, viewedAs }: { view: EventForOrder; viewedAs: Visibility }): ReactNode {
  const { event } = view;
  return (
    <Wrap>
      <div className={layout.columns}>
        <div className={`${ui.column4} ${ui.shrinks}`}>
          <Banner tone="info" title={`Així ho veu ${WHO[viewedAs]}`}>
            <p>
              {event.saleStatus === 'open' ? 'Des d\'ací no es compra res.' : `Des d'ací no es compra res. Ara mateix: ${event.unavailableReason ?? view.about.saleText}.`}
            </p>
            <nav className={ui.cluster3} aria-label="Veure com a">
              {VIEWS.map(({ role, text }) => (
                <Link key={role} to={`/order/${event.id}?view=${role}`} aria-current={role === viewedAs ? 'page' : undefined} className={`${ui.touch} ${role === viewedAs ? ui.strong : ''}`}>
                  {text}
                </Link>
              ))}
            </nav>
          </Banner>
          <EventAbout {...view} />
        </div>
      </div>
    </Wrap>
  );
}
