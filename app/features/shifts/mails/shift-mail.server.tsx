import type { ReactElement } from 'react';
import { render, Section } from 'react-email';

import { hoursText, SHIFT_NAMES, type ShiftKind, shiftRight } from '#app/domain/shifts/shift.ts';
import type { SiteSettings } from '#app/domain/site/settings.ts';
import { formatDate, weekdayName } from '#app/domain/time/dates.ts';
import { Fact, MailButton, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

import type { ShiftMail } from './about.ts';

export interface ShiftMailFacts {
  about: ShiftMail;
  kind: ShiftKind;
  /** YYYY-MM-DD */
  date: string;
  /** Where the mail was late: the shift is on the day it is sent. */
  isToday: boolean;
  starts: string;
  ends: string;
  eventTitle: string;
  eventImage: string;
  location: string | null;
  /** What its people are to know: null in mails to who is not in it. */
  note: string | null;
  url: string;
}

interface Wording {
  title: string;
  lead: string;
  note?: string;
}

export async function shiftMailTemplate(mail: ShiftMailFacts, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  const { title, lead, note } = wordingOf(mail);
  const facts = mailFacts(mail);
  return {
    subject: `${title}: ${mail.eventTitle}`,
    text: [title, '', lead, '', ...facts.map(({ label, value }) => `${label}: ${value}`), '', ...(note === undefined ? [] : [note, '']), 'Els teus torns:', mail.url, '', mailFoot(from)].join('\n'),
    html: await render(<ShiftMailBody mail={mail} from={from} />),
  };
}

function mailFacts({ kind, date, starts, ends, eventTitle, eventImage, location, note }: ShiftMailFacts): { label: string; value: string }[] {
  return [
    { label: 'Torn', value: SHIFT_NAMES[kind] },
    { label: 'Dia', value: `${weekdayName(date)}, ${formatDate(date)}` },
    { label: 'Hora', value: `de ${starts} a ${ends}` },
    { label: 'Acte', value: `${eventImage} ${eventTitle}` },
    ...(location === null ? [] : [{ label: 'Lloc', value: location }]),
    ...(note === null ? [] : [{ label: 'Observació', value: note }]),
  ];
}

const SIGN_OFF = "Si no pots vindre, lleva't del torn com més prompte millor, i una altra persona el podrà agafar.";

function opensText(kind: ShiftKind): string {
  const right = shiftRight(kind);
  if (right === null) return SIGN_OFF;
  return `${right === 'door' ? 'La porta' : 'La taquilla'} se t'obrirà en «Torns», amb el teu compte, un quart d'hora abans de començar i fins a un quart d'hora després d'acabar. ${SIGN_OFF}`;
}

function wordingOf({ about, kind, isToday, starts, ends }: ShiftMailFacts): Wording {
  switch (about) {
    case 'reminder':
      return { title: isToday ? 'Hui tens torn' : 'Demà tens torn', lead: `Et recordem que comptem amb tu: ${SHIFT_NAMES[kind].toLowerCase()}, ${hoursText({ starts, ends })}. Gràcies!`, note: opensText(kind) };
    case 'assigned':
      return { title: "T'han posat en un torn", lead: "L'organització t'ha apuntat a este torn:", note: opensText(kind) };
    case 'accepted':
      return { title: 'Torn acceptat', lead: "L'organització ha acceptat el torn que vas demanar:", note: opensText(kind) };
    case 'turned_down':
      return { title: "Esta vegada no t'hem pogut donar el torn", lead: 'El torn que vas demanar ja està cobert. Gràcies per oferir-te! En «Torns» voràs on fa falta algú.' };
    case 'removed':
      return { title: 'Ja no tens este torn', lead: "L'organització t'ha llevat d'este torn. Si no saps per què, contacta'ns." };
    case 'moved':
      return { title: 'El teu torn ha canviat', lead: 'Este torn ha canviat de dia o d\'hora. Ara és:', note: opensText(kind) };
    case 'deleted':
      return { title: "El torn s'ha anul·lat", lead: 'Este torn ja no es fa: no cal que vingues. Gràcies per oferir-te!' };
    case 'withdrawn':
      return { title: "L'acte no es farà, i el teu torn tampoc", lead: "L'acte s'ha suspés: no cal que vingues. Gràcies per oferir-te!" };
  }
}

function ShiftMailBody({ mail, from }: { mail: ShiftMailFacts; from: SiteSettings }): ReactElement {
  const { title, lead, note } = wordingOf(mail);
  return (
    <MailLayout preview={lead} site={mail.url} from={from}>
      <Section className="pad" style={{ padding: '30px 32px 34px' }}>
        <Title>{title}</Title>
        <Paragraph>{lead}</Paragraph>
        {mailFacts(mail).map(({ label, value }) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
        {note === undefined ? null : <Paragraph>{note}</Paragraph>}
        <MailButton href={mail.url}>Els teus torns</MailButton>
      </Section>
    </MailLayout>
  );
}
