import { useEffect } from 'react';
import { useLocation } from 'react-router';

import { recoveryTarget } from '#app/domain/people/recovery-link.ts';

/**
 * A recovery link may arrive as a hash, which only the browser sees (spec §2). Replaces, so Back does not return to it;
 * and as a whole load, since only the reset screen's own document says that no request may name the address it came from.
 */
export function useRecoveryRedirect(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const target = recoveryTarget(hash);
    if (target !== null) window.location.replace(target);
  }, [hash]);
}
