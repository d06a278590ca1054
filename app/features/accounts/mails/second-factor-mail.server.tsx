import { render, Section } from 'react-email';

import type { SiteSettings } from '#app/domain/site/settings.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { MailButton, mailFoot, MailFrame, Paragraph, Title } from '#app/mail-layout/mail-layout.server.tsx';

export interface SecondFactorMail {
  isOn: boolean;
  name: string;
  at: Date;
  forgotUrl: string;
}

const ON = 'El teu compte demana ara un codi del mòbil';
const OFF = 'El teu compte ja no demana el codi del mòbil';
const IF_YOU = 'Si has sigut tu, no cal que faces res.';
const NOT_YOU = "Si no has sigut tu, posa una contrasenya nova ara mateix i avisa'ns:";

/** Tells an account's owner that its second factor has come or gone. */
export async function secondFactorLetter(mail: SecondFactorMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  const title = mail.isOn ? ON : OFF;
  const when = `La verificació en dos passos s'ha ${mail.isOn ? 'activat' : 'desactivat'}: ${instantText(mail.at.toISOString())}.`;
  const hello = mail.name.trim() === '' ? 'Hola,' : `Hola, ${mail.name.trim()}:`;
  return {
    subject: title,
    text: [title, '', hello, '', when, IF_YOU, '', NOT_YOU, mail.forgotUrl, '', mailFoot(from)].join('\n'),
    html: await render(
      <MailFrame preview={when} site={mail.forgotUrl} from={from}>
        <Section className="pad" style={{ padding: '30px 32px 34px' }}>
          <Title>{title}</Title>
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
