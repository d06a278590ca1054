import type { EmailStatus } from '#app/domain/order/status.ts';
import type { ChipTone } from '#app/design/ui/chip.tsx';

import type { DeliveryFailure } from '#app/domain/mail/delivery-failure.ts';

export const STATUS_WORDS: Record<EmailStatus, { text: string; tone: ChipTone }> = {
  failed: { text: 'No enviat', tone: 'red' },
  pending: { text: 'Esperant', tone: 'saffron' },
  sending: { text: 'Enviant-se', tone: 'saffron' },
  sent: { text: 'Enviat', tone: 'teal' },
};

export const FILTER_WORDS = {
  attention: 'Per atendre',
  failed: 'No enviats',
  waiting: 'Esperant',
  sent: 'Enviats',
  all: 'Tots',
} as const;

export type MailFilterName = keyof typeof FILTER_WORDS;

/** Maximum length of an e-mail address. */
export const MAX_MAIL_SEARCH = 254;

export const FAILURE_WORDS: Record<DeliveryFailure, string> = {
  address_corrected: "L'adreça s'ha corregit: els tiquets van a la nova en un altre correu.",
  nothing_to_say: "Ja no hi ha res a dir: els tiquets o l'enllaç ja no valen.",
  no_address: "L'adreça no està ben escrita.",
  no_mailbox: "La bústia no existix o no accepta correus: comprova l'adreça.",
  full_mailbox: "La bústia està plena: torna a enviar-lo quan hi haja lloc, o demana una altra adreça.",
  not_drawn: "No s'ha pogut preparar el correu. Si torna a passar, avisa a qui porta la web.",
  login: "El servidor de correu no accepta la contrasenya de la web: s'ha de revisar la configuració.",
  sender: "El servidor de correu no accepta l'adreça des d'on escriu la web: s'ha de revisar la configuració.",
  refused: "El servidor de correu l'ha rebutjat.",
  later: 'El servidor de correu ha demanat que es torne a provar més tard.',
  silent: 'El servidor de correu no contesta.',
  uncertain: "El servidor de correu s'ha quedat el correu i no ha dit mai si l'entrega: pot ser que ja haja arribat. Torna a enviar-lo només si no el tenen.",
  unknown: 'El correu no ha pogut eixir.',
};

const DECIDED_HERE: ReadonlySet<DeliveryFailure> = new Set(['address_corrected', 'nothing_to_say', 'not_drawn']);

export function serverAnswer(failure: DeliveryFailure, message: string | null): string | null {
  if (message === null || DECIDED_HERE.has(failure)) return null;
  return /\b[45]\d\d[ -][^]*/.exec(message)?.[0] ?? message;
}

const PROBLEMS = {
  not_found: 'Este correu o esta comanda ja no hi és.',
  changed_meanwhile: "Algú altre ha canviat l'adreça mentrestant. Mira com ha quedat.",
};

export function mailProblemText(code: keyof typeof PROBLEMS): string {
  return PROBLEMS[code];
}

export function allAgainText(count: number): string {
  if (count === 0) return 'Ja no en quedava cap per a tornar a enviar';
  return count === 1 ? '1 correu torna a eixir ara mateix' : `${count} correus tornen a eixir, un darrere de l'altre`;
}
