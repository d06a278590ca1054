import { type ReactNode, useState } from 'react';

import { type MailPreview, ticketRecipientsText } from '#app/design/admin-kit/form/form-reply.ts';
import { Button } from '#app/design/ui/button.tsx';
import { Dialog } from '#app/design/ui/feedback/dialog.tsx';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './holders-mail.module.css';

interface HoldersMailProps {
  eventId: number;
  /** As typed now. */
  typed: { date?: string | undefined; time?: string | undefined; location?: string | undefined };
}

type PreviewResult = { preview: (Pick<MailPreview, 'recipients' | 'subject' | 'text'> & { takers: number }) | null } | { problem: string };

/** A preview, before anything is saved. */
export function HoldersMail({ eventId, typed }: HoldersMailProps): ReactNode {
  const hydrated = useHydrated();
  const [result, setResult] = useState<PreviewResult | null>(null);
  const [busy, setBusy] = useState(false);
  if (!hydrated) return null;

  async function loadPreview(): Promise<void> {
    setBusy(true);
    setResult(await read(eventId, typed));
    setBusy(false);
  }

  return (
    <div>
      <Button tone="text" busy={busy} aria-haspopup="dialog" onClick={() => void loadPreview()}>
        Vore el correu abans d'enviar-lo
      </Button>
      <Dialog open={result !== null} onClose={() => setResult(null)} title="El correu a qui té tiquets">
        {result === null ? null : <Content result={result} />}
      </Dialog>
    </div>
  );
}

function Content({ result }: { result: PreviewResult }): ReactNode {
  if ('problem' in result) return <p>{result.problem}</p>;
  if (result.preview === null) return <p>No han canviat ni el dia, ni l'hora, ni el lloc: no s'enviarà cap correu.</p>;
  const { recipients, takers, subject, text } = result.preview;
  return (
    <div className={ui.stack3}>
      <p>{recipients === 1 ? "S'enviarà a 1 comanda." : `S'enviarà a ${recipients} comandes.`} Cada una amb els seus tiquets i el seu número.{takers === 0 ? '' : ` I ${ticketRecipientsText(takers)}.`}</p>
      <p className={styles.subject}>{subject}</p>
      <pre className={styles.text}>{text}</pre>
    </div>
  );
}

async function read(eventId: number, typed: HoldersMailProps['typed']): Promise<PreviewResult> {
  const query = new URLSearchParams({ date: typed.date ?? '', time: typed.time ?? '', location: typed.location ?? '' });
  try {
    const answer = await fetch(`/api/admin/events/${eventId}/changed-mail?${query}`);
    return answer.ok ? await answer.json() : { problem: "No s'ha pogut fer la vista prèvia." };
  } catch {
    return { problem: 'No hi ha connexió: torna-ho a provar.' };
  }
}
