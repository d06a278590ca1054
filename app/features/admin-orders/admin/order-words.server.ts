import type { EmailStatus } from '#app/domain/order/status.ts';
import { AUDIT_WORDS, MAIL_TEMPLATES } from '#app/features.server.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';

const MAIL_WORDS = new Map(MAIL_TEMPLATES.flatMap(({ kind, inHistory }) => (inHistory === undefined ? [] : [[kind, inHistory] as const])));

const MAIL_STATUS_WORDS = new Map<string, string>(Object.entries({
  sent: 'enviat',
  pending: 'esperant eixir',
  sending: 'eixint',
  failed: "no s'ha pogut enviar",
} satisfies Record<EmailStatus, string>));

export function timelineText({ what, amount, ticketNumber }: { what: string; amount: number | null; ticketNumber: string | null }): string {
  const words = AUDIT_WORDS.actions[what] ?? mailText(what) ?? what;
  return [words, ticketNumber, amount === null ? null : formatEuros(amount)].filter((part) => part !== null).join(' · ');
}

function mailText(what: string): string | null {
  const [kind = '', status = ''] = what.split(':');
  const [mail, fate] = [MAIL_WORDS.get(kind), MAIL_STATUS_WORDS.get(status)];
  return mail === undefined || fate === undefined ? null : `${mail}: ${fate}`;
}

export function whoText(who: string | null): string {
  if (who === null) return '';
  const [kind] = who.split(':');
  if (kind === 'user' && who !== kind) return 'un compte esborrat';
  if (kind === 'pass') return 'passe de porta';
  if (kind === 'visitor') return 'comprador';
  return AUDIT_WORDS.actors[who] ?? who;
}

const PROBLEMS: Record<string, string> = {
  not_found: 'Esta comanda ja no hi és.',
  paid_by_hand: "Es va cobrar a la taquilla: els diners s'hi tornen també.",
  not_open: 'Esta caixa està tancada: obri\'n una per a tornar diners.',
  closing: "La caixa s'està tancant. Torna-ho a provar d'ací a un moment.",
  not_by_hand: 'No queda res per tornar en mà.',
  not_paid: 'Esta comanda no té cap pagament per retornar.',
  nothing_to_refund: 'No queda res per retornar.',
  too_much: 'És més del que queda per retornar.',
  nothing_to_cancel: 'No hi ha cap tiquet per anul·lar.',
  being_paid: "S'està pagant ara mateix: torna-ho a provar d'ací a un moment.",
  changed_meanwhile: "Algú altre ha canviat l'adreça mentrestant. Mira com ha quedat.",
  too_many: "Ja s'ha enviat tres vegades en una hora. Espera una estona.",
};

export function orderProblemText(code: string): string {
  return PROBLEMS[code] ?? "No s'ha pogut fer.";
}
