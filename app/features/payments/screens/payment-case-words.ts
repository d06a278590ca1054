import type { CaseKind } from '#app/adapters/db/tables.server.ts';

interface CaseWords {
  title: string;
  what: string;
  /** The one button that settles it. */
  action: 'settle' | 'refund';
  button: string;
}

/** What happened, in words, and what there is to do. */
export const CASE_WORDS: Record<CaseKind, CaseWords> = {
  late_payment: {
    title: 'Pagament tardà, retornat',
    what: "Ha arribat quan ja no quedaven entrades o l'acte ja havia començat. Els diners s'han retornat i el comprador ho sap.",
    action: 'settle',
    button: 'Entesos',
  },
  second_payment: {
    title: 'Pagada dues vegades',
    what: "El segon pagament s'ha retornat. La comanda continua sent vàlida.",
    action: 'settle',
    button: 'Entesos',
  },
  event_cancelled: {
    title: "Pagament d'un acte cancel·lat, retornat",
    what: "S'ha pagat quan l'acte ja s'havia retirat. Els diners s'han retornat i el comprador ho sap.",
    action: 'settle',
    button: 'Entesos',
  },
  amount_differs: {
    title: "L'import no coincidix",
    what: "La passarel·la ha cobrat una quantitat, moneda o comanda que no és la nostra. No s'ha donat cap tiquet.",
    action: 'refund',
    button: 'Retornar els diners',
  },
  refund_failed: {
    title: 'Devolució fallida',
    what: 'Els diners no han arribat al comprador. Mira que hi haja saldo a la passarel·la i torna-ho a provar.',
    action: 'refund',
    button: 'Tornar a provar la devolució',
  },
  dispute: {
    title: 'Disputa al banc',
    what: "El titular de la targeta no reconeix el pagament. Els tiquets d'eixe pagament no passen per la porta fins que es resolga; contesta des de la passarel·la.",
    action: 'settle',
    button: "Ja l'he contestada",
  },
  partial_refund: {
    title: 'Devolució parcial feta a mà',
    what: "Algú ha retornat una part des de la passarel·la. Els tiquets continuen sent vàlids: si n'hi ha que no, anul·la'ls.",
    action: 'settle',
    button: 'Revisat',
  },
  unknown_charge: {
    title: 'Cobrament sense comanda',
    what: "La passarel·la té un cobrament d'una comanda que no tenim. Busca'l allí i retorna'l o torna a crear la comanda.",
    action: 'settle',
    button: 'Ja està resolt',
  },
  mismatch: {
    title: 'Els llibres no quadren',
    what: 'La revisió de la nit ha trobat una diferència entre els nostres comptes i els de la passarel·la.',
    action: 'settle',
    button: 'Ja està resolt',
  },
};

const PROBLEMS: Record<string, string> = {
  silent: "La passarel·la no respon. Torna-ho a provar d'ací a una estona.",
  gone: 'Algú altre ja ho ha resolt.',
  not_found: 'No hi ha cap comanda o pagament així.',
  not_paid: 'Esta comanda no té cap pagament que es puga retornar.',
  nothing_chosen: 'Tria els tiquets que es retornen, o tota la comanda.',
  nothing_to_refund: "No queda res per retornar, o ja s'està retornant.",
  too_much: 'És més del que queda per retornar.',
  unreadable: 'El formulari no es pot llegir.',
};

export function problemText(code: string): string {
  return PROBLEMS[code] ?? "No s'ha pogut fer.";
}
