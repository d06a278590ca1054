import { ROLE_NAMES } from '#app/domain/people/role-names.ts';
import { ROLES } from '#app/domain/people/roles.ts';
import { MEANS_NAMES, TILL_MEANS } from '#app/domain/till/means.ts';

export const MEANS_ORDER = ['card', ...TILL_MEANS, 'free'] as const;

export function meansText(means: string): string {
  const known = TILL_MEANS.find((one) => one === means);
  if (known !== undefined) return `${MEANS_NAMES[known]} (taquilla)`;
  return means === 'card' ? 'Targeta (web)' : 'Gratis';
}

export function roleText(role: string): string {
  const known = ROLES.find((one) => one === role);
  return known === undefined ? role : ROLE_NAMES[known];
}
