import type { ReactNode } from 'react';

import { Skeleton } from '#app/design/ui/feedback/skeleton.tsx';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import layout from '../order/order-layout.module.css';
import styles from './checkout-form.module.css';
import { CheckoutHead } from './checkout-head.tsx';

/** Until the cart is read from the browser's storage. */
export function CheckoutSkeleton(): ReactNode {
  return (
    <Wrap>
      <div className={`${layout.columns} ${styles.columns}`}>
        <div className={`${ui.column4} ${ui.shrinks}`}>
          <CheckoutHead viewer={null} />
          <noscript>Per a comprar cal tindre activat JavaScript.</noscript>
          <div className={ui.needsScripts}>
            <div className={`${layout.sheet} ${layout.skeleton}`}>
              <VisuallyHidden>Carregant la comanda...</VisuallyHidden>
              <Skeleton shape="title" />
              <Skeleton />
              <Skeleton shape="block" />
            </div>
          </div>
        </div>
      </div>
    </Wrap>
  );
}
