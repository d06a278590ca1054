import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { ROLE_NAMES } from '#app/domain/people/role-names.ts';
import { VISIBILITIES, type Visibility } from '#app/domain/people/roles.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { EventAbout } from '../event/event-about.tsx';
import type { EventForOrder } from './event-for-order.ts';
import layout from './order-layout.module.css';

const WHO = { public: 'el públic', socio: 'un soci', comision: 'algú de la comissió' } as const;

/** With the prices and dishes of that role, and without anything to buy. */
export function ViewedEvent({ view, viewedAs }: { view: EventForOrder; viewedAs: Visibility }): ReactNode {
  const { event } = view;
  return (
    <Wrap>
      <div className={layout.columns}>
        <div className={`${ui.column4} ${ui.shrinks}`}>
          <Banner tone="info" title={`Així ho veu ${WHO[viewedAs]}`}>
            <p>
              Des d'ací no es compra res.{event.saleStatus === 'open' ? '' : ` Ara mateix: ${event.unavailableReason ?? view.about.saleText}.`}
            </p>
            <nav className={ui.cluster3} aria-label="Veure com a">
              {VISIBILITIES.map((role) => (
                <Link key={role} to={`/order/${event.id}?view=${role}`} aria-current={role === viewedAs ? 'page' : undefined} className={`${ui.touch} ${role === viewedAs ? ui.strong : ''}`}>
                  {ROLE_NAMES[role]}
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
