import type { ReactElement } from 'react';
import { render, Section } from 'react-email';

import { EventBox, type EventFacts, eventLines } from '#app/design/mail-layout/event-box.server.tsx';
import { MailButton, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';
import type { SiteSettings } from '#app/domain/site/settings.ts';

export interface AnnouncementMail extends EventFacts {
  subject: string;
  body: string;
  orderNumber: string;
  orderUrl: string;
}

export async function announcementMailTemplate(mail: AnnouncementMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  return {
    subject: `${mail.subject}: ${mail.eventTitle} (${mail.orderNumber})`,
    text: [mail.subject, '', ...paragraphsOf(mail.body).flatMap((paragraph) => [paragraph, '']), ...eventLines(mail), '', `Comanda: ${mail.orderNumber}`, mail.orderUrl, '', mailFoot(from)].join('\n'),
    html: await render(<AnnouncementBody mail={mail} from={from} />),
  };
}

function paragraphsOf(body: string): string[] {
  return body.split(/\n\s*\n/).map((paragraph) => paragraph.trim()).filter((paragraph) => paragraph !== '');
}

function AnnouncementBody({ mail, from }: { mail: AnnouncementMail; from: SiteSettings }): ReactElement {
  return (
    <MailLayout preview={`${mail.eventTitle} · ${mail.orderNumber}`} site={mail.orderUrl} from={from}>
      <Section className="pad" style={{ padding: '30px 32px 30px' }}>
        <Title>{mail.subject}</Title>
        {paragraphsOf(mail.body).map((paragraph, index) => (
          <Paragraph key={index}>
            {paragraph.split('\n').flatMap((line, at) => (at === 0 ? [line] : [<br key={at} />, line]))}
          </Paragraph>
        ))}
        <EventBox event={mail} />
        <MailButton href={mail.orderUrl}>Veure la comanda</MailButton>
      </Section>
    </MailLayout>
  );
}
