import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { MoneyBack, OrderPage } from '../service.server.ts';
import type { OrderState } from '../schema.ts';
import { EVENT_WITHDRAWN, MONEY_COMES_BACK, moneyWords } from './money-words.ts';
import { OrderFactList } from './order-facts.tsx';
import card from './payment-card.module.css';
import { PaymentLayout, UnansweredCheck } from './payment-layout.tsx';

export type PaymentEndedProps =
  | { phase: 'timeout'; order: OrderState; offline: boolean; onCheckAgain: () => void }
  | { phase: 'failed'; order: OrderState; offline: boolean; page: Pick<OrderPage, 'eventId' | 'isWithdrawn' | 'money' | 'wasNeverOpened'> }
  | { phase: 'error' };

export function PaymentEnded(props: PaymentEndedProps): ReactNode {
  switch (props.phase) {
    case 'timeout':
      return <TimedOut order={props.order} offline={props.offline} onCheckAgain={props.onCheckAgain} />;
    case 'failed':
      return props.order.status === 'refunded' ? <Refunded order={props.order} money={props.page.money} /> : <Failed order={props.order} offline={props.offline} page={props.page} />;
    case 'error':
      return (
        <PaymentLayout
          art={<HeadArt of="unplugged" />}
          title="Error en el Pagament"
          text="No hem trobat esta comanda. Si has pagat, no et preocupes: els tiquets t'arribaran per correu."
        >
          <div className={card.card}>
            <WaysOut />
          </div>
        </PaymentLayout>
      );
  }
}

function TimedOut({ order, offline, onCheckAgain }: { order: OrderState; offline: boolean; onCheckAgain: () => void }): ReactNode {
  return (
    <PaymentLayout
      art={<HeadArt of="clock" />}
      title="Processament en Curs"
      text="El pagament tarda més del normal. Si has pagat, els tiquets t'arribaran per correu encara que tanques esta pàgina."
    >
      <div className={card.card}>
        <StillLooking offline={offline} />
        <OrderFactList order={order} />
        <div className={ui.stack3}>
          <Button onClick={onCheckAgain}>Verificar de Nou</Button>
          <ButtonLink tone="quiet" to="/contact">
            Contactar Suport
          </ButtonLink>
        </div>
      </div>
    </PaymentLayout>
  );
}

const WHY_REFUNDED: Record<NonNullable<MoneyBack['reason']>, string> = {
  late_payment: 'El teu pagament ens ha arribat quan la reserva ja havia caducat i ja no quedaven entrades. Ho sentim.',
  event_begun: "El teu pagament ens ha arribat quan l'acte ja havia començat. Ho sentim.",
  second_payment: 'Esta comanda ja estava pagada.',
  event_cancelled: EVENT_WITHDRAWN,
  requested: 'Hem fet la devolució de la teua comanda.',
  provider: 'La devolució ja està feta.',
};

function Refunded({ order, money }: { order: OrderState; money: MoneyBack | null }): ReactNode {
  const why = money?.reason == null ? '' : WHY_REFUNDED[money.reason];
  const how = (money && moneyWords(money, order)) || MONEY_COMES_BACK;
  return (
    <PaymentLayout art={<HeadArt of="coins" />} title="Error en el Pagament" text={`${why} ${how}`.trim()}>
      <div className={card.card}>
        <OrderFactList order={order} />
        <WaysOut first={<OtherEvents />} />
      </div>
    </PaymentLayout>
  );
}

const PAID_TOO_LATE =
  "La comanda no s'ha pagat a temps o s'ha cancel·lat, i els tiquets han tornat a la venda. Si has arribat a pagar i encara queden entrades, la comanda valdrà i rebràs els tiquets per correu; si ja no en queden, et tornarem tots els diners.";
const NEVER_OPENED = "No t'hem pogut obrir el pagament: no has pagat res. Els tiquets han tornat a la venda.";

const CANCELLED_FREE = "La comanda s'ha cancel·lat i els tiquets ja no valen. No havies pagat res, així que no cal que faces res.";

function Failed({ order, offline, page }: Omit<Extract<PaymentEndedProps, { phase: 'failed' }>, 'phase'>): ReactNode {
  const { eventId, isWithdrawn, wasNeverOpened } = page;
  const isFree = order.total === 0;
  return (
    <PaymentLayout
      art={<HeadArt of="unplugged" />}
      title={isWithdrawn || isFree ? 'La teua comanda' : 'Error en el Pagament'}
      text={isWithdrawn ? withdrawnText({ isFree, wasNeverOpened }) : isFree ? CANCELLED_FREE : wasNeverOpened ? NEVER_OPENED : PAID_TOO_LATE}
    >
      <div className={card.card}>
        {isFree || wasNeverOpened ? null : <StillLooking offline={offline} />}
        <OrderFactList order={order} />
        <WaysOut
          first={
            isWithdrawn ? (
              <OtherEvents />
            ) : (
              <ButtonLink to={`/order/${eventId}`} state={{ preserveData: true }}>
                Tornar a la comanda
              </ButtonLink>
            )
          }
        />
      </div>
    </PaymentLayout>
  );
}

function withdrawnText({ isFree, wasNeverOpened }: { isFree: boolean; wasNeverOpened: boolean }): string {
  if (isFree) return EVENT_WITHDRAWN;
  return `${EVENT_WITHDRAWN} ${wasNeverOpened ? 'No has pagat res.' : 'Si has arribat a pagar, et tornarem tots els diners.'}`;
}

function OtherEvents(): ReactNode {
  return <ButtonLink to="/tickets">Veure altres esdeveniments</ButtonLink>;
}

function StillLooking({ offline }: { offline: boolean }): ReactNode {
  if (offline) return <UnansweredCheck />;
  return <p className={ui.small}>Mentre tingues oberta esta pàgina ho continuarem mirant: si el pagament arriba, ho veuràs ací.</p>;
}

function WaysOut({ first }: { first?: ReactNode }): ReactNode {
  return (
    <div className={ui.stack3}>
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

export function PaymentUnreadable(): ReactNode {
  const { revalidate, state } = useRevalidator();
  return (
    <PaymentLayout
      art={<HeadArt of="unplugged" />}
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
    </PaymentLayout>
  );
}
