import type { ReactElement } from 'react';

import type { EventFacts } from './event-box.server.tsx';
import { MailButton } from './mail-layout.server.tsx';

/** What the reader of a mail has of an event: an order, or tickets that they took of other people's orders. */
export interface HoldingFacts extends EventFacts {
  holds: 'order' | 'received';
  holdings: readonly { number: string; url: string }[];
}

const LABELS = { order: 'Comanda', received: 'Tiquet' } as const;
const BUTTONS = { order: 'Veure la comanda', received: 'Veure el tiquet' } as const;

export function subjectNumbers({ holdings }: HoldingFacts): string {
  return holdings.length === 0 ? '' : ` (${numbersOf({ holdings })})`;
}

export function numbersOf({ holdings }: Pick<HoldingFacts, 'holdings'>): string {
  return holdings.map(({ number }) => number).join(', ');
}

export function holdingLabel({ holds, holdings }: HoldingFacts): string {
  return holds === 'received' && holdings.length > 1 ? 'Tiquets' : LABELS[holds];
}

export function holdingLines({ holds, holdings }: HoldingFacts): string[] {
  return holdings.flatMap(({ number, url }) => [`${LABELS[holds]}: ${number}`, url]);
}

/** Of the first: mail programs ask for one, where any will do. */
export function siteOf({ holdings: [first] }: HoldingFacts): string {
  return first?.url ?? '';
}

export function HoldingButtons({ mail: { holds, holdings } }: { mail: HoldingFacts }): ReactElement {
  return (
    <>
      {holdings.map(({ number, url }) => (
        <MailButton key={number} href={url}>
          {holdings.length === 1 ? BUTTONS[holds] : `Veure ${number}`}
        </MailButton>
      ))}
    </>
  );
}

export interface OrderFacts extends HoldingFacts {
  orderNumber: string;
  orderUrl: string;
}
