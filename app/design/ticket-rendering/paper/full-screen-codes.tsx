import X from 'lucide-react/icons/x';
import { createContext, type KeyboardEvent, type ReactNode, useContext, useState } from 'react';

import { useWakeLock } from '#app/design/ui/hooks/use-wake-lock.ts';
import ui from '#app/design/ui/layout/primitives.module.css';
import { useModal } from '#app/design/ui/hooks/use-modal.ts';

import type { PrintableTicket } from '../printable-ticket.ts';
import { QrCode } from '../qr/qr-code.tsx';
import styles from './full-screen-codes.module.css';

const OpenCode = createContext<((ticketId: string) => void) | null>(null);

export function FullScreenCodes({ tickets, children }: { tickets: readonly PrintableTicket[]; children: ReactNode }): ReactNode {
  const [displayed, setDisplayed] = useState<string | null>(null);
  return (
    <OpenCode value={setDisplayed}>
      {children}
      {displayed === null ? null : <CodeScreen tickets={tickets} first={displayed} onClose={() => setDisplayed(null)} />}
    </OpenCode>
  );
}

export function OpenCodeButton({ ticket }: { ticket: PrintableTicket }): ReactNode {
  const open = useContext(OpenCode);
  if (open === null) return null;
  return <button type="button" className={styles.cover} aria-label={`A pantalla completa: ticket ${ticket.ticketNumber}`} onClick={() => open(ticket.id)} />;
}

interface CodeScreenProps {
  tickets: readonly PrintableTicket[];
  first: string;
  onClose: () => void;
}

function CodeScreen({ tickets, first, onClose }: CodeScreenProps): ReactNode {
  useWakeLock(true);

  const dialog = useModal(true, (element) => {
    element.showModal();
    element.querySelector(`[data-ticket="${first}"]`)?.scrollIntoView({ behavior: 'instant', inline: 'start' });
  });

  return (
    <dialog ref={dialog} className={styles.screen} aria-label="Codis per a l'entrada" onClose={onClose}>
      {/* Closed before it goes, so that the focus returns to the code. */}
      <button type="button" className={styles.close} aria-label="Tancar" onClick={() => dialog.current?.close()}>
        <X size={26} aria-hidden="true" />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- It scrolls sideways, by the arrows too. */}
      <ul className={styles.slides} tabIndex={0} aria-label="Tiquets" onKeyDown={slideByKey}>
        {tickets.map((ticket, index) => (
          <li key={ticket.id} data-ticket={ticket.id} className={styles.slide}>
            {tickets.length === 1 ? null : (
              <p className={styles.place}>
                {index + 1} de {tickets.length}
              </p>
            )}
            <QrCode className={styles.code} ticketId={ticket.id} ticketNumber={ticket.ticketNumber} />
            <p className={styles.name}>{ticket.eventTitle.trim() || 'Esdeveniment'}</p>
            <p>{[...ticket.menu.flatMap((section) => section.items), ...ticket.extras].map(({ name }) => name).join(', ')}</p>
            <p className={ui.figure}>#{ticket.ticketNumber}</p>
          </li>
        ))}
      </ul>
    </dialog>
  );
}

export function slideByKey(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement) || event.target !== event.currentTarget) return;
  event.preventDefault();
  const slides = [...event.currentTarget.children];
  const middle = event.currentTarget.getBoundingClientRect().x + event.currentTarget.clientWidth / 2;
  const displayed = slides.findIndex((slide) => slide.getBoundingClientRect().right > middle);
  slides[Math.max(0, displayed) + step]?.scrollIntoView({ inline: 'start', block: 'nearest' });
}
