import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { recoveryTarget } from '#app/domain/recovery-link.ts';

/** A recovery link may arrive as a hash, which only the browser sees (spec §2). Replaces, so Back does not return to it. */
export function useRecoveryRedirect(): void {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const target = recoveryTarget(hash);
    if (target !== null && pathname !== '/reset-password') void navigate(target, { replace: true });
  }, [hash, pathname, navigate]);
}
