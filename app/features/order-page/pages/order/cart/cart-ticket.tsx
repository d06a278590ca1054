import type { ReactNode } from 'react';

import { type CheckedTicket, isSound } from '#app/domain/cart/cart.ts';
import { removedText } from '#app/domain/cart/seen-ticket.ts';
import { selectionProblemText } from '#app/domain/event/menu.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Button } from '#app/design/ui/button.tsx';
import notches from '#app/design/ui/notches.module.css';
import { Price } from '#app/design/ui/price.tsx';

import { TicketActions } from './cart-group.tsx';
import styles from './cart-ticket.module.css';
import { TicketLines } from '../ticket-lines.tsx';

export interface CartTicketCardProps {
  checked: CheckedTicket;
  position: number;
  mayRepeat: boolean;
  hasChoices: boolean;
  onEdit: () => void;
  onRepeat: () => void;
  onRemove: () => void;
  onAccept: () => void;
}

export function CartTicketCard({ checked, position, mayRepeat, hasChoices, onEdit, onRepeat, onRemove, onAccept }: CartTicketCardProps): ReactNode {
  const name = `Ticket ${position}`;
  return (
    <li className={`${notches.notches} ${styles.ticket}`} id={`ticket-${checked.id}`} tabIndex={-1}>
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <Price cents={checked.ticket.price} size="large" isOpen={!isSound(checked)} />
      </div>
      <TicketLines ticket={checked.ticket} />
      <WhatIsWrong checked={checked} onAccept={onAccept} />
      <TicketActions position={position} hasChoices={hasChoices} onEdit={onEdit} onRepeat={mayRepeat ? onRepeat : undefined} onRemove={onRemove} />
    </li>
  );
}

function WhatIsWrong({ checked, onAccept }: { checked: CheckedTicket; onAccept: () => void }): ReactNode {
  const { dropped, droppedNames, problem, soldOut } = checked;
  const [first, ...others] = soldOut;
  if (first !== undefined) {
    return (
      <Banner tone="warning" title={others.length === 0 ? `«${first.name}» s'ha esgotat.` : `S'han esgotat: ${soldOut.map(({ name }) => `«${name}»`).join(', ')}.`}>
        <p>Prem «Editar» per a triar un altre plat. La resta del tiquet es queda com està.</p>
      </Banner>
    );
  }
  if (dropped === 0 && problem === null) return null;
  const areNamed = droppedNames.length === dropped;
  const gone = areNamed ? removedText(droppedNames) : dropped === 1 ? "Una cosa que havies triat ja no s'oferix." : `${dropped} coses que havies triat ja no s'oferixen.`;
  return (
    <Banner tone="warning" title={dropped > 0 ? gone : 'Este tiquet està incomplet.'}>
      {problem === null ? (
        <Button tone="quiet" onClick={onAccept}>
          D'acord, seguir amb la resta
        </Button>
      ) : (
        <p>{selectionProblemText(problem)} Prem «Editar» per a triar de nou.</p>
      )}
    </Banner>
  );
}
