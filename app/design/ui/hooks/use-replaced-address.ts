import { useEffect, useEffectEvent } from 'react';
import { type To, useLocation, useNavigate } from 'react-router';

interface ReplacedAddress {
  preventScrollReset?: boolean;
  state?: unknown;
  /** What the old address asked for. */
  onReplaced?: () => void;
}

/** Replaces this entry of the history by `to`, so that neither Back nor a reload returns to it; null: it stays. */
export function useReplacedAddress(to: To | null, { preventScrollReset = false, state, onReplaced }: ReplacedAddress = {}): void {
  const { key } = useLocation();
  const navigate = useNavigate();
  const replace = useEffectEvent(() => {
    if (to === null) return;
    void navigate(to, { replace: true, preventScrollReset, state });
    onReplaced?.();
  });
  const wanted = to === null ? null : JSON.stringify(to);
  useEffect(() => replace(), [wanted, key]);
}
