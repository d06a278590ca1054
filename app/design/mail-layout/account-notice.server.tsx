import { render, Section } from 'react-email';

import type { SiteSettings } from '#app/domain/site/settings.ts';
import { MailButton, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

interface AccountNotice {
  title: string;
  name: string;
  what: string;
  ifYou: string;
  notYou: string;
  forgotUrl: string;
  button?: string;
}

export async function accountNotice({ title, name, what, ifYou, notYou, forgotUrl, button = 'Demanar una contrasenya nova' }: AccountNotice, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  const hello = name.trim() === '' ? 'Hola,' : `Hola, ${name.trim()}:`;
  return {
    subject: title,
    text: [title, '', hello, '', what, ifYou, '', notYou, forgotUrl, '', mailFoot(from)].join('\n'),
    html: await render(
      <MailLayout preview={what} site={forgotUrl} from={from}>
        <Section className="pad" style={{ padding: '30px 32px 34px' }}>
          <Title>{title}</Title>
          <Paragraph>{hello}</Paragraph>
          <Paragraph>{what}</Paragraph>
          <Paragraph>{ifYou}</Paragraph>
          <Paragraph>{notYou}</Paragraph>
          <MailButton href={forgotUrl}>{button}</MailButton>
        </Section>
      </MailLayout>,
    ),
  };
}
