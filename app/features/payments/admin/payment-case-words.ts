import type { CaseFacts, CaseKind, MismatchKind } from '#app/domain/payment/case.ts';
import { statusLabel } from '#app/domain/ticket/status-label.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';

interface CaseWords {
  title: string;
  what: string;
  action: 'settle' | 'refund' | null;
  button: string;
}

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
  refund_delayed: {
    title: 'Devolució encallada',
    what: "Fa massa temps que esta devolució està a mitges. Mira a la passarel·la si hi ha saldo i si ens deixa retornar; este avís se'n va sol quan la devolució avance.",
    action: null,
    button: '',
  },
  provider_refuses: {
    title: 'La passarel·la no ens deixa entrar',
    what: "La clau de la passarel·la s'ha retirat o no té permís. Fins que no s'arregle, eixa part dels pagaments està parada.",
    action: 'settle',
    button: 'Ja està resolt',
  },
  clock_drift: {
    title: "El rellotge no va a l'hora",
    what: "El rellotge d'este servidor i el de la passarel·la no coincidixen: posa'l en hora, que les reserves i els pagaments en depenen. Este avís se'n va sol.",
    action: null,
    button: '',
  },
  dispute: {
    title: 'Disputa al banc',
    what: "El titular de la targeta no reconeix el pagament. Els tiquets d'eixe pagament no passen per la porta fins que es resolga; contesta des de la passarel·la.",
    action: 'settle',
    button: "Ja l'he contestada",
  },
  partial_refund: {
    title: 'Devolució parcial feta a mà',
    what: 'Algú ha retornat una part des de la passarel·la, o el banc en una disputa. Els tiquets continuen sent vàlids: si la devolució era per alguns, digues quins.',
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

const MISMATCH_WORDS: Record<MismatchKind, string> = {
  charge_unknown: 'la passarel·la ha cobrat i no ho tenim apuntat',
  charge_missing: 'tenim apuntat un cobrament que la passarel·la no coneix',
  amount_differs: 'els imports no coincidixen',
  paid_not_sold: 'cobrat, però la comanda no està pagada ni retornada',
  paid_twice: "la mateixa comanda s'ha cobrat dues vegades",
  refunds_differ: 'les devolucions no coincidixen',
  refunded_twice: "la passarel·la ha fet més d'una vegada la mateixa devolució",
  dispute_unknown: 'hi ha una disputa que no tenim apuntada',
  session_unread: 'la passarel·la no deixa llegir una pàgina de pagament',
};

const TASK_WORDS: Record<string, string> = { checkout: 'obrir pàgines de pagament', refunds: 'fer devolucions', feed: 'llegir què hi ha passat' };

export function factsText(kind: CaseKind, facts: CaseFacts): string {
  const { amount = 0, of = 0 } = facts;
  switch (kind) {
    case 'late_payment':
    case 'second_payment':
    case 'event_cancelled':
      return `retornats ${formatEuros(amount)}`;
    case 'amount_differs':
      return `cobrats ${charged(facts)}, esperats ${formatEuros(of)}`;
    case 'unknown_charge':
      return `cobrats ${charged(facts)}, comanda desconeguda`;
    case 'refund_failed':
      return `${formatEuros(amount)} que no s'han pogut retornar${facts.reason === undefined ? '' : ` (${facts.reason})`}`;
    case 'refund_delayed':
      return facts.reason === 'pending' ? `${formatEuros(amount)}: demanats al banc fa més de deu dies` : `${formatEuros(amount)}: la passarel·la encara no els ha acceptat`;
    case 'partial_refund':
      return `retornats ${formatEuros(amount)} de ${formatEuros(of)} des de la passarel·la`;
    case 'dispute':
      return `disputa de ${formatEuros(amount)} al banc${facts.outcome === undefined ? '' : facts.outcome === 'won' ? ', guanyada' : ', perduda'}`;
    case 'provider_refuses':
      return `no podem ${TASK_WORDS[facts.reason ?? ''] ?? 'treballar-hi'}`;
    case 'clock_drift':
      return `${Math.abs(facts.seconds ?? 0)} segons ${(facts.seconds ?? 0) < 0 ? 'endarrerit' : 'avançat'}`;
    case 'mismatch':
      return facts.mismatch === undefined ? '' : [MISMATCH_WORDS[facts.mismatch], ...mismatchParts(facts)].join(': ');
  }
}

function charged({ amount = 0, currency = 'eur' }: CaseFacts): string {
  return currency === 'eur' ? formatEuros(amount) : `${amount / 100} ${currency.toUpperCase()}`;
}

function mismatchParts({ theirs, ours, orderStatus, name }: CaseFacts): string[] {
  const parts = [
    theirs === undefined ? null : `${formatEuros(theirs)} a la passarel·la`,
    ours === undefined ? null : `${formatEuros(ours)} ací`,
    orderStatus === undefined ? null : `comanda «${statusLabel(orderStatus).text}»`,
    name ?? null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? [] : [parts.join(', ')];
}

export const MAX_ORDER_NUMBER = 60;

const PROBLEMS: Record<string, string> = {
  silent: "La passarel·la no respon. Torna-ho a provar d'ací a una estona.",
  gone: 'Algú altre ja ho ha resolt.',
  not_found: 'No hi ha cap comanda o pagament així.',
  paid_by_hand: "Es va cobrar a la taquilla: els diners s'hi tornen també.",
  not_paid: 'Esta comanda no té cap pagament que es puga retornar.',
  no_ticket_chosen: 'Tria els tiquets que es van retornar.',
  nothing_to_refund: "No queda res per retornar, o ja s'està retornant.",
  too_much: 'És més del que queda per retornar.',
};

export function caseProblemText(code: string): string {
  return PROBLEMS[code] ?? "No s'ha pogut fer.";
}
