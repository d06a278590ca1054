import { type ReactNode, useState } from 'react';

import { Button } from '#app/design/ui/button.tsx';
import { EmojiLine } from '#app/design/ui/emoji-line.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { downloadTickets } from '#app/design/ticket-rendering/download-ticket.ts';
import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';
import { TicketStub } from '#app/design/ticket-rendering/paper/ticket-stub.tsx';
import styles from './lost-ticket.module.css';

export function FoundTicketCard({ ticket, children }: { ticket: PrintableTicket; children: ReactNode }): ReactNode {
  const association = useAssociation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const dishes = [...ticket.menu.flatMap((section) => section.items), ...ticket.extras];

  async function keep(): Promise<void> {
    setBusy(true);
    const [failed] = await downloadTickets([ticket], { association, pauseMs: 0 });
    setProblem(failed === undefined ? null : 'Error generant el codi QR');
    setBusy(false);
  }

  return (
    <article className={styles.ticket} aria-label={`Ticket #${ticket.ticketNumber}`}>
      <TicketStub ticket={ticket} />
      <div className={styles.body}>
        {dishes.length === 0 ? null : (
          <ul className={ui.stack1}>
            {dishes.map((dish, index) => (
              <li key={`${dish.id}-${index}`}>
                <EmojiLine emoji={dish.emoji}>{dish.name}</EmojiLine>
              </li>
            ))}
          </ul>
        )}
        <Button tone="quiet" wide busy={busy} busyLabel="Generant..." onClick={() => void keep()}>
          Descarregar QR
        </Button>
        {problem === null ? null : <p role="alert">{problem}</p>}
        {children}
      </div>
    </article>
  );
}
