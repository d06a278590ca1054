import { render, Section } from 'react-email';

import type { SiteSettings } from '#app/domain/site/settings.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { MailButton, mailFoot, MailFrame, Paragraph, Title } from '#app/mail-layout/mail-layout.server.tsx';

export interface PasswordChangedMail {
  name: string;
  changedAt: Date;
  forgotUrl: string;
}

const TITLE = 'La teua contrasenya ha canviat';
const IF_YOU = 'Si has sigut tu, no cal que faces res. Per seguretat hem tancat la sessió en els altres dispositius.';
const NOT_YOU = "Si no has sigut tu, posa'n una altra ara mateix i avisa'ns:";

export async function passwordChangedLetter(mail: PasswordChangedMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  const when = `La contrasenya del teu compte ha canviat: ${instantText(mail.changedAt.toISOString())}.`;
  const hello = mail.name.trim() === '' ? 'Hola,' : `Hola, ${mail.name.trim()}:`;
  return {
    subject: TITLE,
    text: [TITLE, '', hello, '', when, IF_YOU, '', NOT_YOU, mail.forgotUrl, '', mailFoot(from)].join('\n'),
    html: await render(
      <MailFrame preview={when} site={mail.forgotUrl} from={from}>
        <Section className="pad" style={{ padding: '30px 32px 34px' }}>
          <Title>{TITLE}</Title>
          <Paragraph>{hello}</Paragraph>
          <Paragraph>{when}</Paragraph>
          <Paragraph>{IF_YOU}</Paragraph>
          <Paragraph>{NOT_YOU}</Paragraph>
          <MailButton href={mail.forgotUrl}>Demanar una contrasenya nova</MailButton>
        </Section>
      </MailFrame>,
    ),
  };
}
