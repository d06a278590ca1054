import type { ReactNode } from 'react';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import layout from '../order/order-layout.module.css';

/** Of an installation that has not said who sells. */
export function NotSellingYet({ children }: { children: ReactNode }): ReactNode {
  return (
    <Wrap>
      <div className={layout.columns}>
        <div className={`${ui.column4} ${ui.shrinks}`}>
          {children}
          <div className={layout.sheet}>
            <EmptyState heading="h2" art={<HeadArt of="clock" />} title="Ací encara no es ven res">
              <p>La web s'està preparant: quan diga qui ven, podràs comprar els tiquets en esta mateixa pàgina.</p>
            </EmptyState>
          </div>
        </div>
      </div>
    </Wrap>
  );
}
