import type { ReactElement } from 'react';
import { render, Section } from 'react-email';

import type { SiteSettings } from '#app/domain/site/settings.ts';
import { MailButton, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

const TITLE = 'Les teues dades';
const WHAT = "Algú, segurament tu, ha demanat vore què guardem d'este correu. Obri l'enllaç per a vore-ho, descarregar-ho, corregir el nom o tancar-ho tot:";
const LIMITS = "L'enllaç és personal, funciona una sola vegada i caduca d'ací a 24 hores. No el reenvies a ningú.";
const NOT_YOU = 'Si no ho has demanat tu, no cal que faces res: sense este correu ningú no ho pot vore.';

export async function myDataMailTemplate({ linkUrl }: { linkUrl: string }, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  return {
    subject: TITLE,
    text: [TITLE, '', WHAT, '', linkUrl, '', LIMITS, NOT_YOU, '', mailFoot(from)].join('\n'),
    html: await render(<MyDataBody linkUrl={linkUrl} from={from} />),
  };
}

function MyDataBody({ linkUrl, from }: { linkUrl: string; from: SiteSettings }): ReactElement {
  return (
    <MailLayout preview={LIMITS} site={linkUrl} from={from}>
      <Section className="pad" style={{ padding: '30px 32px 34px' }}>
        <Title>{TITLE}</Title>
        <Paragraph>{WHAT}</Paragraph>
        <MailButton href={linkUrl}>Vore les meues dades</MailButton>
        <Paragraph>{LIMITS}</Paragraph>
        <Paragraph small>{NOT_YOU}</Paragraph>
      </Section>
    </MailLayout>
  );
}
