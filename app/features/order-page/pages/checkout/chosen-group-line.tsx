import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { type ChosenGroup, cartGroupProblem, GROUP_LINE } from '#app/domain/cart/cart-group.ts';
import { parseGroupCode } from '#app/domain/groups/event-group.ts';
import { Button } from '#app/design/ui/button.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { changeCart } from '#app/platform/client-state/cart-storage.ts';

import styles from './chosen-group-line.module.css';

/** Whom one will sit with, and the way out where that colla is no more; or, for who went past the choice, the way back to it. */
export function ChosenGroupLine({ eventId, group }: { eventId: number; group: ChosenGroup | null }): ReactNode {
  if (group === null || cartGroupProblem(group) !== null) {
    return (
      <p className={styles.line}>
        <span>Pel teu compte.</span>
        <Link to={{ pathname: `/order/${eventId}`, hash: GROUP_LINE }}>Vens amb una colla?</Link>
      </p>
    );
  }
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
