import { type ReactNode, useState } from 'react';

import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { downloadTickets } from '#app/design/ticket-rendering/download-ticket.ts';
import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';
import { Button, type ButtonTone } from '#app/design/ui/button.tsx';

/** Spec §9: browsers drop downloads that follow too closely. */
const PAUSE_MS = 800;
const PAUSE_ON_PHONES_MS = 1_500;
const PHONE = '(max-width: 768px)';

export function DownloadTickets({ tickets, tone }: { tickets: readonly PrintableTicket[]; tone: ButtonTone }): ReactNode {
  const [done, setDone] = useState<number | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const association = useAssociation();
  const busy = done !== null;

  async function download(): Promise<void> {
    setProblems([]);
    setDone(0);
    const pauseMs = window.matchMedia(PHONE).matches ? PAUSE_ON_PHONES_MS : PAUSE_MS;
    setProblems(await downloadTickets(tickets, { association, pauseMs, onProgress: setDone }));
    setDone(null);
  }

  return (
    <>
      <Button tone={tone} busy={busy} busyLabel={`Descarregant ${Math.min((done ?? 0) + 1, tickets.length)} de ${tickets.length}...`} onClick={() => void download()}>
        Descarregar Tiquet(s)
      </Button>
      {problems.map((problem) => (
        <p key={problem} role="alert">
          {problem}
        </p>
      ))}
    </>
  );
}
