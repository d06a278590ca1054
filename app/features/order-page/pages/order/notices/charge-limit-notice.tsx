import type { ReactNode } from 'react';

import type { Cents } from '#app/domain/money.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';

import { type Paying, chargeLimitText } from '../event-for-order.ts';
import layout from '../order-layout.module.css';

export interface ChargeLimitNoticeProps {
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
