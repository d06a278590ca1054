export const RESET_SCREEN = '/reset-password';

const PARAMETERS = ['access_token', 'refresh_token', 'expires_at', 'expires_in', 'token_type', 'type'] as const;

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
