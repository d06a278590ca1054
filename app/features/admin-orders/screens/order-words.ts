import { formatEuros } from '#app/ui/format-money.ts';

/** A row of the audit or of the outbox, in words: `order.paid`, `tickets:sent`. */
const WORDS: Record<string, string> = {
  'order.draft': 'Comanda començada',
  'order.pending_payment': 'Comanda feta, esperant el pagament',
  'order.paid': 'Comanda pagada',
  'order.completed': 'Comanda gratuïta completada',
  'order.cancelled': 'Comanda cancel·lada',
  'order.refunded': 'Comanda reemborsada',
  'order.address_corrected': 'Adreça corregida',
  'till.invited': 'Convida la casa',
  'ticket.refunded': 'Tiquet reemborsat',
  'ticket.cancelled': 'Tiquet anul·lat',
  'ticket.menu_changed': 'Plats canviats',
  'ticket.printed': 'Tiquet imprés',
  'ticket.used': 'Entrada',
  'payment.begun': 'Nou intent de pagament',
  'payment.disputed': 'El banc ha obert una reclamació',
  'payment.dispute_won': 'Reclamació guanyada',
  'payment.dispute_lost': 'Reclamació perduda',
  'payment.case_settled': 'Cas de pagament resolt',
  'refund.requested': 'Devolució demanada',
  'refund.due': 'Devolució decidida',
  'refund.created': 'Devolució en marxa',
  'refund.pending': 'Devolució en marxa',
  'refund.succeeded': 'Devolució feta',
  'refund.failed': 'Devolució fallida',
  'tickets:sent': 'Correu amb els tiquets enviat',
  'tickets:pending': 'Correu amb els tiquets, esperant eixir',
  'tickets:sending': 'Correu amb els tiquets, eixint',
  'tickets:failed': "Correu amb els tiquets que no s'ha pogut enviar",
  'refund:sent': 'Avís de devolució enviat',
  'event_changed:sent': "Avís de canvi de l'acte enviat",
  'event_withdrawn:sent': "Avís d'acte cancel·lat enviat",
};

const SOURCES: Record<string, string> = {
  webhook: 'passarel·la',
  poll: 'passarel·la',
  reconciler: 'repàs automàtic',
  sweeper: 'repàs automàtic',
  refunds: 'devolucions',
  buyer: 'comprador',
  visitor: 'comprador',
};

export function timelineText({ what, amount, ticketNumber }: { what: string; amount: number | null; ticketNumber: string | null }): string {
  const words = WORDS[what] ?? what;
  return [words, ticketNumber, amount === null ? null : formatEuros(amount)].filter((part) => part !== null).join(' · ');
}

export function whoText(who: string | null): string {
  return who === null ? '' : (SOURCES[who] ?? (who.startsWith('user:') ? 'un compte esborrat' : who));
}

export const PROBLEMS: Record<string, string> = {
  not_found: 'Esta comanda ja no hi és.',
  paid_by_hand: "Es va cobrar a la taquilla: els diners s'hi tornen també.",
  not_paid: 'Esta comanda no té cap pagament per retornar.',
  nothing_to_refund: 'No queda res per retornar.',
  too_much: 'És més del que queda per retornar.',
  nothing_to_cancel: 'No hi ha cap tiquet per anul·lar.',
  being_paid: "S'està pagant ara mateix: torna-ho a provar d'ací a un moment.",
  changed_meanwhile: "Algú altre ha canviat l'adreça mentrestant. Mira com ha quedat.",
  too_many: "Ja s'ha enviat tres vegades en una hora. Espera una estona.",
};
