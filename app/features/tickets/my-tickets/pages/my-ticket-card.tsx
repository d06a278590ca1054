import Download from 'lucide-react/icons/download';
import { type ReactNode, useState } from 'react';

import { MENU_SNAPSHOT_TEXTS, type MenuSnapshotReading } from '#app/domain/ticket/menu-snapshot.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { EmojiLine } from '#app/design/ui/emoji-line.tsx';
import { Price } from '#app/design/ui/price.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { downloadTicket } from '#app/design/ticket-rendering/download-ticket.ts';
import type { MyTicket } from '../my-tickets.server.ts';
import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';
import { TicketPaper } from '#app/design/ticket-rendering/paper/ticket-paper.tsx';
import { WalletLinks, type WalletLinksProps } from '#app/design/ticket-rendering/wallet/wallet-links.tsx';
import styles from './my-ticket-card.module.css';

export function MyTicketCard({ ticket, wallets }: { ticket: MyTicket; wallets: WalletLinksProps['wallets'] }): ReactNode {
  const { printable, status, usedText, payPath } = ticket;
  return (
    <TicketPaper
      ticket={printable}
      className={styles.ticket}
      code={ticket.code}
      foot={ticket.code === 'shown' ? <DownloadButton ticket={printable} /> : null}
      status={<Chip tone={status.tone}>{status.text}</Chip>}
    >
      {usedText === null ? null : <p className={styles.used}>Utilitzat el {usedText}</p>}
      {ticket.person === null ? null : <p className={ui.strong}>Per a {ticket.person}</p>}
      <TicketMenu reading={ticket.menu} extras={printable.extras} />
      <Price cents={printable.price} size="large" />
      {ticket.dishesPath === null ? null : (
        <p>
          <ButtonLink tone="quiet" to={ticket.dishesPath}>
            Canviar plats
          </ButtonLink>
        </p>
      )}
      {ticket.needsPath === null ? null : (
        <p>
          <ButtonLink tone="text" to={ticket.needsPath}>
            Necessitats alimentàries
          </ButtonLink>
        </p>
      )}
      {ticket.code === 'shown' ? <WalletLinks wallets={wallets} call={`/api/my-tickets/${encodeURIComponent(printable.ticketNumber)}`} ticketNumber={printable.ticketNumber} /> : null}
      {payPath === null ? null : (
        <p>
          <ButtonLink to={payPath}>Continuar el pagament</ButtonLink>
        </p>
      )}
    </TicketPaper>
  );
}

export function TicketMenu({ reading, extras }: { reading: MenuSnapshotReading; extras: PrintableTicket['extras'] }): ReactNode {
  const sections = [...(reading.kind === 'menu' ? reading.menu.sections : []), { name: 'Extres', dishes: extras }].filter(({ dishes }) => dishes.length > 0);
  if (reading.kind === 'unreadable' || reading.kind === 'broken') return <p className={styles.unread}>{MENU_SNAPSHOT_TEXTS[reading.kind]}</p>;
  if (sections.length === 0) return null;
  return (
    <dl className={ui.stack3}>
      {sections.map((section, index) => (
        <div key={index}>
          <dt className={ui.label}>{section.name}</dt>
          {section.dishes.map((dish, place) => (
            <dd key={place}>
              <EmojiLine emoji={dish.emoji}>{dish.name}</EmojiLine>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

export function DownloadButton({ ticket }: { ticket: PrintableTicket }): ReactNode {
  const association = useAssociation();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  async function download(): Promise<void> {
    setBusy(true);
    setFailed(false);
    try {
      await downloadTicket(ticket, association);
    } catch {
      setFailed(true);
    }
    setBusy(false);
  }

  return (
    <>
      <Button tone="night" busy={busy} busyLabel="Generant..." onClick={() => void download()}>
        <Download size={18} aria-hidden="true" /> Descarregar QR
      </Button>
      {failed ? (
        <p className={styles.failed} role="alert">
          Error generant el codi QR
        </p>
      ) : null}
    </>
  );
}
