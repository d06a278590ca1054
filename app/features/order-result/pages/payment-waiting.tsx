import type { ReactNode } from 'react';

import { EventDrawingImage } from '#app/design/site-identity/event-art.tsx';
import { ButtonAnchor } from '#app/design/ui/button.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { OrderState } from '../schema.ts';
import { OrderFactList } from './order-facts.tsx';
import card from './payment-card.module.css';
import { PaymentLayout, Spoken, UnansweredCheck } from './payment-layout.tsx';
import styles from './payment-layout.module.css';

export interface PaymentWaitingProps {
  phase: 'checking' | 'processing';
  order: OrderState;
  offline: boolean;
  paymentUrl: string | null;
}

export function PaymentWaiting({ phase, order, offline, paymentUrl }: PaymentWaitingProps): ReactNode {
  const title = phase === 'checking' ? 'Comprovant el pagament...' : 'Processant el pagament...';
  return (
    <PaymentLayout art={<EventDrawingImage emoji="🔥" className={styles.fire} />} mood="waiting" title={title} text="No cal que faces res: en un moment tindràs ací els tiquets.">
      <div className={card.card}>
        {offline ? <UnansweredCheck /> : null}
        <OrderFactList order={order} />
        {phase === 'processing' && paymentUrl !== null ? (
          <div className={ui.stack3}>
            <p className={ui.small}>Encara no has acabat de pagar? La pàgina de pagament continua oberta.</p>
            <ButtonAnchor tone="quiet" href={paymentUrl}>
              Torna a la pàgina de pagament
            </ButtonAnchor>
          </div>
        ) : null}
      </div>
      <Spoken>{title}</Spoken>
    </PaymentLayout>
  );
}
