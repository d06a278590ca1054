import { type FormEvent, type ReactNode, useState } from 'react';

import { useHydrated } from '#app/design/ui/forms/hydrated.ts';

import type { FoundTicket } from '../../client/link/link.ts';
import { MANUAL_FORM } from '../../client/manual-form.ts';
import styles from './manual-entry.module.css';

interface ManualEntryProps {
  text: string;
  onText: (text: string) => void;
  onSubmit: (text: string) => void;
  isBusy: boolean;
  onSearch: ((text: string) => Promise<FoundTicket[]>) | null;
}

export function ManualEntry({ text, onText, onSubmit, isBusy, onSearch }: ManualEntryProps): ReactNode {
  const [found, setFound] = useState<{ of: string; tickets: FoundTicket[] | null } | null>(null);
  // Without scripts nothing would enable it again.
  const hydrated = useHydrated();
  const isEmpty = text.trim() === '';

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isEmpty) return;
    onSubmit(text);
    // Selected, so that the next read of a keyboard scanner replaces it.
    const typed = event.currentTarget.elements.namedItem('qrData');
    if (typed instanceof HTMLInputElement && typed === document.activeElement) typed.select();
  }

  async function search(): Promise<void> {
    if (onSearch === null) return;
    const tickets = await onSearch(text).catch(() => null);
    setFound({ of: text, tickets });
  }

  return (
    <div className={styles.manual}>
      <form id={MANUAL_FORM} method="post" onSubmit={submit} className={styles.form}>
        <input type="hidden" name="intent" value="verify" />
        <label className={styles.field}>
          Identificador del tiquet{onSearch === null ? '' : ', nom o correu'}
          <input type="text" name="qrData" required value={text} onChange={(change) => onText(change.target.value)} placeholder="ORD-1234567890-1234-T1" autoComplete="off" autoCapitalize="characters" spellCheck={false} maxLength={254} />
        </label>
        <div className={styles.buttons}>
          <button type="submit" disabled={hydrated && isEmpty} className={styles.primary}>
            {isBusy ? 'Verificant...' : 'Verificar Tiquet'}
          </button>
          {onSearch === null ? null : (
            <button type="button" disabled={text.trim().length < 3} onClick={() => void search()}>
              Buscar
            </button>
          )}
        </div>
      </form>
      {found === null || found.of !== text ? null : <Found tickets={found.tickets} onChoose={onSubmit} />}
    </div>
  );
}

function Found({ tickets, onChoose }: { tickets: FoundTicket[] | null; onChoose: (number: string) => void }): ReactNode {
  if (tickets === null) return <p role="alert">Error buscant tiquet</p>;
  if (tickets.length === 0) return <p role="status">No hi ha cap tiquet així en este acte</p>;
  return (
    <ul className={styles.found} aria-label="Tiquets trobats">
      {tickets.map(({ ticketNumber, name, status }) => (
        <li key={ticketNumber}>
          <button type="button" onClick={() => onChoose(ticketNumber)}>
            <b>{name ?? 'Sense nom'}</b> {ticketNumber}
            {status === 'used' ? ' · ja ha entrat' : ''}
          </button>
        </li>
      ))}
    </ul>
  );
}
