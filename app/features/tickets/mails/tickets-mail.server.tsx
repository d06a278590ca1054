import type { ReactElement } from 'react';
import { Column, Hr, Img, render, Row, Section, Text } from 'react-email';

import { type DescribedEvent, describeReservation } from '#app/domain/event/structured-data.ts';
import type { SiteSettings } from '#app/domain/site/settings.ts';
import { formatEuros, formatPrice } from '#app/design/ui/format-money.ts';

import type { MenuSelection, SoldChoice } from '#app/design/ticket-rendering/printable-ticket.ts';
import type { OrderFacts } from '#app/design/mail-layout/holdings.server.tsx';
import { EventBox, eventLines } from '#app/design/mail-layout/event-box.server.tsx';
import { COLORS, DISPLAY, Fact, MailButton, mailFoot, MailLayout, Paragraph, TEXT, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

export interface TicketsMail extends OrderFacts {
  /** Cents. */
  total: number;
  /** What a code took off. */
  discount: { label: string; amount: number } | null;
  email: string;
  event: DescribedEvent;
  tickets: readonly MailedTicket[];
  /** Public, for mail programs. */
  pictureUrl: string | null;
}

interface MailedTicket {
  ticketNumber: string;
  price: number;
  menu: MenuSelection;
  extras: readonly SoldChoice[];
  /** The inline attachment's content id. */
  contentId: string;
  /** Empty without wallet certificates. */
  walletLinks: readonly { name: string; url: string }[];
}

/** The plain text is complete without the HTML. */
export async function ticketsMailTemplate(order: TicketsMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  return {
    subject: `${order.tickets.length === 1 ? 'El teu tiquet' : 'Els teus tiquets'}: ${order.eventTitle} (${order.orderNumber})`,
    text: plainText(order, from),
    html: await render(<TicketsMailBody order={order} from={from} />),
  };
}

function TicketsMailBody({ order, from }: { order: TicketsMail; from: SiteSettings }): ReactElement {
  const one = order.tickets.length === 1;
  return (
    <MailLayout
      preview={`${order.dateText} · ${one ? '1 tiquet' : `${order.tickets.length} tiquets`} · ${formatPrice(order.total)}`}
      site={order.orderUrl}
      from={from}
      structuredData={describeReservation({ ...order, quantity: order.tickets.length }, from.association)}
    >
      {order.pictureUrl === null ? null : <Img src={order.pictureUrl} alt="" width="600" style={{ display: 'block', width: '100%', height: 'auto' }} />}
      <Section className="pad" style={{ padding: '30px 32px 8px' }}>
        <Title>{one ? 'Ja tens el teu tiquet!' : 'Ja tens els teus tiquets!'}</Title>
        <Paragraph>{one ? SHOW_ONE : SHOW_MANY}</Paragraph>
        <EventBox event={order} />
        <Row>
          <Column style={{ width: '62%', verticalAlign: 'top' }}>
            <Fact label="Comanda">{order.orderNumber}</Fact>
          </Column>
          <Column style={{ verticalAlign: 'top' }}>
            <Fact label="Total">{formatPrice(order.total)}</Fact>
          </Column>
        </Row>
        {order.discount === null ? null : <Paragraph>{discountText(order.discount)}</Paragraph>}
        <MailButton href={order.orderUrl}>Veure la comanda</MailButton>
        <Section style={{ padding: '0 0 26px' }}>
          <Paragraph small>L'enllaç és personal: qui el té pot veure els tiquets. No el compartisques.</Paragraph>
          <Paragraph small>{ENCLOSED}</Paragraph>
        </Section>
      </Section>
      {order.tickets.map((ticket, index) => (
        <TicketPart key={ticket.ticketNumber} ticket={ticket} title={one ? 'El tiquet' : `Tiquet ${index + 1} de ${order.tickets.length}`} />
      ))}
    </MailLayout>
  );
}

const ENCLOSED = "Adjunts van un PDF per a imprimir o guardar i l'acte per al teu calendari.";
const SHOW_ONE = "Ensenya el codi QR a la porta: des d'este correu, des de les fotos del mòbil o imprés. Servix per a una entrada.";
const SHOW_MANY = "Ensenya el codi QR de cada tiquet a la porta: des d'este correu, des de les fotos del mòbil o imprés. Cada codi servix per a una entrada.";

function TicketPart({ ticket, title }: { ticket: MailedTicket; title: string }): ReactElement {
  return (
    <Section className="pad" style={{ padding: '0 32px 30px' }}>
      <Hr className="rule" style={{ margin: '0 0 22px', border: 0, borderTop: `2px dashed ${COLORS.line}` }} />
      <Row>
        <Column style={{ verticalAlign: 'bottom' }}>
          <h2 className="ink" style={{ margin: 0, font: `700 22px/1.2 ${DISPLAY}`, color: COLORS.ink }}>
            {title}
          </h2>
        </Column>
        <Column align="right" style={{ verticalAlign: 'bottom' }}>
          <Text className="ink" style={{ margin: 0, font: `700 18px/1.2 ${TEXT}`, color: COLORS.ink }}>
            {formatPrice(ticket.price)}
          </Text>
        </Column>
      </Row>
      <Text className="soft" style={{ margin: '4px 0 14px', font: `500 14px/1.4 ${TEXT}`, color: COLORS.inkSoft }}>
        {ticket.ticketNumber}
      </Text>
      <Img
        src={`cid:${ticket.contentId}`}
        alt={`Tiquet ${ticket.ticketNumber} amb el seu codi QR`}
        width="420"
        style={{ display: 'block', width: '100%', maxWidth: '420px', height: 'auto', margin: '0 auto', borderRadius: '20px' }}
      />
      {ticket.walletLinks.length === 0 ? null : (
        <Text className="ink" style={{ margin: '14px 0 0', font: `700 16px/1.6 ${TEXT}`, textAlign: 'center' }}>
          {ticket.walletLinks.map(({ name, url }, index) => (
            <span key={name}>
              {index > 0 && ' · '}
              <a href={url}>Afegir a {name}</a>
            </span>
          ))}
        </Text>
      )}
      {choices(ticket).map(({ label, items }) => (
        <Fact key={label.key} label={label.text}>
          {items.map((item, index) => (
            <span key={`${item.id}-${index}`}>
              {index > 0 && <br />}
              {item.emoji} {item.name}
            </span>
          ))}
        </Fact>
      ))}
    </Section>
  );
}

function choices(ticket: MailedTicket): { label: { key: string; text: string }; items: readonly SoldChoice[] }[] {
  return [
    ...ticket.menu.map((section) => ({ label: { key: section.sectionId, text: section.sectionName }, items: section.items })),
    { label: { key: 'extras', text: 'Extres' }, items: ticket.extras },
  ].filter(({ items }) => items.length > 0);
}

function discountText({ label, amount }: { label: string; amount: number }): string {
  return `Amb el codi ${label} has pagat ${formatEuros(amount)} menys.`;
}

function plainText(order: TicketsMail, from: SiteSettings): string {
  return [
    order.tickets.length === 1 ? 'Ja tens el teu tiquet!' : 'Ja tens els teus tiquets!',
    '',
    ...eventLines(order),
    '',
    `Comanda: ${order.orderNumber}`,
    `Total: ${formatPrice(order.total)}`,
    ...(order.discount === null ? [] : [discountText(order.discount)]),
    '',
    ...order.tickets.flatMap((ticket, index) => [
      `Tiquet ${index + 1}: ${ticket.ticketNumber} · ${formatPrice(ticket.price)}`,
      ...ticket.walletLinks.map(({ name, url }) => `  Afegir a ${name}: ${url}`),
      ...choices(ticket).map(({ label, items }) => `  ${label.text}: ${items.map((item) => item.name).join(', ')}`),
      '',
    ]),
    "Cada tiquet va adjunt com a imatge, i tots junts en un PDF, amb el codi QR que has d'ensenyar a la porta.",
    "També tens adjunt l'acte per al teu calendari.",
    "Si no els veus, els trobaràs ací (l'enllaç és personal, no el compartisques):",
    order.orderUrl,
    '',
    mailFoot(from),
  ].join('\n');
}
