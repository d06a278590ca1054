import type { ReactElement } from 'react';
import { render, Section } from 'react-email';

import type { SiteSettings } from '#app/domain/site/settings.ts';

import type { OrderFacts } from './order-facts.ts';
import { OwnWords, ownWordsLines } from './own-words.server.tsx';
import { EventBox, eventLines, placeText, eventTimeText } from '#app/design/mail-layout/event-box.server.tsx';
import { Fact, MailButton, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

export interface EventChangedMail extends OrderFacts {
  /** Only the changed facts. */
  before: { when?: { text: string; isSameDay: boolean }; place?: string };
  /** An admin's, about what changes and why. */
  words: string | null;
  /** Until when the tickets may be given back, and where. */
  choice: { untilText: string; url: string } | null;
  /** Tickets that the buyer gave to others, whose addresses are unknown. */
  given: number;
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
      ...ownWordsLines(change.words),
      'Ara és:',
      ...eventLines(change),
      '',
      ...beforeLines(change).map(({ label, value }) => `${label}: ${value}`),
      '',
      STILL_VALID,
      ...(change.choice === null ? [cannotCome(from)] : [choiceText(change.choice), change.choice.url]),
      ...(change.given === 0 ? [] : [givenText(change)]),
      '',
      `Comanda: ${change.orderNumber}`,
      change.orderUrl,
      '',
      mailFoot(from),
    ].join('\n'),
    html: await render(<EventChangedBody change={change} title={title} from={from} />),
  };
}

function choiceText({ untilText }: NonNullable<EventChangedMail['choice']>): string {
  return `Si així no et va bé, pots tornar els tiquets i et tornem els diners: tens fins al ${untilText}. Si no dius res, els conserves.`;
}

function givenText({ given }: EventChangedMail): string {
  return given === 1 ? "Un dels tiquets el vas donar: avisa tu a qui el té, que no en sabem el correu." : `${given} dels tiquets els vas donar: avisa tu a qui els té, que no en sabem el correu.`;
}

function titleOf({ before, eventTitle }: EventChangedMail): string {
  const when = before.when?.isSameDay === true ? "L'hora" : 'La data';
  if (before.when === undefined && before.place === undefined) return `Hi ha canvis en «${eventTitle}»`;
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
        <OwnWords words={change.words} />
        <Paragraph>{STILL_VALID}</Paragraph>
        {change.choice === null ? <MailButton href={change.orderUrl}>Veure la comanda</MailButton> : null}
        {change.choice === null ? <Paragraph small>{cannotCome(from)}</Paragraph> : <Paragraph>{choiceText(change.choice)}</Paragraph>}
        {change.choice === null ? null : <MailButton href={change.choice.url}>Triar què fem amb els tiquets</MailButton>}
        {change.given === 0 ? null : <Paragraph>{givenText(change)}</Paragraph>}
      </Section>
    </MailLayout>
  );
}
