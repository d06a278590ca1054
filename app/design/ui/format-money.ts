const EUROS = new Intl.NumberFormat('ca-ES', { style: 'currency', currency: 'EUR' });

/** "18,00 €" or "Gratis". */
export function formatPrice(cents: number): string {
  return cents === 0 ? 'Gratis' : formatEuros(cents);
}

/** What the cheapest ticket costs: "Des de 18,00 €", where dishes may make it dearer. */
export function formatFromPrice({ hasChoices, fromPrice }: { hasChoices: boolean; fromPrice: number }): string {
  return `${hasChoices && fromPrice > 0 ? 'Des de ' : ''}${formatPrice(fromPrice)}`;
}

/** The space before the sign does not break. */
export function formatEuros(cents: number): string {
  return EUROS.format(cents / 100).replaceAll(/\s/g, '\u00a0');
}
