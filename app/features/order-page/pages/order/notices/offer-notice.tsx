import type { ReactNode } from 'react';

import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { TimeLeft } from '#app/design/ui/feedback/time-left.tsx';

import type { EventForOrder } from '../event-for-order.ts';

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
