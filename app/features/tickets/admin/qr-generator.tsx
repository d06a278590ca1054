import { type FormEvent, type ReactNode, useState } from 'react';

import type { Association } from '#app/domain/association.ts';
import { Button } from '#app/design/ui/button.tsx';
import { TextField } from '#app/design/ui/forms/field.tsx';
import { useFocusOnWrongField } from '#app/design/ui/forms/focus-on-wrong-field.ts';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { downloadTicket } from '#app/design/ticket-rendering/download-ticket.ts';
import styles from './qr-generator.module.css';

const TEXTS = {
  empty: 'Per favor, introdueix un número de ticket vàlid',
  missing: "No s'ha trobat el ticket amb aquest número...",
  broken: 'Error generant el codi QR',
} as const;

/** Spec §2. */
export function QrGenerator(): ReactNode {
  const [number, setNumber] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const association = useAssociation();
  const form = useFocusOnWrongField(problem);
  // It can't work without scripts.
  const hydrated = useHydrated();

  async function generate(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wanted = number.trim();
    if (wanted === '') return setProblem(TEXTS.empty);
    setBusy(true);
    setProblem(null);
    setProblem(await printTicket(wanted, association));
    setBusy(false);
  }

  return (
    <section className={styles.panel} aria-labelledby="qr-generator">
      <h2 id="qr-generator" className={ui.heading}>
        Generador de QR - Mode Administrador
      </h2>
      <form ref={form} className={styles.form} inert={!hydrated} noValidate onSubmit={(event) => void generate(event)}>
        <TextField
          label="Número de ticket"
          placeholder="ORD-1795303714-0005-T1"
          value={number}
          error={problem}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={80}
          onChange={(event) => setNumber(event.target.value)}
        />
        <Button type="submit" busy={busy} busyLabel="Generant...">
          Generar QR
        </Button>
      </form>
    </section>
  );
}

/** Null when the picture was saved. */
async function printTicket(number: string, association: Association): Promise<string | null> {
  try {
    const response = await fetch(`/api/admin/tickets/${encodeURIComponent(number)}`);
    if (response.status === 404) return TEXTS.missing;
    if (response.status === 409) return (await response.json()).message;
    if (!response.ok) return TEXTS.broken;
    await downloadTicket(await response.json(), association);
    return null;
  } catch {
    return TEXTS.broken;
  }
}
