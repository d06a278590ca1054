import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';

/** Where somebody waits for money that they paid in person. */
export function OwedNotice({ orders, amount, drawer }: { orders: number; amount: number; drawer?: string }): ReactNode {
  if (orders === 0) return null;
  return (
    <Banner tone="warning" title={`Es deuen ${formatEuros(amount)} en mà`}>
      <p>
        {orders === 1 ? 'A 1 comanda' : `A ${orders} comandes`}: <Link to={drawer === undefined ? '/admin/owed' : `/admin/owed?caixa=${drawer}`}>a qui, i apuntar el que tornes</Link>.
      </p>
    </Banner>
  );
}
