import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';

import styles from './popover.module.css';

export interface PopoverProps {
  /** What opened it: it stands below it and gets the focus back. */
  source: RefObject<HTMLElement | null>;
  label: string;
  /** Esc and a press outside ask for it too. */
  onClose: () => void;
  children: ReactNode;
}

/** A native popover, mounted while it is open. It lies outside of any form, so that Enter in it sends none. */
export function Popover({ source, label, onClose, children }: PopoverProps): ReactNode {
  const popover = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);

  useEffect(() => {
    const element = popover.current;
    if (element === null) return undefined;
    const opener = source.current;
    // The source is also what it is placed by.
    element.showPopover(opener === null ? {} : { source: opener });
    const onToggle = (event: Event): void => {
      if ((event as ToggleEvent).newState !== 'closed') return;
      if (element.contains(document.activeElement) || document.activeElement === document.body) opener?.focus();
      close();
    };
    element.addEventListener('toggle', onToggle);
    return () => element.removeEventListener('toggle', onToggle);
  }, [source]);

  return createPortal(
    <div ref={popover} popover="auto" role="dialog" aria-label={label} className={styles.popover}>
      {children}
    </div>,
    document.body,
  );
}
