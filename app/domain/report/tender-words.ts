import { ROLE_NAMES } from '#app/domain/people/role-names.ts';
import { ROLES } from '#app/domain/people/roles.ts';
import { TENDER_NAMES, TENDERS } from '#app/domain/till/tender.ts';

export const TENDER_ORDER = ['card', ...TENDERS, 'free'] as const;

export function tenderText(tender: string): string {
  const known = TENDERS.find((one) => one === tender);
  if (known !== undefined) return `${TENDER_NAMES[known]} (taquilla)`;
  return tender === 'card' ? 'Targeta (web)' : 'Gratis';
}

export function roleText(role: string): string {
  const known = ROLES.find((one) => one === role);
  return known === undefined ? role : ROLE_NAMES[known];
}
