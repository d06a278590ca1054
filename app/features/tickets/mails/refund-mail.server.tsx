import type { ReactElement } from 'react';
import { render, Section } from 'react-email';

import type { RefundReason } from '#app/domain/order/settling.ts';
import type { SiteSettings } from '#app/domain/site/settings.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { owedAtTillText } from '#app/design/ui/owed-at-till.ts';

import type { OrderFacts } from '#app/design/mail-layout/holdings.server.tsx';
import { OwnWords, ownWordsLines } from './own-words.server.tsx';
import { EventBox, eventLines } from '#app/design/mail-layout/event-box.server.tsx';
import { Fact, MailButton, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

export interface RefundMail extends OrderFacts {
  /** Cents. */
  amount: number;
  /** Cents, besides. */
  owedAtTill: number;
  wasAll: boolean;
  reason: RefundReason;
  /** An admin's, about why the event was withdrawn. */
  words: string | null;
}

interface Wording {
  title: string;
  why: string;
  tickets: string;
}

const WORDING: Record<RefundReason, Wording> = {
  late_payment: {
    title: 'Et tornem els diners',
    why: "El teu pagament ens ha arribat quan la reserva ja havia caducat i els tiquets ja no estaven disponibles. Ho sentim: te'l tornem sencer.",
    tickets: 'Esta comanda no té tiquets vàlids. Si encara vols vindre, mira si en queden a la web.',
  },
  second_payment: {
    title: 'Has pagat dues vegades',
    why: 'Hem rebut un segon pagament de la mateixa comanda. Et tornem el segon.',
    tickets: 'Els teus tiquets continuen sent vàlids: no cal que faces res.',
  },
  event_cancelled: {
    title: "L'acte s'ha cancel·lat",
    why: "L'acte no es farà. Ho sentim: et tornem els diners.",
    tickets: 'Esta comanda no té tiquets vàlids. A la web veuràs què més fem.',
  },
  requested: {
    title: 'Et tornem els diners',
    why: 'Hem fet la devolució de la teua comanda.',
    tickets: 'Els tiquets retornats ja no són vàlids.',
  },
  provider: {
    title: 'Et tornem els diners',
    why: "S'ha fet la devolució de la teua comanda.",
    tickets: 'Els tiquets retornats ja no són vàlids.',
  },
};

const ALL_CANCELLED = "L'acte no es farà. Ho sentim: et tornem tot el que vas pagar.";
const WHEN = "L'import torna al mateix mitjà de pagament. Segons el banc, pot tardar entre 5 i 10 dies a aparéixer.";

export async function refundMailTemplate(refund: RefundMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  const wording = wordingOf(refund);
  return {
    subject: subjectOf(refund),
    text: [
      wording.title,
      '',
      wording.why,
      '',
      ...ownWordsLines(refund.words),
      `Import: ${formatEuros(refund.amount)}`,
      `Comanda: ${refund.orderNumber}`,
      ...eventLines(refund),
      '',
      WHEN,
      ...owedLines(refund),
      wording.tickets,
      '',
      refund.orderUrl,
      '',
      mailFoot(from),
    ].join('\n'),
    html: await render(<RefundMailBody refund={refund} wording={wording} from={from} />),
  };
}

function wordingOf({ reason, wasAll }: RefundMail): Wording {
  return reason === 'event_cancelled' && wasAll ? { ...WORDING[reason], why: ALL_CANCELLED } : WORDING[reason];
}

function owedLines({ owedAtTill, orderNumber }: RefundMail): string[] {
  return owedAtTill === 0 ? [] : [owedAtTillText(owedAtTill, orderNumber)];
}

function subjectOf({ reason, amount, owedAtTill, eventTitle, orderNumber }: RefundMail): string {
  const sums = owedAtTill === 0 ? formatEuros(amount) : `${formatEuros(amount)} a la targeta i ${formatEuros(owedAtTill)} en mà`;
  if (reason === 'event_cancelled') return `S'ha cancel·lat «${eventTitle}»: et tornem ${sums} (${orderNumber})`;
  return `Devolució de ${formatEuros(amount)}: ${eventTitle} (${orderNumber})`;
}

function RefundMailBody({ refund, wording, from }: { refund: RefundMail; wording: Wording; from: SiteSettings }): ReactElement {
  return (
    <MailLayout preview={`${formatEuros(refund.amount)} · ${refund.orderNumber}`} site={refund.orderUrl} from={from}>
      <Section className="pad" style={{ padding: '30px 32px 30px' }}>
        <Title>{wording.title}</Title>
        <Paragraph>{wording.why}</Paragraph>
        <OwnWords words={refund.words} />
        <Fact label="Import que et tornem">{formatEuros(refund.amount)}</Fact>
        <Fact label="Comanda">{refund.orderNumber}</Fact>
        <EventBox event={refund} />
        <Paragraph>{WHEN}</Paragraph>
        {owedLines(refund).map((line) => (
          <Paragraph key={line}>{line}</Paragraph>
        ))}
        <Paragraph>{wording.tickets}</Paragraph>
        <MailButton href={refund.orderUrl}>Veure la comanda</MailButton>
      </Section>
    </MailLayout>
  );
}
