import type { ReactElement } from 'react';
import { render, Section } from 'react-email';

import type { SiteSettings } from '#app/domain/site/settings.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';

import { EventBox, eventLines } from '#app/design/mail-layout/event-box.server.tsx';
import type { OrderFacts } from './order-facts.ts';
import { OwnWords, ownWordsLines } from './own-words.server.tsx';
import { Fact, MailButton, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

export interface EventWithdrawnMail extends OrderFacts {
  /** Cents paid in person and still to be refunded; 0 for free tickets. */
  owedAtTill: number;
  /** An admin's, about why. */
  words: string | null;
  /** The buyer gave the tickets back; the event takes place. */
  gaveBack: boolean;
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
  tickets: "Els tiquets d'esta comanda ja no són vàlids.",
};

function moneyText({ owedAtTill, orderNumber }: EventWithdrawnMail): string {
  if (owedAtTill === 0) return 'No vas pagar res, així que no cal que faces res.';
  return `Els ${formatEuros(owedAtTill)} que vas pagar en persona te'ls tornem a la taquilla: porta el número ${orderNumber}.`;
}

export async function eventWithdrawnMailTemplate(order: EventWithdrawnMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  const { title, why, tickets } = order.gaveBack ? GAVE_BACK : WITHDRAWN;
  return {
    subject: `${title}: ${order.eventTitle} (${order.orderNumber})`,
    text: [title, '', why, '', ...ownWordsLines(order.words), `Comanda: ${order.orderNumber}`, ...eventLines(order), '', tickets, moneyText(order), '', order.orderUrl, '', mailFoot(from)].join('\n'),
    html: await render(<EventWithdrawnBody order={order} wording={order.gaveBack ? GAVE_BACK : WITHDRAWN} from={from} />),
  };
}

function EventWithdrawnBody({ order, wording: { title, why, tickets }, from }: { order: EventWithdrawnMail; wording: Wording; from: SiteSettings }): ReactElement {
  return (
    <MailLayout preview={`${order.eventTitle} · ${order.orderNumber}`} site={order.orderUrl} from={from}>
      <Section className="pad" style={{ padding: '30px 32px 30px' }}>
        <Title>{title}</Title>
        <Paragraph>{why}</Paragraph>
        <OwnWords words={order.words} />
        <Fact label="Comanda">{order.orderNumber}</Fact>
        <EventBox event={order} />
        <Paragraph>{tickets}</Paragraph>
        <Paragraph>{moneyText(order)}</Paragraph>
        <MailButton href={order.orderUrl}>Veure la comanda</MailButton>
      </Section>
    </MailLayout>
  );
}
