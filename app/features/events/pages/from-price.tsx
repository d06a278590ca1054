import type { ReactNode } from 'react';

import type { Cents } from '#app/domain/money.ts';
import { formatPrice } from '#app/design/ui/format-money.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

/** What the cheapest ticket costs whoever looks. */
export function FromPrice({ hasChoices, fromPrice }: { hasChoices: boolean; fromPrice: Cents }): ReactNode {
  return <strong className={ui.figure}>{`${hasChoices && fromPrice > 0 ? 'Des de ' : ''}${formatPrice(fromPrice)}`}</strong>;
}
