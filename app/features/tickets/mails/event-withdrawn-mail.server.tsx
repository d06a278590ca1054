import type { ReactElement } from 'react';
import { render, Section } from 'react-email';

import type { SiteSettings } from '#app/domain/site/settings.ts';

import { EventBox, eventLines } from '#app/design/mail-layout/event-box.server.tsx';
import { HoldingButtons, type HoldingFacts, holdingLabel, numbersOf, siteOf, subjectNumbers } from '#app/design/mail-layout/holdings.server.tsx';
import { owedAtTillText } from '#app/design/ui/owed-at-till.ts';
import { OwnWords, ownWordsLines } from './own-words.server.tsx';
import { Fact, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

export interface EventWithdrawnMail extends HoldingFacts {
  /** Cents paid in person and still to be refunded. */
  owedAtTill: number;
  wasFree: boolean;
  /** An admin's, about why. */
  words: string | null;
  /** What ended the tickets: the event, whoever paid (by giving them back, taking one from its recipient, or correcting their address), or somebody of ours. */
  ended: 'withdrawn' | 'given_back' | 'revoked' | 'taken_back' | 'cancelled';
  /** The recipient's page is gone with the ticket. */
  isTransferRevoked?: boolean;
}

interface Wording {
  title: string;
  why: string;
  tickets: string;
}

const WITHDRAWN: Wording = {
  title: "L'acte s'ha cancel·lat",
  why: "L'acte no es farà. Ho sentim.",
  tickets: 'Els tiquets d\'esta comanda ja no són vàlids. A la web veuràs què més fem.',
};
const GAVE_BACK: Wording = {
  title: 'Has tornat els tiquets',
  why: "Com que l'acte ha canviat, has triat tornar els tiquets.",
  tickets: 'Els tiquets que has tornat ja no són vàlids.',
};
const RECEIVED_WITHDRAWN: Wording = { ...WITHDRAWN, tickets: "El que et van donar ja no val per a entrar. A la web veuràs què més fem." };
const RECEIVED_RETURNED: Wording = {
  title: 'El teu tiquet ja no val',
  why: "L'acte es fa, però ha canviat, i qui te'l va donar ha preferit tornar els tiquets.",
  tickets: "El que et van donar ja no val per a entrar. Si vols vindre, mira si encara queden places a la web.",
};
const RECEIVED_CANCELLED: Wording = {
  title: 'El teu tiquet ja no val',
  why: "L'acte es fa, però el tiquet que et van donar s'ha anul·lat.",
  tickets: "Ja no val per a entrar. Si no saps per què, pregunta-ho a qui te'l va donar, o escriu-nos.",
};
const ADDRESS_CORRECTED: Wording = {
  title: 'El teu tiquet ja no val',
  why: "L'acte es fa, però qui va comprar el tiquet ha corregit el seu correu, i tots els tiquets de la comanda tenen ara un codi nou.",
  tickets: "El que et van donar ja no val per a entrar. Demana a qui te'l va donar que te'l torne a donar.",
};
const REVOKED: Wording = {
  title: 'El teu tiquet ja no val',
  why: "L'acte es fa, però qui te'l va donar ha recuperat el tiquet.",
  tickets: "El que et van donar ja no val per a entrar. Si no saps per què, pregunta-ho a qui te'l va donar.",
};
const WORDINGS: Record<EventWithdrawnMail['holds'], Record<EventWithdrawnMail['ended'], Wording>> = {
  order: { withdrawn: WITHDRAWN, given_back: GAVE_BACK, revoked: GAVE_BACK, taken_back: GAVE_BACK, cancelled: GAVE_BACK },
  received: { withdrawn: RECEIVED_WITHDRAWN, given_back: RECEIVED_RETURNED, revoked: REVOKED, taken_back: ADDRESS_CORRECTED, cancelled: RECEIVED_CANCELLED },
};

function wordingOf({ holds, ended }: EventWithdrawnMail): Wording {
  return WORDINGS[holds][ended];
}

function moneyText({ holds, ended, owedAtTill, wasFree, holdings }: EventWithdrawnMail): string {
  if (ended === 'taken_back' || ended === 'revoked') return 'La comanda continua pagada: dels diners no cal que faces res.';
  if (ended === 'cancelled') return 'Si es va pagar, dels diners en parlem amb qui el va pagar: no cal que faces res.';
  if (holds === 'received') return 'Si es va pagar, els diners tornen a qui el va pagar: no cal que faces res.';
  if (owedAtTill > 0) return owedAtTillText(owedAtTill, numbersOf({ holdings }));
  return wasFree ? 'No vas pagar res, així que no cal que faces res.' : 'Del que vas pagar ja no queda res per tornar: no cal que faces res.';
}

export async function eventWithdrawnMailTemplate(mail: EventWithdrawnMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  const { title, why, tickets } = wordingOf(mail);
  return {
    subject: `${title}: ${mail.eventTitle}${subjectNumbers(mail)}`,
    text: [title, '', why, '', ...ownWordsLines(mail.words), `${holdingLabel(mail)}: ${numbersOf(mail)}`, ...eventLines(mail), '', tickets, moneyText(mail), ...(mail.isTransferRevoked === true ? [] : ['', ...mail.holdings.map(({ url }) => url)]), '', mailFoot(from)].join('\n'),
    html: await render(<EventWithdrawnBody mail={mail} wording={wordingOf(mail)} from={from} />),
  };
}

function EventWithdrawnBody({ mail, wording: { title, why, tickets }, from }: { mail: EventWithdrawnMail; wording: Wording; from: SiteSettings }): ReactElement {
  return (
    <MailLayout preview={`${mail.eventTitle} · ${numbersOf(mail)}`} site={siteOf(mail)} from={from}>
      <Section className="pad" style={{ padding: '30px 32px 30px' }}>
        <Title>{title}</Title>
        <Paragraph>{why}</Paragraph>
        <OwnWords words={mail.words} />
        <Fact label={holdingLabel(mail)}>{numbersOf(mail)}</Fact>
        <EventBox event={mail} />
        <Paragraph>{tickets}</Paragraph>
        <Paragraph>{moneyText(mail)}</Paragraph>
        {mail.isTransferRevoked === true ? null : <HoldingButtons mail={mail} />}
      </Section>
    </MailLayout>
  );
}
