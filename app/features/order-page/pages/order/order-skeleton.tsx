import type { ReactNode } from 'react';

import { Skeleton } from '#app/design/ui/feedback/skeleton.tsx';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './order-layout.module.css';

/** As high as one ticket, so that nothing jumps once the cart is read from storage. */
export function OrderSkeleton({ children }: { children?: ReactNode }): ReactNode {
  return (
    <Wrap>
      <div className={styles.columns}>
        <div className={`${ui.column4} ${ui.shrinks}`}>
          {children}
          <div id="comprar" className={styles.sheet}>
            <div className={styles.skeleton}>
              <div className={`${ui.stack4} ${ui.needsScripts}`}>
                <VisuallyHidden>Carregant la comanda...</VisuallyHidden>
                <Skeleton shape="title" />
                <Skeleton shape="short" />
                <Skeleton />
                <Skeleton />
              </div>
              <noscript>Per a triar el menú i comprar cal tindre activat JavaScript.</noscript>
            </div>
          </div>
        </div>
        <div className={`${styles.panel} ${ui.needsScripts}`}>
          <Skeleton shape="title" />
          <Skeleton />
          <Skeleton shape="pill" />
        </div>
      </div>
    </Wrap>
  );
}
