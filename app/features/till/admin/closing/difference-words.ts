import { agrees, sumOf } from '#app/domain/till/cash-up.ts';
import { type ByTender, TENDER_NAMES, TENDERS } from '#app/domain/till/tender.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';

/** 'Falten 10,00 €' */
export function differenceText(amount: number): string {
  return amount > 0 ? `Sobren ${formatEuros(amount)}` : `Falten ${formatEuros(-amount)}`;
}

export function verdictText(difference: ByTender): string {
  const total = sumOf(difference);
  if (total !== 0) return differenceText(total);
  return agrees(difference) ? 'Quadra al cèntim' : 'Quadra en total, però no per mitjà';
}

/** By means, where they differ. */
export function differenceLines(difference: ByTender): string[] {
  return TENDERS.flatMap((tender) => (difference[tender] === 0 ? [] : `${TENDER_NAMES[tender]}: ${differenceText(difference[tender]).toLowerCase()}`));
}

export function acceptedValue({ cash, terminal, bizum }: ByTender): string {
  return [cash, terminal, bizum].join(' ');
}

export function readAccepted(text: string): ByTender | null {
  const [cash, terminal, bizum] = /^-?\d{1,9} -?\d{1,9} -?\d{1,9}$/.test(text) ? text.split(' ').map(Number) : [];
  return cash === undefined || terminal === undefined || bizum === undefined ? null : { cash, terminal, bizum };
}
