import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { CheckedCart } from '#app/domain/cart/cart.ts';
import type { Cents } from '#app/domain/money.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { Price } from '#app/design/ui/price.tsx';
import { StickyBar } from '#app/design/ui/layout/sticky-bar.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './checkout-summary.module.css';
import { countTickets, holdText, type Paying } from '../order/event-for-order.ts';
import layout from '../order/order-layout.module.css';
import { ChargeLimitNotice } from '../order/notices/order-notices.tsx';

/** The form's id, for buttons outside it. */
export const CHECKOUT_FORM = 'checkout-form';

export interface CheckoutSummaryProps {
  checked: CheckedCart;
  paying: Paying;
  busy: boolean;
  waitSeconds: number;
  soldOut: { eventId: number; mayWait: boolean } | null;
  /** The buyer must first say who buys. */
  isStopped: boolean;
}

/** On wide screens. */
export function CheckoutPanel(props: CheckoutSummaryProps): ReactNode {
  const { checked } = props;
  return (
    <aside className={layout.panel} aria-labelledby="checkout-panel">
      <h2 id="checkout-panel">{checked.total === 0 || props.soldOut !== null ? 'La teua comanda' : 'A pagar'}</h2>
      <p className={layout.line}>
        <span>{countTickets(checked.tickets.length)}</span>
      </p>
      <p className={layout.total}>
        <span>Total</span>
        <Price cents={checked.total} size="display" isOpen={!checked.ready} />
      </p>
      <ChargeLimitNotice total={checked.total} paying={props.paying} />
      <ConfirmButton {...props} wide />
      {props.soldOut === null && !props.isStopped ? <WhatFollows total={checked.total} paying={props.paying} /> : null}
      {props.soldOut === null && !props.isStopped ? <TermsNote /> : null}
    </aside>
  );
}

/** On phones. */
export function CheckoutStickyBar(props: CheckoutSummaryProps): ReactNode {
  return (
    <StickyBar>
      {props.soldOut === null && !props.isStopped ? <TermsNote /> : null}
      <p className={layout.barSum}>
        <small>{countTickets(props.checked.tickets.length)}</small>
        <Price cents={props.checked.total} size="large" isOpen={!props.checked.ready} />
      </p>
      <ConfirmButton {...props} />
    </StickyBar>
  );
}

function ConfirmButton({ checked, busy, waitSeconds, soldOut, isStopped, wide = false }: CheckoutSummaryProps & { wide?: boolean }): ReactNode {
  if (isStopped) return null;
  if (soldOut?.mayWait === true) {
    return (
      <ButtonLink wide={wide} to={`/avisam/${soldOut.eventId}`}>
        Avisa'm
      </ButtonLink>
    );
  }
  if (soldOut !== null) return <RetryButton wide={wide} />;
  return (
    <Button single type="submit" form={CHECKOUT_FORM} wide={wide} busy={busy} busyLabel="Processant..." aria-disabled={waitSeconds > 0}>
      {waitSeconds > 0 ? `Espera ${waitSeconds} s` : checked.total === 0 ? 'Confirmar' : 'Confirmar i Pagar'}
    </Button>
  );
}

/** A hold of somebody else may have ended meanwhile. */
export function RetryButton({ wide = false }: { wide?: boolean }): ReactNode {
  return (
    <Button single type="submit" form={CHECKOUT_FORM} tone="quiet" wide={wide}>
      Tornar-ho a provar
    </Button>
  );
}

export function WhatFollows({ total, paying }: { total: Cents; paying: Paying }): ReactNode {
  return <p className={ui.small}>{total === 0 ? 'No cal pagar res: en confirmar ja tens els tiquets.' : holdText(paying)}</p>;
}

function TermsNote(): ReactNode {
  return (
    <p className={`${ui.small} ${styles.conditions}`}>
      En confirmar acceptes les{' '}
      <Link className={styles.link} to="/condicions">
        condicions de compra
      </Link>{' '}
      i la{' '}
      <Link className={styles.link} to="/privacitat">
        política de privacitat
      </Link>
      .
    </p>
  );
}
