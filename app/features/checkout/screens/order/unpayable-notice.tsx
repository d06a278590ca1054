import type { ReactNode } from 'react';

import type { Cents } from '#app/domain/money.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';

import { type Paying, unpayableText } from './event-for-order.ts';
import layout from './order-layout.module.css';

export interface UnpayableNoticeProps {
  total: Cents;
  paying: Paying;
  narrowOnly?: boolean;
}

/** Beside a total that the payment provider would refuse: said before anything is held. */
export function UnpayableNotice({ total, paying, narrowOnly = false }: UnpayableNoticeProps): ReactNode {
  const text = unpayableText(total, paying);
  if (text === null) return null;
  return (
    <div className={narrowOnly ? layout.narrow : ''}>
      <Banner tone="warning" live="status" title={text.why}>
        <p>{text.remedy}</p>
      </Banner>
    </div>
  );
}
