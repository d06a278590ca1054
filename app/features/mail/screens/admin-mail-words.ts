import type { MailKind } from '#app/adapters/db/tables.server.ts';
import type { EmailStatus } from '#app/domain/order.ts';
import type { ChipTone } from '#app/ui/chip.tsx';

export const KIND_WORDS: Record<MailKind, string> = {
  tickets: 'Tiquets',
  refund: 'Devolució',
  event_changed: "Canvi de l'acte",
  lost_ticket: 'Tiquet perdut',
  password_reset: 'Contrasenya oblidada',
  invitation: 'Invitació',
  password_changed: 'Contrasenya canviada',
};

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

/** What the mailer and the outbox say, from the particular to the general, and what it means to a person. */
const REASONS: readonly [RegExp, string][] = [
  [/^the address was corrected/, "L'adreça s'ha corregit: els tiquets van a la nova en un altre correu."],
  [/^nothing to send/, "Ja no hi ha res a dir: els tiquets o l'enllaç ja no valen."],
  [/^not drawn/, "No s'ha pogut preparar el correu. Si torna a passar, avisa a qui porta la web."],
  [/not one plain address/, "L'adreça no està ben escrita."],
  [/EAUTH|\b535\b/, "El servidor de correu no accepta la contrasenya de la web: s'ha de revisar la configuració."],
  [/EENVELOPE[^]*\b5\d\d\b/, "La bústia no existix o no accepta correus: comprova l'adreça."],
  [/\b5\d\d\b/, "El servidor de correu l'ha rebutjat."],
  [/\b4\d\d\b/, 'El servidor de correu ha demanat que es torne a provar més tard.'],
  [/ECONN|ESOCKET|ETIMEDOUT|EDNS|ETLS|EPROTOCOL|timed? ?out|[Aa]bort/, 'El servidor de correu no contesta.'],
];

export function reasonText(reason: string): string {
  return REASONS.find(([pattern]) => pattern.test(reason))?.[1] ?? 'El correu no ha pogut eixir.';
}

/** What the mail server answered, in its own words; null where the house itself decided. */
export function serverAnswer(reason: string): string | null {
  if (/^(the address|nothing to send|not drawn)/.test(reason)) return null;
  return /\b[45]\d\d[ -][^]*/.exec(reason)?.[0] ?? reason;
}

const PROBLEMS: Record<string, string> = {
  not_found: 'Este correu o esta comanda ja no hi és.',
  changed_meanwhile: "Algú altre ha canviat l'adreça mentrestant. Mira com ha quedat.",
  unreadable: 'El formulari no es pot llegir.',
};

export function problemText(code: string): string {
  return PROBLEMS[code] ?? "No s'ha pogut fer.";
}

export function doneText(done: string | null): string | null {
  if (done === 'again') return 'El correu torna a eixir ara mateix';
  return done === 'address' ? 'Adreça corregida: els tiquets hi van de camí' : null;
}
