import { ROLE_NAMES } from '#app/domain/people/role-names.ts';
import { RIGHT_NAMES } from '#app/domain/people/right-names.ts';
import { GRANTABLE_RIGHTS, type GrantableRight, isGrantableRight } from '#app/domain/people/rights.ts';
import { ROLES, type Role } from '#app/domain/people/roles.ts';

const REFUSALS = {
  last_admin: "És l'únic administrador: nomena'n un altre abans.",
  changed_meanwhile: 'Un altre administrador ho ha canviat mentrestant. Mira com està ara i torna-ho a provar.',
  disabled: "El compte està desactivat: activa'l abans.",
  email_taken: 'Ja hi ha un usuari amb este correu.',
} as const;

export type RefusalAnswer = keyof typeof REFUSALS;

export function refusalText(reason: RefusalAnswer): string {
  return REFUSALS[reason];
}

const DEEDS = new Map(Object.entries({
  'user.created': 'Creat',
  'user.invited': 'Convidat per correu',
  'user.role_changed': 'Rol canviat',
  'user.rights_changed': 'Permisos canviats',
  'user.renamed': 'Nom canviat',
  'user.address_changed': 'Correu canviat',
  'user.disabled': 'Desactivat',
  'user.enabled': 'Activat',
  'user.sessions_ended': 'Sessions tancades',
  'user.deleted': 'Esborrat',
  'user.password_reset': 'Contrasenya restablida',
  'user.password_changed': 'Contrasenya canviada',
  'user.signed_in': 'Ha iniciat sessió',
  'user.signed_out': 'Ha tancat la sessió',
  'user.sign_in_failed': 'Intent fallit d\'iniciar sessió',
  'user.session_ended': 'Ha tancat una sessió seua',
  'user.passkey_added': "Clau d'accés afegida",
  'user.passkey_removed': "Clau d'accés esborrada",
  'user.second_factor_on': 'Verificació en dos passos activada',
  'user.second_factor_off': 'Verificació en dos passos desactivada',
  'user.second_factor_reset': 'Verificació en dos passos llevada per un administrador',
  'user.recovery_codes_made': 'Codis de recuperació nous',
  'user.recovery_code_used': 'Codi de recuperació usat',
  'user.asked_for_reset': 'Ha demanat restablir la contrasenya',
}));

export function actionText(action: string): string {
  return DEEDS.get(action) ?? action;
}

export const MAX_USER_SEARCH = 100;

export const ROLE_CHOICES = ROLES.map((role) => ({ value: role, text: ROLE_NAMES[role] }));

export const RIGHT_CHOICES = GRANTABLE_RIGHTS.map((right) => ({ value: right, text: RIGHT_NAMES[right].name, hint: RIGHT_NAMES[right].purpose }));

export function readRole(text: unknown): Role | null {
  return ROLES.find((role) => role === text) ?? null;
}

export function userRoleText(role: unknown): string | null {
  const known = readRole(role);
  return known === null ? null : ROLE_NAMES[known];
}

export function readRights(texts: readonly unknown[]): GrantableRight[] | null {
  return texts.every(isGrantableRight) ? GRANTABLE_RIGHTS.filter((right) => texts.includes(right)) : null;
}

export function rightsText(word: unknown): string | null {
  if (typeof word !== 'string') return null;
  const rights = readRights(word.split(' ').filter((one) => one !== ''));
  if (rights === null) return null;
  return rights.length === 0 ? 'cap' : rights.map((right) => RIGHT_NAMES[right].name).join(', ');
}
