import type { ReactElement } from 'react';
import { Link, render, Section } from 'react-email';

import type { SiteSettings } from '#app/domain/site/settings.ts';
import { type ListEnd, ordinalText } from '#app/domain/waiting/group-size.ts';
import { EventBox, type EventFacts, eventLines } from '#app/design/mail-layout/event-box.server.tsx';
import { Fact, MailButton, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

export interface WaitingMail extends EventFacts {
  places: number;
  /** The entry's own page, which confirms, leaves and opens the offer. */
  url: string;
  about:
    | { kind: 'confirm' }
    | { kind: 'joined'; position: number }
    /** "15 de març, 2027 a les 21:04" */
    | { kind: 'offer'; until: string }
    | { kind: 'expired' | 'removed' }
    | { kind: 'ended'; why: ListEnd };
}

interface Wording {
  subject: string;
  title: string;
  lead: string;
  facts: { label: string; value: string }[];
  button: string;
  notes: string[];
}

const NOT_YOU = "Si no ho has demanat tu, no cal que faces res: sense confirmar no t'escriurem més.";
const LEAVE = "Ja no hi vens? Ix de la llista";
const IS_LIVE: readonly WaitingMail['about']['kind'][] = ['joined', 'offer'];

const ENDED: Record<ListEnd, string> = {
  sale_over: "La venda s'ha tancat i no han quedat places per al teu grup. Gràcies per esperar: a la web veuràs què més fem.",
  withdrawn: "L'acte no es farà, i la llista d'espera s'acaba ací. A la web veuràs què més fem.",
  archived: "L'acte ja no està a la venda, i la llista d'espera s'acaba ací. A la web veuràs què més fem.",
  closed: "Hem tancat la llista d'espera d'este acte. Si en queden entrades, les trobaràs a la web.",
};

export async function waitingMailTemplate(mail: WaitingMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  const wording = wordingOf(mail);
  return {
    subject: wording.subject,
    text: [
      wording.title,
      '',
      wording.lead,
      '',
      ...wording.facts.map(({ label, value }) => `${label}: ${value}`),
      ...eventLines(mail),
      '',
      `${wording.button}:`,
      mail.url,
      '',
      ...wording.notes,
      ...(IS_LIVE.includes(mail.about.kind) ? [`${LEAVE}: ${leaveUrl(mail)}`] : []),
      '',
      mailFoot(from),
    ].join('\n'),
    html: await render(<WaitingMailBody mail={mail} wording={wording} from={from} />),
  };
}

function leaveUrl({ url }: WaitingMail): string {
  return `${url}#eixir`;
}

function wordingOf({ about, places, eventTitle }: WaitingMail): Wording {
  const people = { label: 'El teu grup', value: placesText(places) };
  switch (about.kind) {
    case 'confirm':
      return {
        subject: `Confirma el teu lloc en la llista d'espera: ${eventTitle}`,
        title: 'Confirma que ets tu',
        lead: "Has demanat que t'avisem si queda lloc. Confirma-ho i t'apuntem al final de la llista:",
        facts: [people],
        button: "Confirmar i entrar en la llista",
        notes: [NOT_YOU],
      };
    case 'joined':
      return {
        subject: `Estàs en la llista d'espera: ${eventTitle}`,
        title: 'Ja estàs en la llista',
        lead: `Ara mateix ets el ${ordinalText(about.position)} grup. Quan quede lloc per a tots els que sou, t'escriurem i te'l guardarem unes hores.`,
        facts: [people],
        button: 'Veure el meu lloc',
        notes: ['Mai no et partim el grup, i els plats es trien en comprar: no es reserven.'],
      };
    case 'offer':
      return {
        subject: `Hi ha lloc per a tu! ${eventTitle}`,
        title: 'Hi ha lloc per a tu!',
        lead: `${places === 1 ? 'Et guardem 1 plaça' : `Us guardem ${places} places`} fins al ${about.until}. Després passaran al grup següent.`,
        facts: [people, { label: 'Guardades fins', value: about.until }],
        button: 'Comprar les entrades',
        notes: ["L'enllaç és només teu: no el passes a ningú. En pots comprar menys; la resta és per al grup següent."],
      };
    case 'expired':
      return {
        subject: `L'oferta ha caducat: ${eventTitle}`,
        title: "L'oferta ha caducat",
        lead: "No hem rebut la compra a temps i les places han passat al grup següent. Si encara vols vindre, torna a apuntar-te: entraràs al final de la llista.",
        facts: [people],
        button: 'Tornar a apuntar-me',
        notes: [],
      };
    case 'removed':
      return {
        subject: `Ja no estàs en la llista d'espera: ${eventTitle}`,
        title: 'Ja no estàs en la llista',
        lead: "L'organització t'ha llevat de la llista d'espera. Si no saps per què, contacta'ns.",
        facts: [people],
        button: "Veure l'acte",
        notes: [],
      };
    case 'ended':
      return {
        subject: `La llista d'espera s'ha acabat: ${eventTitle}`,
        title: "La llista d'espera s'ha acabat",
        lead: ENDED[about.why],
        facts: [people],
        button: 'Veure els actes',
        notes: [],
      };
  }
}

function placesText(places: number): string {
  return places === 1 ? '1 persona' : `${places} persones`;
}

function WaitingMailBody({ mail, wording, from }: { mail: WaitingMail; wording: Wording; from: SiteSettings }): ReactElement {
  return (
    <MailLayout preview={wording.lead} site={mail.url} from={from}>
      <Section className="pad" style={{ padding: '30px 32px 34px' }}>
        <Title>{wording.title}</Title>
        <Paragraph>{wording.lead}</Paragraph>
        {wording.facts.map(({ label, value }) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
        <EventBox event={mail} />
        <MailButton href={mail.url}>{wording.button}</MailButton>
        {wording.notes.map((line) => (
          <Paragraph key={line} small>
            {line}
          </Paragraph>
        ))}
        {IS_LIVE.includes(mail.about.kind) ? (
          <Paragraph small>
            <Link href={leaveUrl(mail)}>{LEAVE}</Link>
          </Paragraph>
        ) : null}
      </Section>
    </MailLayout>
  );
}
