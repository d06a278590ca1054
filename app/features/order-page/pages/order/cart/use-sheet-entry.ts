import { useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';

import { isRecord } from '#app/domain/record.ts';

export const SHEET_HASH = '#triar';

/** The ticket's id; null where the hash came without history state, as in a shared link. */
export function sheetAt({ hash, state }: Location<unknown>): string | null {
  return hash === SHEET_HASH && isRecord(state) && typeof state['sheet'] === 'string' ? state['sheet'] : null;
}

interface SheetEntry {
  ticketId: string | null;
  open: (ticketId: string) => void;
  close: () => void;
}

/** The sheet is a history entry, because on Android Back is how one closes it. */
export function useSheetEntry(): SheetEntry {
  const location = useLocation();
  const navigate = useNavigate();
  const ticketId = sheetAt(location);
  /** `history.back()` is asynchronous: calling it twice would leave the page. */
  const [entry, setEntry] = useState({ key: location.key, isClosing: false });
  if (entry.key !== location.key) setEntry({ key: location.key, isClosing: false });

  function close(): void {
    if (ticketId === null || entry.isClosing) return;
    setEntry({ key: location.key, isClosing: true });
    void navigate(-1);
  }
  return { ticketId, open: (sheet) => void navigate({ search: location.search, hash: SHEET_HASH }, { state: { sheet }, preventScrollReset: true }), close };
}
