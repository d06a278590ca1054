import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';

import { readScannedText } from '#app/domain/door/scanned-text.ts';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';

import type { FoundTicket } from '../../client/link/link.ts';
import { MANUAL_FORM } from '../../client/pre-hydration-input.ts';
import { NOTHING_TYPED, pressKey } from '../../client/scanning/keyboard-scanner.ts';
import styles from './manual-entry.module.css';

interface ManualEntryProps {
  text: string;
  onText: (text: string) => void;
  /** `scanner`: typed into the field by a keyboard scanner, and no ticket. */
  onSubmit: (text: string, by: 'typed' | 'scanner') => void;
  isBusy: boolean;
  onSearch: ((text: string) => Promise<FoundTicket[]>) | null;
}

export function ManualEntry({ text, onText, onSubmit, isBusy, onSearch }: ManualEntryProps): ReactNode {
  const [found, setFound] = useState<{ of: string; tickets: FoundTicket[] | null } | null>(null);
  // Without scripts nothing would enable it again.
  const hydrated = useHydrated();
  const isEmpty = text.trim() === '';
  const keys = useRef<ReturnType<typeof pressKey>>({ typed: NOTHING_TYPED, code: null });

  function press({ key, nativeEvent, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
    if (!ctrlKey && !metaKey && !altKey) keys.current = pressKey(keys.current.typed, { key, at: nativeEvent.timeStamp });
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isEmpty) return;
    const { code } = keys.current;
    keys.current = { typed: NOTHING_TYPED, code: null };
    // A scanner's code comes behind what the field held before.
    if (code === null) onSubmit(text, 'typed');
    else onSubmit(code, readScannedText(code).kind === 'ticket' ? 'typed' : 'scanner');
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
          <input type="text" name="qrData" required value={text} onChange={(change) => onText(change.target.value)} onKeyDown={press} placeholder="ORD-1234567890-1234-T1" autoComplete="off" autoCapitalize="characters" spellCheck={false} maxLength={254} />
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
      {found === null || found.of !== text ? null : <Found tickets={found.tickets} onChoose={(number) => onSubmit(number, 'typed')} />}
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
