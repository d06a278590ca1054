import type { ReactNode } from 'react';

import { type ChosenGroup, cartGroupProblem } from '#app/domain/cart/cart-group.ts';
import { parseGroupCode } from '#app/domain/groups/event-group.ts';
import { Button } from '#app/design/ui/button.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { changeCart } from '#app/platform/client-state/cart-storage.ts';

import styles from './chosen-group-line.module.css';

/** Whom one will sit with, and the way out where that colla is no more. */
export function ChosenGroupLine({ eventId, group }: { eventId: number; group: ChosenGroup | null }): ReactNode {
  if (group === null || cartGroupProblem(group) !== null) return null;
  const name = group.kind === 'create' ? `Colla nova: «${group.name.trim()}»` : `Amb la colla ${parseGroupCode(group.code) ?? ''}`;
  return (
    <p className={styles.line}>
      <span className={ui.wraps}>{name}</span>
      <Button tone="text" onClick={() => changeCart(eventId, (cart) => ({ ...cart, group: null }))}>
        Anar pel meu compte
      </Button>
    </p>
  );
}
