import type { ReactElement } from 'react';
import { render, Section } from 'react-email';

import type { SiteSettings } from '#app/domain/site/settings.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';

import { EventBox, eventLines } from '#app/design/mail-layout/event-box.server.tsx';
import type { OrderFacts } from './order-facts.ts';
import { Fact, MailButton, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

export interface EventWithdrawnMail extends OrderFacts {
  /** Cents paid in person and still to be refunded; 0 for free tickets. */
  owedAtTill: number;
}

const TITLE = "L'acte s'ha cancel·lat";
const WHY = "L'acte no es farà. Ho sentim.";
const TICKETS = 'Els tiquets d\'esta comanda ja no són vàlids. A la web veuràs què més fem.';

function moneyText({ owedAtTill, orderNumber }: EventWithdrawnMail): string {
  if (owedAtTill === 0) return 'No vas pagar res, així que no cal que faces res.';
  return `Els ${formatEuros(owedAtTill)} que vas pagar en persona te'ls tornem a la taquilla: porta el número ${orderNumber}.`;
}

export async function eventWithdrawnMailTemplate(order: EventWithdrawnMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  return {
    subject: `${TITLE}: ${order.eventTitle} (${order.orderNumber})`,
    text: [TITLE, '', WHY, '', `Comanda: ${order.orderNumber}`, ...eventLines(order), '', TICKETS, moneyText(order), '', order.orderUrl, '', mailFoot(from)].join('\n'),
    html: await render(<EventWithdrawnBody order={order} from={from} />),
  };
}

function EventWithdrawnBody({ order, from }: { order: EventWithdrawnMail; from: SiteSettings }): ReactElement {
  return (
    <MailLayout preview={`${order.eventTitle} · ${order.orderNumber}`} site={order.orderUrl} from={from}>
      <Section className="pad" style={{ padding: '30px 32px 30px' }}>
        <Title>{TITLE}</Title>
        <Paragraph>{WHY}</Paragraph>
        <Fact label="Comanda">{order.orderNumber}</Fact>
        <EventBox event={order} />
        <Paragraph>{TICKETS}</Paragraph>
        <Paragraph>{moneyText(order)}</Paragraph>
        <MailButton href={order.orderUrl}>Veure la comanda</MailButton>
      </Section>
    </MailLayout>
  );
}
