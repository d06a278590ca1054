import type { ReactNode } from 'react';

import type { Visibility } from '#app/domain/people/roles.ts';
import { Chip } from '#app/design/ui/chip.tsx';

const TEXTS: Record<Visibility, string | null> = { public: null, socio: 'Socis', comision: 'Comissió' };

export function VisibilityChip({ visibility }: { visibility: Visibility }): ReactNode {
  const text = TEXTS[visibility];
  return text === null ? null : <Chip>{text}</Chip>;
}
