import type { ReactNode } from 'react';

import { ROLE_NAMES } from '#app/domain/people/role-names.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { Chip, type ChipTone } from '#app/ui/chip.tsx';

const TONES: Record<Role, ChipTone> = { public: 'neutral', socio: 'teal', comision: 'saffron', admin: 'red' };

/** What somebody is, and whether they can come in. */
export function UserChips({ user }: { user: { role: Role; banned: boolean; hasPassword: boolean } }): ReactNode {
  return (
    <>
      <Chip tone={TONES[user.role]}>{ROLE_NAMES[user.role]}</Chip>
      {user.banned ? <Chip tone="red">Desactivat</Chip> : null}
      {user.hasPassword || user.banned ? null : <Chip>Sense contrasenya</Chip>}
    </>
  );
}
