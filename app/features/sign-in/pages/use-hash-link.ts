import { useFetcher, useLocation } from 'react-router';

import { RESET_SCREEN } from '#app/domain/people/recovery-link.ts';
import { useReplacedAddress } from '#app/design/ui/hooks/use-replaced-address.ts';

export interface RecoveryLink {
  token: string;
  problem: string | null;
  newcomer: string | null;
}

export interface JudgedLink {
  link: RecoveryLink;
}

/** Undefined while it is being checked; null when the address holds none. */
type HashLink = RecoveryLink | null | undefined;

/** Removed from the address bar at once and checked by a POST, so that no request log or history keeps the code. */
export function useHashLink(): HashLink {
  const { hash } = useLocation();
  const { submit, data, state } = useFetcher<JudgedLink>();
  const parameters = new URLSearchParams(hash.slice(1));
  const isLink = parameters.has('access_token') || parameters.has('type');
  const judge = (): void => void submit({ intent: 'judge', access_token: parameters.get('access_token') ?? '', expires_at: parameters.get('expires_at') ?? '' }, { method: 'post', action: RESET_SCREEN });
  useReplacedAddress(isLink ? RESET_SCREEN : null, { preventScrollReset: true, onReplaced: judge });
  if (state !== 'idle' && data === undefined) return undefined;
  return data?.link ?? null;
}
