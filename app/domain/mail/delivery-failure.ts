/** What kept a mail from leaving. */
export type DeliveryFailure =
  | 'address_corrected'
  | 'nothing_to_say'
  | 'no_address'
  | 'no_mailbox'
  | 'full_mailbox'
  | 'not_drawn'
  | 'login'
  | 'sender'
  | 'refused'
  | 'later'
  | 'silent'
  | 'unknown';

/** By what mailer and outbox say of it, from the particular to the general. */
const SIGNS: readonly [RegExp, DeliveryFailure][] = [
  [/^the address was corrected/, 'address_corrected'],
  [/^nothing to send/, 'nothing_to_say'],
  [/^not drawn/, 'not_drawn'],
  [/not one plain address/, 'no_address'],
  [/EAUTH|\b535\b/, 'login'],
  [/^EENVELOPE: Mail command failed: 5\d\d\b/, 'sender'],
  // In numbers where the mail server has them (RFC 3463), else in the words that servers use.
  [/\b[45]\.2\.2\b|\b(mailbox|inbox) (is )?full\b|\bover quota\b|\bexceeded storage allocation\b/i, 'full_mailbox'],
  [/EENVELOPE[^]*\b5\d\d\b/, 'no_mailbox'],
  [/\b5\d\d\b/, 'refused'],
  [/\b4\d\d\b/, 'later'],
  [/ECONN|ESOCKET|ETIMEDOUT|EDNS|ETLS|EPROTOCOL|timed? ?out|[Aa]bort/, 'silent'],
];

export function deliveryFailureOf(reason: string): DeliveryFailure {
  return SIGNS.find(([sign]) => sign.test(reason))?.[1] ?? 'unknown';
}

/** What is wrong with one mail alone; everything else is mended in one place for all that met it. */
const OF_ONE_MAIL: ReadonlySet<DeliveryFailure> = new Set(['address_corrected', 'nothing_to_say', 'no_address', 'no_mailbox', 'full_mailbox']);

export function isSystemic(trouble: DeliveryFailure): boolean {
  return !OF_ONE_MAIL.has(trouble);
}
