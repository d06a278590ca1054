import type { Role } from './roles.ts';

/** How a role is called on the screens of the office. */
export const ROLE_NAMES: Record<Role, string> = {
  public: 'Públic',
  socio: 'Soci',
  comision: 'Comissió',
  admin: 'Administrador',
};
