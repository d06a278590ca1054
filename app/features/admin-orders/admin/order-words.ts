import type { EmailStatus } from '#app/domain/order/status.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';

const AUDIT_WORDS: Record<string, string> = {
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
  'ticket.offered': 'Enllaç per a donar el tiquet',
  'ticket.taken': 'Tiquet donat: té un codi nou',
  'ticket.taken_back': 'Tiquet recuperat: té un codi nou',
  'ticket.admission_undone': 'Entrada desfeta',
  'ticket.serving_undone': 'Plat servit desfet',
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
};

const MAIL_WORDS: Record<string, string> = {
  tickets: 'Correu amb els tiquets',
  refund: 'Avís de devolució',
  event_changed: "Avís de canvi de l'acte",
  event_withdrawn: "Avís d'acte cancel·lat",
};

const MAIL_STATUS_WORDS: Record<EmailStatus, string> = {
  sent: 'enviat',
  pending: 'esperant eixir',
  sending: 'eixint',
  failed: "no s'ha pogut enviar",
};

const SOURCES: Record<string, string> = {
  webhook: 'passarel·la',
  poll: 'passarel·la',
  reconciler: 'repàs automàtic',
  sweeper: 'repàs automàtic',
  refunds: 'devolucions',
  buyer: 'comprador',
  visitor: 'comprador',
  'order bearer': 'comprador',
  'link bearer': 'qui rep el tiquet',
  nobody: '',
};

export function timelineText({ what, amount, ticketNumber }: { what: string; amount: number | null; ticketNumber: string | null }): string {
  const words = AUDIT_WORDS[what] ?? mailText(what) ?? what;
  return [words, ticketNumber, amount === null ? null : formatEuros(amount)].filter((part) => part !== null).join(' · ');
}

function mailText(what: string): string | null {
  const [kind = '', status = ''] = what.split(':');
  const [mail, fate] = [MAIL_WORDS[kind], (MAIL_STATUS_WORDS as Record<string, string>)[status]];
  return mail === undefined || fate === undefined ? null : `${mail}: ${fate}`;
}

export function whoText(who: string | null): string {
  if (who === null) return '';
  const [kind] = who.split(':');
  if (kind === 'user' && who !== kind) return 'un compte esborrat';
  if (kind === 'pass') return 'passe de porta';
  if (kind === 'visitor') return 'comprador';
  return SOURCES[who] ?? who;
}

const PROBLEMS: Record<string, string> = {
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

export function problemText(code: string): string {
  return PROBLEMS[code] ?? "No s'ha pogut fer.";
}
