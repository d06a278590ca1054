import { formatDate } from '../time/dates.ts';

/** The sentence of the status badge (spec §4), for server and screens alike. */
export function saleText(status: 'open' | 'closed' | 'soldout', saleEndDate: string | null): string {
  switch (status) {
    case 'soldout':
      return 'Entrades esgotades';
    case 'closed':
      return 'Venda tancada';
    case 'open':
      return saleEndDate === null ? 'Disponible' : `Disponible fins ${formatDate(saleEndDate)} a les 23:59`;
  }
}
