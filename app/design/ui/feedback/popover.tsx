import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
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
  const popover = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);

  useEffect(() => {
    const element = popover.current;
    if (element === null) return undefined;
    const opener = source.current;
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
