import { useLocation } from 'react-router';

import { RESET_SCREEN, recoveryTarget } from '#app/domain/people/recovery-link.ts';
import { useReplacedAddress } from '#app/design/ui/hooks/use-replaced-address.ts';

/** Spec §2: a recovery link may arrive as a hash on any page. Replaces the entry, so that Back does not return to it. */
export function useRecoveryRedirect(): void {
  const { pathname, hash } = useLocation();
  useReplacedAddress(pathname === RESET_SCREEN ? null : recoveryTarget(hash));
}
