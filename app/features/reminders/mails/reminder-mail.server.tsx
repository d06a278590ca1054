import type { ReactElement } from 'react';
import { render, Section } from 'react-email';

import type { SiteSettings } from '#app/domain/site/settings.ts';
import { EventBox, type EventFacts, eventLines, eventTimeText, placeText } from '#app/design/mail-layout/event-box.server.tsx';
import { Fact, MailButton, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

export interface ReminderMail extends EventFacts {
  orderNumber: string;
  /** Of the order, or of the one ticket of whoever took it. */
  orderUrl: string;
  /** Where the mail was late: the event is on the day it is sent. */
  isToday: boolean;
  mapUrl: string | null;
  tickets: readonly { ticketNumber: string; table: number | null; dishes: readonly string[] }[];
  /** Of somebody who took a ticket: the order's page is not theirs. */
  isTaken: boolean;
  /** Null where the event allows no transfers, or the ticket was taken. */
  transferUrl: string | null;
  /** What is given back and until when. */
  termsUrl: string;
  /** Until when dishes may be changed; null: no more. */
  dishesUntilText: string | null;
}

export async function reminderMailTemplate(mail: ReminderMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  const title = titleOf(mail);
  return {
    subject: mail.isTaken ? title : `${title} (${mail.orderNumber})`,
    text: [
      title,
      '',
      ...eventLines(mail),
      ...(mail.mapUrl === null ? [] : [`Com arribar-hi: ${mail.mapUrl}`]),
      '',
      ...mail.tickets.flatMap((ticket) => [`${ticket.ticketNumber}${tableText(ticket)}`, ...(ticket.dishes.length === 0 ? [] : [`  ${ticket.dishes.join(', ')}`])]),
      '',
      enclosedText(mail),
      mail.orderUrl,
      '',
      'Si no pots vindre',
      ...adviceOf(mail, from).flatMap(({ text, url }) => (url === null ? [text] : [text, url])),
      '',
      mailFoot(from),
    ].join('\n'),
    html: await render(<ReminderBody mail={mail} from={from} />),
  };
}

function titleOf({ isToday, eventTitle, time }: ReminderMail): string {
  const hour = time.trim() === '' ? '' : ` a les ${time}`;
  return `${isToday ? 'Hui' : 'Demà'}${hour}: ${eventTitle}`;
}

function tableText({ table }: { table: number | null }): string {
  return table === null ? '' : ` · Taula ${table}`;
}

function enclosedText({ tickets, isTaken }: ReminderMail): string {
  const what = tickets.length === 1 ? "Adjunt va el tiquet, amb el codi QR que has d'ensenyar a la porta." : "Adjunts van els tiquets, amb els codis QR que has d'ensenyar a la porta.";
  return isTaken ? `${what} També el tens ací, en qualsevol dispositiu:` : what;
}

interface Advice {
  text: string;
  url: string | null;
  /** What leads to the address; the whole text where left out. */
  link?: string;
}

function adviceOf(mail: ReminderMail, { association: { phone, email } }: SiteSettings): Advice[] {
  const contact = phone === null ? email : `${phone.text} · ${email}`;
  return [
    ...(mail.isTaken ? [{ text: "Avisa a qui te'l va donar: el pot recuperar i donar-lo a una altra persona.", url: null }] : []),
    ...(mail.transferUrl === null ? [] : [{ text: 'Dona el tiquet a qui vulgues amb un enllaç: no cal que ens ho digues.', url: mail.transferUrl }]),
    ...(mail.dishesUntilText === null ? [] : [{ text: `I si només vols canviar un plat, pots fins al ${mail.dishesUntilText}.`, url: null }]),
    { text: `Per a una devolució, contesta o contacta'ns abans que comence: ${contact}. Els diners tornen pel mateix camí que van vindre, si les condicions de compra ho permeten.`, url: mail.termsUrl, link: 'Condicions de compra' },
  ];
}

function ReminderBody({ mail, from }: { mail: ReminderMail; from: SiteSettings }): ReactElement {
  return (
    <MailLayout preview={`${mail.dateText}, ${eventTimeText(mail)} · ${placeText(mail)}`} site={mail.orderUrl} from={from}>
      <Section className="pad" style={{ padding: '30px 32px 30px' }}>
        <Title>{titleOf(mail)}</Title>
        <EventBox event={mail} />
        {mail.mapUrl === null ? null : (
          <Paragraph>
            <a href={mail.mapUrl}>Com arribar-hi</a>
          </Paragraph>
        )}
        {mail.tickets.map((ticket) => (
          <Fact key={ticket.ticketNumber} label={`${ticket.ticketNumber}${tableText(ticket)}`}>
            {ticket.dishes.length === 0 ? 'Entrada' : ticket.dishes.join(', ')}
          </Fact>
        ))}
        <Paragraph>{enclosedText(mail)}</Paragraph>
        <MailButton href={mail.orderUrl}>{mail.isTaken ? 'Veure el tiquet' : 'Veure els tiquets'}</MailButton>
        <Paragraph>
          <strong>Si no pots vindre</strong>
        </Paragraph>
        {adviceOf(mail, from).map(({ text, url, link }) => (
          <Paragraph key={text} small>
            {link === undefined ? null : `${text} `}
            {url === null ? text : <a href={url}>{link ?? text}</a>}
          </Paragraph>
        ))}
      </Section>
    </MailLayout>
  );
}
