import { type ReactNode, type RefObject, type ToggleEvent, useCallback } from 'react';
import { createPortal } from 'react-dom';

import styles from './popover.module.css';

export interface PopoverProps {
  source: RefObject<HTMLElement | null>;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** Rendered outside of any form, so that Enter in it submits none. */
export function Popover({ source, label, onClose, children }: PopoverProps): ReactNode {
  const show = useCallback((element: HTMLDivElement | null) => element?.showPopover(source.current === null ? {} : { source: source.current }), [source]);

  function onToggle({ currentTarget, newState }: ToggleEvent<HTMLDivElement>): void {
    if (newState !== 'closed') return;
    if (currentTarget.contains(document.activeElement) || document.activeElement === document.body) source.current?.focus();
    onClose();
  }

  return createPortal(
    <div ref={show} popover="auto" onToggle={onToggle} role="dialog" aria-label={label} className={styles.popover}>
      {children}
    </div>,
    document.body,
  );
}
