import { useRef, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';

import { isRecord } from '#app/domain/record.ts';
import { useReplacedAddress } from '#app/design/ui/hooks/use-replaced-address.ts';

const SHEET_HASH = '#triar';

/** The ticket's id; null where the hash came without history state, as in a shared link. */
function sheetAt({ hash, state }: Location<unknown>): string | null {
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

const BUY_HASH = '#comprar';

/** Back and reload must not open the dialog again. */
export function useDialogFromHash(begin: () => void): void {
  const location = useLocation();
  const { search, hash, state }: { search: string; hash: string; state: unknown } = location;
  const opensDialog = hash === BUY_HASH || (hash === SHEET_HASH && sheetAt(location) === null);
  const isAnswered = useRef(false);
  useReplacedAddress(opensDialog ? { search, hash: '' } : null, {
    state,
    preventScrollReset: true,
    onReplaced() {
      if (isAnswered.current) return;
      isAnswered.current = true;
      begin();
    },
  });
}
