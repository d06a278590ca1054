import { useRef } from 'react';
import { useLocation } from 'react-router';

import { useReplacedAddress } from '#app/design/ui/hooks/use-replaced-address.ts';

import { SHEET_HASH, sheetAt } from './cart/use-sheet-entry.ts';

export const BUY_HASH = '#comprar';

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
