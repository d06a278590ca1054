import { type ReactNode, useState } from 'react';

import { NeedsFields } from '#app/design/food/needs-fields.tsx';
import { hasNeeds, needsProblemText, NO_NEEDS } from '#app/domain/food/needs.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Sale } from './use-sale.ts';

/** Of the ticket that is chosen now; a further one begins without. */
export function SaleNeeds({ sale: { choice, setChoice, isPressed, lostNeeds, lines } }: { sale: Sale }): ReactNode {
  const needs = choice.needs ?? NO_NEEDS;
  const lacksConsent = isPressed && hasNeeds(needs) && needs.consent !== true;
  // It is folded for each ticket anew, and not under the fingers of whoever takes the last mark away.
  return (
    <SaleNeedsFold key={lines.length} isOpen={hasNeeds(needs) || lostNeeds === true}>
      {lostNeeds === true ? <p className={ui.fault}>En tornar a carregar la pàgina s'han oblidat: apunta-les de nou.</p> : null}
      <NeedsFields needs={needs} fault={lacksConsent ? needsProblemText('consent_missing') : null} isTypedForOthers onChange={(changed) => setChoice({ ...choice, needs: changed })} />
    </SaleNeedsFold>
  );
}

function SaleNeedsFold({ isOpen, children }: { isOpen: boolean; children: ReactNode }): ReactNode {
  const [beginsOpen] = useState(isOpen);
  return (
    <details open={beginsOpen || undefined}>
      <summary className={`${ui.touch} ${ui.link}`}>Necessitats alimentàries</summary>
      {children}
    </details>
  );
}
