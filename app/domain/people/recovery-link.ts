export const RESET_SCREEN = '/reset-password';

/** What a password recovery link carries and the reset screen reads (spec §2). */
const PARAMETERS = ['access_token', 'refresh_token', 'expires_at', 'expires_in', 'token_type', 'type'] as const;

/**
 * The reset screen's address for a recovery link that landed elsewhere; null when `text`, a query or a hash with its first
 * sign, is no recovery link. Only the known parameters are passed on; a hash stays one, which no server on the way reads.
 */
export function recoveryTarget(text: string): string | null {
  const given = new URLSearchParams(text.slice(1));
  if (given.get('type') !== 'recovery' || !given.get('access_token')) return null;
  const passed = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = given.get(name);
    if (value !== null) passed.set(name, value);
  }
  return `${RESET_SCREEN}${text[0]}${passed.toString()}`;
}
