import type { Role } from './roles.ts';

export const ROLE_NAMES: Record<Role, string> = {
  public: 'Públic',
  socio: 'Soci',
  comision: 'Comissió',
  admin: 'Administrador',
};
