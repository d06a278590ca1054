import type { EmailStatus } from '#app/domain/order/status.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';
import type { AuditWords, Gathered } from '#app/feature.server.ts';
import { stateKey } from '#app/platform/app-state.server.ts';

interface HistoryWords extends Required<AuditWords> {
  mails: ReadonlyMap<string, string>;
}

export const historyWords = stateKey<HistoryWords>('words of the history of an order');

export function toHistoryWords({ auditWords, mailTemplates }: Pick<Gathered, 'auditWords' | 'mailTemplates'>): HistoryWords {
  return { ...auditWords, mails: new Map(mailTemplates.flatMap(({ kind, inHistory }): [string, string][] => (inHistory === undefined ? [] : [[kind, inHistory]]))) };
}

const MAIL_STATUS_WORDS = new Map<string, string>(Object.entries({
  sent: 'enviat',
  pending: 'esperant eixir',
  sending: 'eixint',
  failed: "no s'ha pogut enviar",
} satisfies Record<EmailStatus, string>));

export function timelineText(words: HistoryWords, { what, amount, ticketNumber }: { what: string; amount: number | null; ticketNumber: string | null }): string {
  const done = words.actions[what] ?? mailText(words, what) ?? what;
  return [done, ticketNumber, amount === null ? null : formatEuros(amount)].filter((part) => part !== null).join(' · ');
}

function mailText({ mails }: HistoryWords, what: string): string | null {
  const [kind = '', status = ''] = what.split(':');
  const [mail, fate] = [mails.get(kind), MAIL_STATUS_WORDS.get(status)];
  return mail === undefined || fate === undefined ? null : `${mail}: ${fate}`;
}

export function whoText({ actors }: HistoryWords, who: string | null): string {
  if (who === null) return '';
  const [kind] = who.split(':');
  if (kind === 'user' && who !== kind) return 'un compte esborrat';
  if (kind === 'pass') return 'passe de porta';
  if (kind === 'visitor') return 'comprador';
  return actors[who] ?? who;
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
