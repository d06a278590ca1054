import type { ReactElement } from 'react';
import { render, Section } from 'react-email';

import { tableText } from '#app/domain/seating/table-text.ts';
import type { SiteSettings } from '#app/domain/site/settings.ts';
import { EventBox, eventLines } from '#app/design/mail-layout/event-box.server.tsx';
import { HoldingButtons, type HoldingFacts, siteOf, subjectNumbers } from '#app/design/mail-layout/holdings.server.tsx';
import { Fact, mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

export interface TablesMail extends HoldingFacts {
  tables: string;
  /** `before`: what its holder was told the last time. */
  tickets: readonly { ticketNumber: string; table: number; before: number | null }[];
}

const NOTHING_TO_DO = 'No cal que faces res: els tiquets són els mateixos, i a la porta també ho saben.';

export async function tablesMailTemplate(mail: TablesMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  const title = titleOf(mail);
  return {
    subject: `${title}: ${mail.eventTitle}${subjectNumbers(mail)}`,
    text: [`${title} per a «${mail.eventTitle}»`, '', ...eventLines(mail), '', ...mail.tickets.map((ticket) => `${ticket.ticketNumber}: ${placeOf(ticket)}`), '', NOTHING_TO_DO, ...mail.holdings.map(({ url }) => url), '', mailFoot(from)].join('\n'),
    html: await render(<TablesMailBody mail={mail} from={from} />),
  };
}

function isMoved({ table, before }: TablesMail['tickets'][number]): boolean {
  return before !== null && before !== table;
}

function titleOf({ tables, tickets }: TablesMail): string {
  return tickets.some(isMoved) ? `Ara, ${tables.toLowerCase()}` : tables;
}

function placeOf(ticket: TablesMail['tickets'][number]): string {
  return isMoved(ticket) ? `${tableText(ticket.table)} (abans, la ${ticket.before})` : tableText(ticket.table);
}

function TablesMailBody({ mail, from }: { mail: TablesMail; from: SiteSettings }): ReactElement {
  const title = titleOf(mail);
  return (
    <MailLayout preview={`${title} · ${mail.dateText}`} site={siteOf(mail)} from={from}>
      <Section className="pad" style={{ padding: '30px 32px 30px' }}>
        <Title>{title}</Title>
        <EventBox event={mail} />
        {mail.tickets.map((ticket) => (
          <Fact key={ticket.ticketNumber} label={ticket.ticketNumber}>
            {placeOf(ticket)}
          </Fact>
        ))}
        <Paragraph>{NOTHING_TO_DO}</Paragraph>
        <HoldingButtons mail={mail} />
      </Section>
    </MailLayout>
  );
}
