import type { ReactElement } from 'react';
import { render, Section } from 'react-email';

import { tablesText } from '#app/domain/seating/table-text.ts';
import type { SiteSettings } from '#app/domain/site/settings.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { isHandedOut, isPaid } from '#app/domain/order/status.ts';
import { EventBox, eventLines } from '#app/design/mail-layout/event-box.server.tsx';
import { Fact, MailButton, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';
import type { MailToWrite, RenderedMail } from '#app/features/mail/service.server.ts';
import { bearerOf, selectOrder, selectTickets } from '#app/features/orders/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

interface TablesMail {
  orderNumber: string;
  orderUrl: string;
  eventTitle: string;
  eventImage: string;
  dateText: string;
  time: string;
  location: string | null;
  tables: string;
  tickets: readonly { ticketNumber: string; table: number | null }[];
}

/** Null when the tables were taken back meanwhile, or the tickets are no longer valid. */
export async function renderTablesMail(deps: Deps, { orderId }: MailToWrite): Promise<RenderedMail | null> {
  const order = orderId === null ? null : await selectOrder(deps.db.query, { id: orderId });
  if (order === null || !isPaid(order.status)) return null;
  const tickets = (await selectTickets(deps.db.query, [order.id])).filter(isHandedOut);
  const tables = tablesText([...new Set(tickets.flatMap(({ table }) => (table === null ? [] : [table])))].toSorted((a, b) => a - b));
  if (tables === null) return null;
  const address = new URL('/payment-success', deps.env.publicUrl);
  address.searchParams.set('order_id', bearerOf(order));
  const { title, image, date, time, location } = order.event;
  const mail: TablesMail = { orderNumber: order.orderNumber, orderUrl: address.href, eventTitle: title, eventImage: image, dateText: formatDate(date), time, location, tables, tickets };
  return { ...(await tablesMailTemplate(mail, await deps.settings.current())), attachments: [] };
}

const NOTHING_TO_DO = 'No cal que faces res: els tiquets són els mateixos, i a la porta també ho saben.';

export async function tablesMailTemplate(mail: TablesMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  const lines = mail.tickets.flatMap(({ ticketNumber, table }) => (table === null ? [] : [`${ticketNumber}: taula ${table}`]));
  return {
    subject: `${mail.tables}: ${mail.eventTitle} (${mail.orderNumber})`,
    text: [`${mail.tables} per a «${mail.eventTitle}»`, '', ...eventLines(mail), '', ...lines, '', NOTHING_TO_DO, mail.orderUrl, '', mailFoot(from)].join('\n'),
    html: await render(<TablesMailBody mail={mail} from={from} />),
  };
}

function TablesMailBody({ mail, from }: { mail: TablesMail; from: SiteSettings }): ReactElement {
  return (
    <MailLayout preview={`${mail.tables} · ${mail.dateText}`} site={mail.orderUrl} from={from}>
      <Section className="pad" style={{ padding: '30px 32px 30px' }}>
        <Title>{mail.tables}</Title>
        <EventBox event={mail} />
        {mail.tickets.map(({ ticketNumber, table }) =>
          table === null ? null : (
            <Fact key={ticketNumber} label={ticketNumber}>
              Taula {table}
            </Fact>
          ),
        )}
        <Paragraph>{NOTHING_TO_DO}</Paragraph>
        <MailButton href={mail.orderUrl}>Veure els tiquets</MailButton>
      </Section>
    </MailLayout>
  );
}
