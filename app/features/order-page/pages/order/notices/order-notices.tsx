import type { ReactNode } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';

import type { Cents } from '#app/domain/money.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { TimeLeft } from '#app/design/ui/feedback/time-left.tsx';
import type { CheckedCart } from '#app/domain/cart/cart.ts';
import { type CartPrices, ticketsBeyondQuota } from '#app/domain/cart/cart-prices.ts';
import type { Menu } from '#app/domain/event/menu.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { UNKNOWN_CODE } from '#app/domain/vouchers/voucher-code.ts';

import { chargeLimitText, countTickets, type EventForOrder, type Paying, type VoucherView } from '../event-for-order.ts';
import layout from '../order-layout.module.css';
import styles from './member-price-notice.module.css';

interface ChargeLimitNoticeProps {
  total: Cents;
  paying: Paying;
  narrowOnly?: boolean;
}

export function ChargeLimitNotice({ total, paying, narrowOnly = false }: ChargeLimitNoticeProps): ReactNode {
  const text = chargeLimitText(total, paying);
  if (text === null) return null;
  return (
    <div className={narrowOnly ? layout.narrow : ''}>
      <Banner tone="warning" live="status" title={text.why}>
        <p>{text.remedy}</p>
      </Banner>
    </div>
  );
}

export function OldEventNotice({ isOld = false }: { isOld?: boolean | undefined }): ReactNode {
  const { revalidate, state } = useRevalidator();
  if (!isOld) return null;
  return (
    <Banner tone="warning" live="status" title="Sense connexió">
      <p>Esta és l'última informació que tenim. Ho tens tot guardat, i podràs pagar quan torne la cobertura.</p>
      <Button tone="quiet" busy={state === 'loading'} onClick={() => void revalidate()}>
        Torna-ho a provar
      </Button>
    </Banner>
  );
}

export function OfferNotice({ offer }: Pick<EventForOrder, 'offer'>): ReactNode {
  if (offer === null) return null;
  return (
    <Banner tone="success" title={offer.places === 1 ? 'Et guardem 1 plaça' : `Us guardem ${offer.places} places`}>
      <p>
        Fins a les {offer.until}. <TimeLeft seconds={offer.secondsLeft} />. En pots comprar menys: la resta és per al grup següent.
      </p>
    </Banner>
  );
}

interface QuotaNoticeProps {
  prices: CartPrices | null;
  menu: Menu;
  role: Role;
  checked: CheckedCart;
}

export function QuotaNotice({ prices, menu, role, checked }: QuotaNoticeProps): ReactNode {
  if (prices === null || prices.quota === null) return null;
  const beyond = ticketsBeyondQuota(checked, { menu, role, publicMenu: prices.publicMenu });
  if (beyond.length === 0) return null;
  return (
    <p className={styles.notice} role="status">
      {beyond.length === checked.tickets.length ? `${beyond.length === 1 ? 'Este tiquet va' : 'Estos tiquets van'} a preu públic` : `A preu públic: ${beyond.map((position) => `Ticket ${position}`).join(', ')}`}. El preu reduït és fins a {countTickets(prices.quota.limit)} per persona.
    </p>
  );
}

/** A code that came with a link, or was entered at the checkout before. */
export function VoucherNotice({ voucher, discount, isEmpty }: { voucher: VoucherView | null; discount: Cents; isEmpty: boolean }): ReactNode {
  const [params] = useSearchParams();
  if (params.get('avis') === UNKNOWN_CODE && voucher === null) return <Banner tone="warning" title="El codi de l'enllaç no existix">Mira que l'enllaç estiga sencer. Si tens el codi, escriu-lo abans de pagar, en «Tens un codi?».</Banner>;
  if (voucher === null) return null;
  if (voucher.problem !== null) return <Banner tone="warning" title={`Codi ${voucher.label}`}>{voucher.problem}.</Banner>;
  return (
    <p className={styles.notice}>
      Codi <b>{voucher.label}</b>: {voucher.text}.{discount > 0 ? ` Ja està descomptat: ${formatEuros(0 - discount)}.` : isEmpty ? ' Es descompta en triar els tiquets.' : ' Esta comanda no baixa de preu amb ell.'}
    </p>
  );
}
