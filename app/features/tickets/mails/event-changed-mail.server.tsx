import type { ReactElement } from 'react';
import { render, Section } from 'react-email';

import type { SiteSettings } from '#app/domain/site/settings.ts';

import { OwnWords, ownWordsLines } from './own-words.server.tsx';
import { EventBox, eventLines, placeText, eventTimeText } from '#app/design/mail-layout/event-box.server.tsx';
import { HoldingButtons, type HoldingFacts, holdingLines, siteOf, subjectNumbers } from '#app/design/mail-layout/holdings.server.tsx';
import { Fact, MailButton, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

export interface EventChangedMail extends HoldingFacts {
  before: { when?: { text: string; isSameDay: boolean }; place?: string };
  /** An admin's, about what changes and why. */
  words: string | null;
  /** Until when the tickets may be given back, and where. */
  choice: { untilText: string; url: string } | null;
  /** Tickets that are enclosed: those that nobody used, and not those that the buyer gave away. */
  enclosed: number;
  used: number;
  /** Tickets that the buyer gave to others, whose addresses are unknown. */
  unreachable: number;
}

function stillValid(change: EventChangedMail): string {
  return change.used === 0 ? validText(change) : `${change.enclosed === 0 ? validText(change) : UNUSED_ARE_VALID[change.enclosed === 1 ? 'one' : 'several']} ${usedText(change)}`;
}

const UNUSED_ARE_VALID = {
  one: "El tiquet que encara no s'ha usat continua sent vàlid: no cal que faces res. Te'l tornem a adjuntar amb les dades noves.",
  several: "Els tiquets que encara no s'han usat continuen sent vàlids: no cal que faces res. Te'ls tornem a adjuntar amb les dades noves.",
};

/** On the same day whoever went out may come back by one. */
function usedText({ used, before }: EventChangedMail): string {
  const isAnotherDay = before.when?.isSameDay === false;
  if (used === 1) return `El que ja s'ha usat per a entrar no ${isAnotherDay ? 'torna a valdre' : 'va adjunt'}.`;
  return `Els que ja s'han usat per a entrar no ${isAnotherDay ? 'tornen a valdre' : 'van adjunts'}.`;
}

function validText({ holds, enclosed }: EventChangedMail): string {
  if (enclosed === 0) return 'Els tiquets que vas donar continuen sent vàlids: no cal que faces res.';
  if (holds === 'received' && enclosed === 1) return "El teu tiquet continua sent vàlid: no cal que faces res. Te'l tornem a adjuntar amb les dades noves.";
  return "Els teus tiquets continuen sent vàlids: no cal que faces res. Te'ls tornem a adjuntar amb les dades noves.";
}

function cannotCome({ holds }: EventChangedMail, { association: { phone, email } }: SiteSettings): string {
  if (holds === 'received') return "Si ara no et va bé, avisa a qui te'l va donar: el pot recuperar.";
  return `Si ara no et va bé, contacta'ns: ${phone === null ? email : `${phone.text} · ${email}`}`;
}

export async function eventChangedMailTemplate(change: EventChangedMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  const title = titleOf(change);
  return {
    subject: `${title}${subjectNumbers(change)}`,
    text: [
      title,
      '',
      ...ownWordsLines(change.words),
      'Ara és:',
      ...eventLines(change),
      '',
      ...beforeLines(change).map(({ label, value }) => `${label}: ${value}`),
      '',
      stillValid(change),
      ...(change.choice === null ? [cannotCome(change, from)] : [choiceText(change, change.choice), change.choice.url]),
      ...(change.unreachable === 0 ? [] : [givenText(change)]),
      '',
      ...holdingLines(change),
      '',
      mailFoot(from),
    ].join('\n'),
    html: await render(<EventChangedBody change={change} title={title} from={from} />),
  };
}

function choiceText({ used }: EventChangedMail, { untilText }: NonNullable<EventChangedMail['choice']>): string {
  return `Si així no et va bé, pots tornar els tiquets${used === 0 ? '' : " que no s'han usat"} i et tornem els diners: tens fins al ${untilText}. Si no dius res, els conserves.`;
}

function givenText({ unreachable }: EventChangedMail): string {
  return unreachable === 1 ? "Un dels tiquets el vas donar: avisa tu a qui el té, que no en sabem el correu." : `${unreachable} dels tiquets els vas donar: avisa tu a qui els té, que no en sabem el correu.`;
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
    <MailLayout preview={`Ara: ${change.dateText}, ${eventTimeText(change)} · ${placeText(change)}`} site={siteOf(change)} from={from}>
      <Section className="pad" style={{ padding: '30px 32px 30px' }}>
        <Title>{title}</Title>
        <EventBox event={change} />
        {beforeLines(change).map(({ label, value }) => (
          <Fact key={label} label={label}>
            <s>{value}</s>
          </Fact>
        ))}
        <OwnWords words={change.words} />
        <Paragraph>{stillValid(change)}</Paragraph>
        {change.choice === null ? <HoldingButtons mail={change} /> : null}
        {change.choice === null ? <Paragraph small>{cannotCome(change, from)}</Paragraph> : <Paragraph>{choiceText(change, change.choice)}</Paragraph>}
        {change.choice === null ? null : <MailButton href={change.choice.url}>Triar què fem amb els tiquets</MailButton>}
        {change.unreachable === 0 ? null : <Paragraph>{givenText(change)}</Paragraph>}
      </Section>
    </MailLayout>
  );
}
