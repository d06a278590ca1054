/** Price category (spec §6). `public` is also everyone who is not signed in. */
export const ROLES = ['public', 'socio', 'comision', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Price categories of whoever pays: an admin's is free. */
export const PAYING_ROLES = ['public', 'socio', 'comision'] as const satisfies Role[];
export type PayingRole = (typeof PAYING_ROLES)[number];

export const VISIBILITIES = ['public', 'socio', 'comision'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

const VISIBLE_TO: Record<Role, readonly Visibility[]> = {
  public: ['public'],
  socio: ['public', 'socio'],
  comision: VISIBILITIES,
  admin: VISIBILITIES,
};

/** Admins count as committee (spec §1, §6). */
export function visibilitiesFor(role: Role): readonly Visibility[] {
  return VISIBLE_TO[role];
}

export function maySee(role: Role, visibility: Visibility): boolean {
  return VISIBLE_TO[role].includes(visibility);
}

/** Spec §6. */
export const TICKET_HEADINGS: Record<Role, string> = {
  public: 'TIQUET',
  socio: 'TIQUET SOCI',
  comision: 'TIQUET COMISSIÓ',
  admin: 'TIQUET TAQUILLA',
};
