export const SECOND_FACTOR_PAGE = '/verificacio';

export const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;

export type TypedCode = { kind: 'app' | 'recovery'; code: string };

export function readTypedCode(typed: string): TypedCode | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(code)) return { kind: 'app', code };
  return /^[A-Z2-7]{10}$/.test(code) ? { kind: 'recovery', code } : null;
}

export function recoveryCodeOf(random: string): string {
  const code = random.slice(0, RECOVERY_LENGTH);
  return `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`;
}

export function secretInGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
