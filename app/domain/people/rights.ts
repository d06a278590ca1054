import type { Role } from './roles.ts';

export const RIGHTS = ['admin', 'door', 'editor', 'till'] as const;
export type Right = (typeof RIGHTS)[number];

/** `admin` comes with the role and includes every other right. */
export const GRANTABLE_RIGHTS = ['door', 'editor', 'till'] as const;
export type GrantableRight = (typeof GRANTABLE_RIGHTS)[number];

export function rightsOf(role: Role, granted: readonly GrantableRight[]): readonly Right[] {
  return role === 'admin' ? RIGHTS : GRANTABLE_RIGHTS.filter((right) => granted.includes(right));
}

export function isGrantableRight(text: unknown): text is GrantableRight {
  return GRANTABLE_RIGHTS.some((right) => right === text);
}

export function rightsWord(rights: readonly GrantableRight[]): string {
  return rights.toSorted().join(' ');
}
