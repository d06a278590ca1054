import Undo from 'lucide-react/icons/undo-2';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';

import { Button } from '#app/design/ui/button.tsx';

import styles from './field-list.module.css';

const UNDO_MS = 10_000;

export interface UndoRemovalProps {
  text: string;
  onUndo: () => void;
  onOver: () => void;
}

export function UndoRemoval({ text, onUndo, onOver }: UndoRemovalProps): ReactNode {
  const [isHeld, setHeld] = useState(false);
  const place = useRef<HTMLLIElement>(null);
  const end = useEffectEvent(onOver);

  useEffect(() => place.current?.focus(), []);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => end(), UNDO_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);

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
