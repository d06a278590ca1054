import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';

import { useEventListener } from '../hooks/use-event-listener.ts';

import styles from './drop-menu.module.css';

export interface DropMenuProps {
  face: ReactNode;
  label?: string;
  /** The page, with its query: another one closes the menu, the same one read again does not. */
  closeOn: string;
  children: ReactNode;
}

export function DropMenu({ face, label, closeOn, children }: DropMenuProps): ReactNode {
  const details = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);

  const closedAt = useRef(closeOn);

  useEffect(() => {
    // Not on mounting: somebody may have opened it before hydration.
    if (closedAt.current === closeOn) return;
    closedAt.current = closeOn;
    if (details.current) details.current.open = false;
  }, [closeOn]);

  useCloseOutside(details);

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !details.current?.open) return;
    details.current.open = false;
    summary.current?.focus();
  }

  /** Not on arrival: a slow page would be waited for behind the menu. */
  function closeOnChoice(event: MouseEvent): void {
    if (event.target instanceof Element && event.target.closest('a') !== null && details.current) details.current.open = false;
  }

  return (
    // Hears Escape and choices from within; the details element itself is no control.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <details ref={details} className={styles.menu} onKeyDown={closeOnEscape} onClick={closeOnChoice}>
      <summary ref={summary} className={styles.button} aria-label={label}>
        {face}
      </summary>
      <div className={styles.panel}>{children}</div>
    </details>
  );
}

function useCloseOutside(details: RefObject<HTMLDetailsElement | null>): void {
  /** A touch that closes the menu must not click what lies under it. */
  const isClosingTouch = useRef(false);
  function closeOutside(event: Event): boolean {
    const menu = details.current;
    if (!menu?.open || !(event.target instanceof Node) || menu.contains(event.target)) return false;
    menu.removeAttribute('open');
    return true;
  }
  useEventListener('document', 'pointerdown', (event) => {
    isClosingTouch.current = closeOutside(event) && event.pointerType !== 'mouse';
  });
  useEventListener('document', 'pointercancel', () => {
    isClosingTouch.current = false;
  });
  useEventListener('document', 'click', (event) => {
    if (!isClosingTouch.current) return;
    isClosingTouch.current = false;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  useEventListener('document', 'focusin', closeOutside);
}
