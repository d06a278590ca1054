import type { ReactElement } from 'react';
import { render, Section } from 'react-email';

import type { SiteSettings } from '#app/domain/site/settings.ts';

import type { OrderFacts } from './order-facts.ts';
import { EventBox, eventLines, placeText, eventTimeText } from '#app/design/mail-layout/event-box.server.tsx';
import { Fact, MailButton, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

export interface EventChangedMail extends OrderFacts {
  /** Only the changed facts. */
  before: { when?: { text: string; isSameDay: boolean }; place?: string };
}

const STILL_VALID = "Els teus tiquets continuen sent vàlids: no cal que faces res. Te'ls tornem a adjuntar amb les dades noves.";

function cannotCome({ association: { phone, email } }: SiteSettings): string {
  return `Si ara no et va bé, contacta'ns: ${phone === null ? email : `${phone.text} · ${email}`}`;
}

export async function eventChangedMailTemplate(change: EventChangedMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  const title = titleOf(change);
  return {
    subject: `${title} (${change.orderNumber})`,
    text: [
      title,
      '',
      'Ara és:',
      ...eventLines(change),
      '',
      ...beforeLines(change).map(({ label, value }) => `${label}: ${value}`),
      '',
      STILL_VALID,
      cannotCome(from),
      '',
      `Comanda: ${change.orderNumber}`,
      change.orderUrl,
      '',
      mailFoot(from),
    ].join('\n'),
    html: await render(<EventChangedBody change={change} title={title} from={from} />),
  };
}

function titleOf({ before, eventTitle }: EventChangedMail): string {
  const when = before.when?.isSameDay === true ? "L'hora" : 'La data';
  if (before.when !== undefined && before.place !== undefined) return `${when} i el lloc de «${eventTitle}» han canviat`;
  return `${before.place === undefined ? when : 'El lloc'} de «${eventTitle}» ha canviat`;
}

function beforeLines({ before }: EventChangedMail): { label: string; value: string }[] {
  return [
    ...(before.when === undefined ? [] : [{ label: 'Abans era', value: before.when.text }]),
    ...(before.place === undefined ? [] : [{ label: "El lloc d'abans", value: before.place }]),
  ];
}

function EventChangedBody({ change, title, from }: { change: EventChangedMail; title: string; from: SiteSettings }): ReactElement {
  return (
    <MailLayout preview={`Ara: ${change.dateText}, ${eventTimeText(change)} · ${placeText(change)}`} site={change.orderUrl} from={from}>
      <Section className="pad" style={{ padding: '30px 32px 30px' }}>
        <Title>{title}</Title>
        <EventBox event={change} />
        {beforeLines(change).map(({ label, value }) => (
          <Fact key={label} label={label}>
            <s>{value}</s>
          </Fact>
        ))}
        <Paragraph>{STILL_VALID}</Paragraph>
        <MailButton href={change.orderUrl}>Veure la comanda</MailButton>
        <Paragraph small>{cannotCome(from)}</Paragraph>
      </Section>
    </MailLayout>
  );
}
