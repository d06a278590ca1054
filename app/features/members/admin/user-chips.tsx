import type { ReactNode } from 'react';

import { RIGHT_NAMES } from '#app/domain/people/right-names.ts';
import type { GrantableRight } from '#app/domain/people/rights.ts';
import { ROLE_NAMES } from '#app/domain/people/role-names.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { Chip, type ChipTone } from '#app/design/ui/chip.tsx';

const TONES: Record<Role, ChipTone> = { public: 'neutral', socio: 'teal', comision: 'saffron', admin: 'red' };

export function UserChips({ user }: { user: { role: Role; rights: readonly GrantableRight[]; banned: boolean; hasPassword: boolean } }): ReactNode {
  return (
    <>
      <Chip tone={TONES[user.role]}>{ROLE_NAMES[user.role]}</Chip>
      {user.rights.map((right) => (
        <Chip key={right}>{RIGHT_NAMES[right].name}</Chip>
      ))}
      {user.banned ? <Chip tone="red">Desactivat</Chip> : null}
      {user.hasPassword || user.banned ? null : <Chip>Sense contrasenya</Chip>}
    </>
  );
}
