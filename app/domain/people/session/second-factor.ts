/** Where an account's second factor is set up. */
export const SECOND_FACTOR_PAGE = '/verificacio';

/** Codes that open an account without its phone, each of them once. */
export const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;

export type TypedCode = { kind: 'app' | 'recovery'; code: string };

/** What somebody typed, however they spaced it; null for what can be no code. */
export function readTypedCode(typed: string): TypedCode | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(code)) return { kind: 'app', code };
  return /^[A-Z2-7]{10}$/.test(code) ? { kind: 'recovery', code } : null;
}

/** The first letters of random base32 as a code that is easily written down: ABCDE-FGHIJ. */
export function recoveryCodeOf(random: string): string {
  const code = random.slice(0, RECOVERY_LENGTH);
  return `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`;
}

/** A secret as it is typed into an app by hand. */
export function secretInGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
