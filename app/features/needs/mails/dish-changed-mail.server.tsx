import type { ReactElement } from 'react';
import { render } from 'react-email';

import { listText } from '#app/domain/list.ts';
import type { SiteSettings } from '#app/domain/site/settings.ts';
import { eventLines } from '#app/design/mail-layout/event-box.server.tsx';
import { HoldingButtons, type HoldingFacts, siteOf, subjectNumbers } from '#app/design/mail-layout/holdings.server.tsx';
import { mailFoot, MailLayout, Paragraph, Title } from '#app/design/mail-layout/mail-layout.server.tsx';

export interface DishChangedMail extends HoldingFacts {
  dishes: readonly string[];
}

/** Says which dish and never what somebody named: mails are read by others. */
export async function dishChangedMailTemplate(change: DishChangedMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  const isOneTaken = change.holds === 'received' && change.holdings.length === 1;
  const title = `Mira els plats ${isOneTaken ? 'del teu tiquet' : 'dels teus tiquets'} per a «${change.eventTitle}»`;
  const why = whyText(change);
  return {
    subject: `${title}${subjectNumbers(change)}`,
    text: [title, '', ...eventLines(change), '', why, '', WHAT_TO_DO[change.holds], ...change.holdings.map(({ url }) => url), '', mailFoot(from)].join('\n'),
    html: await render(<DishChangedBody change={change} title={title} why={why} from={from} />),
  };
}

const WHAT_TO_DO = {
  order: 'Obri la comanda per a vore què diu ara cada plat i, si cal, canviar-lo mentre la cuina hi siga a temps.',
  received: 'Obri el tiquet per a vore què diu ara cada plat i, si cal, canviar-lo mentre la cuina hi siga a temps.',
};

function whyText({ dishes }: DishChangedMail): string {
  const names = listText(dishes.map((name) => `«${name}»`));
  return `Ha canviat la informació sobre el que ${dishes.length === 1 ? 'porta' : 'porten'} ${names}, que tens en algun tiquet.`;
}

function DishChangedBody({ change, title, why, from }: { change: DishChangedMail; title: string; why: string; from: SiteSettings }): ReactElement {
  return (
    <MailLayout preview={why} site={siteOf(change)} from={from}>
      <Title>{title}</Title>
      <Paragraph>{why}</Paragraph>
      <Paragraph>{WHAT_TO_DO[change.holds]}</Paragraph>
      <HoldingButtons mail={change} />
    </MailLayout>
  );
}
