import type { ReactElement } from 'react';
import { render, Section } from 'react-email';

import type { SiteSettings } from '#app/domain/site/settings.ts';

import { MailButton, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

export interface LostTicketMail {
  linkUrl: string;
  ticketCount: number;
}

const TITLE = 'Recupera els teus tiquets';
const LIMITS = "L'enllaç és personal, funciona una sola vegada i caduca d'ací a 24 hores.";
const NOT_YOU = 'Si no ho has demanat tu, no cal que faces res: sense este correu ningú els pot veure.';

/** Without the tickets, because the requester is not verified yet. */
export async function lostTicketMailTemplate(mail: LostTicketMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  return {
    subject: TITLE,
    text: [TITLE, '', found(mail), '', mail.linkUrl, '', LIMITS, NOT_YOU, '', mailFoot(from)].join('\n'),
    html: await render(<LostTicketBody mail={mail} from={from} />),
  };
}

function found({ ticketCount }: LostTicketMail): string {
  return ticketCount === 1
    ? "Tens 1 tiquet per als pròxims actes. Obri este enllaç per a veure'l i descarregar-lo:"
    : `Tens ${ticketCount} tiquets per als pròxims actes. Obri este enllaç per a veure'ls i descarregar-los:`;
}

function LostTicketBody({ mail, from }: { mail: LostTicketMail; from: SiteSettings }): ReactElement {
  return (
    <MailLayout preview={LIMITS} site={mail.linkUrl} from={from}>
      <Section className="pad" style={{ padding: '30px 32px 34px' }}>
        <Title>{TITLE}</Title>
        <Paragraph>{found(mail)}</Paragraph>
        <MailButton href={mail.linkUrl}>Veure els meus tiquets</MailButton>
        <Paragraph>{LIMITS}</Paragraph>
        <Paragraph small>{NOT_YOU}</Paragraph>
      </Section>
    </MailLayout>
  );
}
