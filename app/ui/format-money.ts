const EUROS = new Intl.NumberFormat('ca-ES', { style: 'currency', currency: 'EUR' });

/** "18,00 €" from 1800 cents; the space before the sign does not break. */
export function formatEuros(cents: number): string {
  return EUROS.format(cents / 100).replaceAll(/\s/g, '\u00a0');
}
