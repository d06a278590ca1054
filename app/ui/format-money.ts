const EUROS = new Intl.NumberFormat('ca-ES', { style: 'currency', currency: 'EUR' });

/** What something costs: "18,00 €", or "Gratis". */
export function formatPrice(cents: number): string {
  return cents === 0 ? 'Gratis' : formatEuros(cents);
}

/** "18,00 €" from 1800 cents; the space before the sign does not break. */
export function formatEuros(cents: number): string {
  return EUROS.format(cents / 100).replaceAll(/\s/g, '\u00a0');
}
