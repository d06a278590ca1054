import { parseEmailAddress } from '#app/domain/people/email-address.ts';

import type { OutgoingMail } from './mailer.server.ts';

export interface Sender {
  name: string;
  address: string;
}

/** "Comboi <hola@comboi.example>" or a bare address. */
export function parseSender(mailFrom: string): Sender {
  const named = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(mailFrom);
  const address = parseEmailAddress(named?.[2] ?? mailFrom);
  if (address === null) throw new Error('MAIL_FROM holds no plain address');
  return { name: named?.[1] ?? '', address };
}

/** Addresses are objects: the library would parse a string, which could name a second recipient. */
export interface MailMessage {
  messageId: string;
  from: Sender;
  to: { name: string; address: string };
  envelope: { from: { name: string; address: string }; to: { name: string; address: string }[] };
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments: {
    filename: string;
    contentType: string;
    content: Buffer;
    cid?: string;
    contentDisposition: 'inline' | 'attachment';
  }[];
  disableFileAccess: true;
  disableUrlAccess: true;
}

export function composeMessage(mail: OutgoingMail, sender: Sender): MailMessage | null {
  const recipient = parseEmailAddress(mail.to);
  if (recipient === null || recipient !== mail.to.toLowerCase()) return null;
  const to = { name: '', address: recipient };
  return {
    messageId: messageId(mail.id, sender),
    from: sender,
    to,
    envelope: { from: { name: '', address: sender.address }, to: [to] },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    attachments: mail.attachments.map((attachment) => ({
      filename: oneLine(attachment.filename),
      contentType: attachment.contentType,
      content: Buffer.from(attachment.content.buffer, attachment.content.byteOffset, attachment.content.byteLength),
      ...(attachment.contentId === undefined ? {} : { cid: attachment.contentId }),
      contentDisposition: attachment.contentId === undefined ? 'attachment' : 'inline',
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The same for every sending of a mail, so that repetitions are recognised. */
export function messageId(id: string, sender: Sender): string {
  return `<${id}@${sender.address.slice(sender.address.lastIndexOf('@') + 1)}>`;
}

export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
