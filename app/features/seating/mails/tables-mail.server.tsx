import type { ReactElement } from 'react';
import { render, Section } from 'react-email';

import type { SiteSettings } from '#app/domain/site/settings.ts';
import { EventBox, eventLines } from '#app/design/mail-layout/event-box.server.tsx';
import { Fact, MailButton, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

export interface TablesMail {
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
