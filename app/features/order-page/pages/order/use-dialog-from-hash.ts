import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { SHEET_HASH, sheetAt } from './cart/use-sheet-entry.ts';

export const BUY_HASH = '#comprar';

/** Back and reload must not open the dialog again. */
export function useDialogFromHash(begin: () => void): void {
  const location = useLocation();
  const { search, hash, state }: { search: string; hash: string; state: unknown } = location;
  const showErrors = hash === BUY_HASH || (hash === SHEET_HASH && sheetAt(location) === null);
  const navigate = useNavigate();
  const isAnswered = useRef(false);
  useEffect(() => {
    if (!showErrors || isAnswered.current) return;
    isAnswered.current = true;
    void navigate({ search, hash: '' }, { replace: true, state, preventScrollReset: true });
    begin();
  });
}
