import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

export const BUY_HASH = '#comprar';

/** Back and reload don't begin again. */
export function useAskedToBuy(begin: () => void): void {
  const { hash, state } = useLocation() as { hash: string; state: unknown };
  const navigate = useNavigate();
  const isAnswered = useRef(false);
  useEffect(() => {
    if (hash !== BUY_HASH || isAnswered.current) return;
    isAnswered.current = true;
    void navigate({ hash: '' }, { replace: true, state, preventScrollReset: true });
    begin();
  });
}
