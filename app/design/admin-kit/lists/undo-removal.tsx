import Undo from 'lucide-react/icons/undo-2';
import { type ReactNode, useState } from 'react';

import { Button } from '#app/design/ui/button.tsx';
import { useFocusWhen } from '#app/design/ui/hooks/use-focus-when.ts';
import { useTimeout } from '#app/design/ui/hooks/use-timer.ts';

import styles from './field-list.module.css';

const UNDO_MS = 10_000;

export interface UndoRemovalProps {
  text: string;
  onUndo: () => void;
  onOver: () => void;
}

export function UndoRemoval({ text, onUndo, onOver }: UndoRemovalProps): ReactNode {
  const [isHeld, setHeld] = useState(false);
  const place = useFocusWhen<HTMLLIElement>(true);
  useTimeout(onOver, isHeld ? null : UNDO_MS);

  return (
    <li ref={place} tabIndex={-1} className={styles.undo} onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      <span role="status">{text}</span>
      <Button tone="text" onClick={onUndo} onFocus={() => setHeld(true)} onBlur={() => setHeld(false)}>
        <Undo size={20} aria-hidden="true" />
        Desfer
      </Button>
    </li>
  );
}
