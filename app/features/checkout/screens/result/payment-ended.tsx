import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';

import { Button, ButtonLink } from '#app/ui/button.tsx';

import type { OrderState } from '../../schema.ts';
import { OrderFacts } from './order-facts.tsx';
import card from './payment-card.module.css';
import { PaymentFrame } from './payment-frame.tsx';

export type PaymentEndedProps =
  | { phase: 'timeout' | 'failed'; eventId: number; order: OrderState; onCheckAgain: () => void }
  | { phase: 'error'; eventId: number | null };

/** The payment result without tickets: not yet, not any more, or not known. */
export function PaymentEnded(props: PaymentEndedProps): ReactNode {
  switch (props.phase) {
    case 'timeout':
      return <TimedOut order={props.order} onCheckAgain={props.onCheckAgain} />;
    case 'failed':
      return <Failed order={props.order} eventId={props.eventId} />;
    case 'error':
      return (
        <PaymentFrame
          art="🧯"
          title="Error en el Pagament"
          text="No hem trobat esta comanda. Si has pagat, no et preocupes: els tiquets t'arribaran per correu."
        >
          <div className={card.card}>
            <WaysOut />
          </div>
        </PaymentFrame>
      );
  }
}

function TimedOut({ order, onCheckAgain }: { order: OrderState; onCheckAgain: () => void }): ReactNode {
  return (
    <PaymentFrame
      art="⏳"
      title="Processament en Curs"
      text="El pagament tarda més del normal. Si has pagat, els tiquets t'arribaran per correu encara que tanques esta pàgina."
    >
      <div className={card.card}>
        <OrderFacts order={order} />
        <div className={card.actions}>
          <Button onClick={onCheckAgain}>Verificar de Nou</Button>
          <ButtonLink tone="quiet" to="/contact">
            Contactar Suport
          </ButtonLink>
        </div>
      </div>
    </PaymentFrame>
  );
}

function Failed({ order, eventId }: { order: OrderState; eventId: number }): ReactNode {
  const text =
    order.status === 'refunded'
      ? "Els diners d'esta comanda van de camí: te'ls tornem al mateix mitjà de pagament i poden tardar uns dies a arribar."
      : "La comanda no s'ha pagat a temps o s'ha cancel·lat, i els tiquets han tornat a la venda. Si has arribat a pagar i encara queden entrades, la comanda valdrà i rebràs els tiquets per correu; si ja no en queden, et tornarem tots els diners.";
  return (
    <PaymentFrame art="🧯" title="Error en el Pagament" text={text}>
      <div className={card.card}>
        <OrderFacts order={order} />
        <WaysOut
          first={
            <ButtonLink to={`/order/${eventId}`} state={{ preserveData: true }}>
              Tornar a la comanda
            </ButtonLink>
          }
        />
      </div>
    </PaymentFrame>
  );
}

function WaysOut({ first }: { first?: ReactNode }): ReactNode {
  return (
    <div className={card.actions}>
      {first}
      <ButtonLink tone={first === undefined ? 'primary' : 'quiet'} to="/">
        Tornar a l'Inici
      </ButtonLink>
      <ButtonLink tone="quiet" to="/contact">
        Contactar Suport
      </ButtonLink>
    </div>
  );
}

/** The page itself could not be read. */
export function PaymentUnreadable(): ReactNode {
  const { revalidate, state } = useRevalidator();
  return (
    <PaymentFrame
      art="🔌"
      title="Error en el Pagament"
      text="No hem pogut carregar la comanda. Si has pagat, no et preocupes: els tiquets t'arribaran per correu."
    >
      <div className={card.card}>
        <WaysOut
          first={
            <Button busy={state === 'loading'} busyLabel="Carregant..." onClick={() => void revalidate()}>
              Verificar de Nou
            </Button>
          }
        />
      </div>
    </PaymentFrame>
  );
}
