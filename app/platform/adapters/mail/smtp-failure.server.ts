import type { DeliveryFailure } from '#app/domain/mail/delivery-failure.ts';

import type { MailOutcome } from './mailer.server.ts';

type SmtpError = Partial<Record<'message' | 'code' | 'command' | 'response', string>> & { responseCode?: number };

const LONGEST_REASON = 500;
/** Answers to these commands are about this one mail; those to login and greeting are about us. */
const ABOUT_THE_MAIL = /^(MAIL FROM|RCPT TO|DATA)$/;
/** Enhanced status codes (RFC 3463) or the servers' usual words. */
const FULL_MAILBOX = /\b[45]\.2\.2\b|\b(mailbox|inbox) (is )?full\b|\bover quota\b|\bexceeded storage allocation\b/i;
const NETWORK = /^E(CONN|SOCKET|TIMEDOUT|DNS|TLS|PROTOCOL)/;

export function smtpFailure(error: unknown, isHandedOver: boolean): MailOutcome & { sent: false } {
  const { message = String(error), code, command = '', response, responseCode } = error as SmtpError;
  const isUncertain = isHandedOver && responseCode === undefined;
  return {
    sent: false,
    permanent: responseCode !== undefined && responseCode >= 500 && ABOUT_THE_MAIL.test(command),
    isUncertain,
    failure: isUncertain ? 'uncertain' : failureOf({ code: code ?? '', command, text: response ?? message, status: responseCode ?? null }),
    reason: [code, response ?? message].filter(Boolean).join(': ').slice(0, LONGEST_REASON),
  };
}

function failureOf({ code, command, text, status }: { code: string; command: string; text: string; status: number | null }): DeliveryFailure {
  if (code === 'EAUTH' || status === 535) return 'login';
  if (status === null) return NETWORK.test(code) || /abort/i.test(code + text) ? 'silent' : 'unknown';
  if (status >= 500 && command === 'MAIL FROM') return 'sender';
  if (FULL_MAILBOX.test(text)) return 'full_mailbox';
  if (status >= 500) return command === 'RCPT TO' ? 'no_mailbox' : 'refused';
  return 'later';
}
