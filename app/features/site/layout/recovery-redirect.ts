import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { RESET_SCREEN, recoveryTarget } from '#app/domain/people/recovery-link.ts';

/** Spec §2: a recovery link may arrive as a hash on any page. Replaces the entry, so that Back does not return to it. */
export function useRecoveryRedirect(): void {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const target = recoveryTarget(hash);
    if (target !== null && pathname !== RESET_SCREEN) void navigate(target, { replace: true });
  }, [pathname, hash, navigate]);
}
