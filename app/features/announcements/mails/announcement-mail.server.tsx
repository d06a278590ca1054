import type { ReactElement } from 'react';
import { render, Section } from 'react-email';

import { EventBox, eventLines } from '#app/design/mail-layout/event-box.server.tsx';
import { HoldingButtons, type HoldingFacts, holdingLines, numbersOf, siteOf, subjectNumbers } from '#app/design/mail-layout/holdings.server.tsx';
import { mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';
import type { SiteSettings } from '#app/domain/site/settings.ts';

export interface AnnouncementMail extends HoldingFacts {
  subject: string;
  body: string;
}

export async function announcementMailTemplate(mail: AnnouncementMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  return {
    subject: `${mail.subject}: ${mail.eventTitle}${subjectNumbers(mail)}`,
    text: [mail.subject, '', ...paragraphsOf(mail.body).flatMap((paragraph) => [paragraph, '']), ...eventLines(mail), '', ...holdingLines(mail), '', mailFoot(from)].join('\n'),
    html: await render(<AnnouncementBody mail={mail} from={from} />),
  };
}

function paragraphsOf(body: string): string[] {
  return body.split(/\n\s*\n/).map((paragraph) => paragraph.trim()).filter((paragraph) => paragraph !== '');
}

function AnnouncementBody({ mail, from }: { mail: AnnouncementMail; from: SiteSettings }): ReactElement {
  return (
    <MailLayout preview={`${mail.eventTitle} · ${numbersOf(mail)}`} site={siteOf(mail)} from={from}>
      <Section className="pad" style={{ padding: '30px 32px 30px' }}>
        <Title>{mail.subject}</Title>
        {paragraphsOf(mail.body).map((paragraph, index) => (
          <Paragraph key={index}>
            {paragraph.split('\n').flatMap((line, at) => (at === 0 ? [line] : [<br key={at} />, line]))}
          </Paragraph>
        ))}
        <EventBox event={mail} />
        <HoldingButtons mail={mail} />
      </Section>
    </MailLayout>
  );
}
