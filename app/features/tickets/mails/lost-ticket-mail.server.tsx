import type { ReactElement } from 'react';
import { render, Section } from 'react-email';

import { ASSOCIATION } from '#app/domain/association.ts';

import { MailButton, MailFrame, Paragraph, Title } from '#app/mail-layout/mail-layout.server.tsx';

export interface LostTicketMail {
  /** Opens the tickets once. */
  linkUrl: string;
  ticketCount: number;
}

const TITLE = 'Recupera els teus tiquets';
const LIMITS = "L'enllaç és personal, funciona una sola vegada i caduca d'ací a 24 hores.";
const NOT_YOU = 'Si no ho has demanat tu, no cal que faces res: sense este correu ningú els pot veure.';

/** Brings the way back to tickets that were lost. The tickets themselves stay out: who asked is not known yet. */
export async function lostTicketLetter(mail: LostTicketMail): Promise<{ subject: string; text: string; html: string }> {
  return {
    subject: TITLE,
    text: [TITLE, '', found(mail), '', mail.linkUrl, '', LIMITS, NOT_YOU, '', `${ASSOCIATION.name} · ${ASSOCIATION.phone.text} · ${ASSOCIATION.email}`].join('\n'),
    html: await render(<LostTicketBody mail={mail} />),
  };
}

function found({ ticketCount }: LostTicketMail): string {
  return ticketCount === 1
    ? "Tens 1 tiquet per als pròxims actes. Obri este enllaç per a veure'l i descarregar-lo:"
    : `Tens ${ticketCount} tiquets per als pròxims actes. Obri este enllaç per a veure'ls i descarregar-los:`;
}

function LostTicketBody({ mail }: { mail: LostTicketMail }): ReactElement {
  return (
    <MailFrame preview={LIMITS} site={mail.linkUrl}>
      <Section className="pad" style={{ padding: '30px 32px 34px' }}>
        <Title>{TITLE}</Title>
        <Paragraph>{found(mail)}</Paragraph>
        <MailButton href={mail.linkUrl}>Veure els meus tiquets</MailButton>
        <Paragraph>{LIMITS}</Paragraph>
        <Paragraph small>{NOT_YOU}</Paragraph>
      </Section>
    </MailFrame>
  );
}
