import type { HoldingFacts } from '#app/design/mail-layout/holdings.server.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';

export interface OrderFacts extends HoldingFacts {
  orderNumber: string;
  orderUrl: string;
}

export function owedAtTillText(cents: number, orderNumber: string): string {
  return `Els ${formatEuros(cents)} que vas pagar en persona te'ls tornem a la taquilla: porta el número ${orderNumber}.`;
}
