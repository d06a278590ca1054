import { type ReactNode, useState } from 'react';

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

type Preview = { recipients: number; subject: string; text: string };
type Shown = { preview: Preview | null } | { problem: string };

/** A preview, before anything is saved. */
export function HoldersMail({ eventId, typed }: HoldersMailProps): ReactNode {
  const hydrated = useHydrated();
  const [shown, setShown] = useState<Shown | null>(null);
  const [busy, setBusy] = useState(false);
  if (!hydrated) return null;

  async function look(): Promise<void> {
    setBusy(true);
    setShown(await read(eventId, typed));
    setBusy(false);
  }

  return (
    <div>
      <Button tone="text" busy={busy} aria-haspopup="dialog" onClick={() => void look()}>
        Vore el correu abans d'enviar-lo
      </Button>
      <Dialog open={shown !== null} onClose={() => setShown(null)} title="El correu a qui té tiquets">
        {shown === null ? null : <Content shown={shown} />}
      </Dialog>
    </div>
  );
}

function Content({ shown }: { shown: Shown }): ReactNode {
  if ('problem' in shown) return <p>{shown.problem}</p>;
  if (shown.preview === null) return <p>No han canviat ni el dia, ni l'hora, ni el lloc: no s'enviarà cap correu.</p>;
  const { recipients, subject, text } = shown.preview;
  return (
    <div className={ui.stack3}>
      <p>{recipients === 1 ? "S'enviarà a 1 comanda." : `S'enviarà a ${recipients} comandes.`} Cada una amb els seus tiquets i el seu número.</p>
      <p className={styles.subject}>{subject}</p>
      <pre className={styles.text}>{text}</pre>
    </div>
  );
}

async function read(eventId: number, typed: HoldersMailProps['typed']): Promise<Shown> {
  const query = new URLSearchParams({ date: typed.date ?? '', time: typed.time ?? '', location: typed.location ?? '' });
  try {
    const answer = await fetch(`/api/admin/events/${eventId}/changed-mail?${query}`);
    return answer.ok ? ((await answer.json()) as { preview: Preview | null }) : { problem: "No s'ha pogut fer la vista prèvia." };
  } catch {
    return { problem: 'No hi ha connexió: torna-ho a provar.' };
  }
}
