import { formatEuros } from './format-money.ts';

/** In cents. Null: the number stands beside it. */
export function owedAtTillText(cents: number, orderNumber: string | null): string {
  return `Els ${formatEuros(cents)} que vas pagar en persona te'ls tornem a la taquilla: porta el número ${orderNumber ?? 'de la comanda'}.`;
}
