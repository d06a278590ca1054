import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import { useEventListener } from '../hooks/use-event-listener.ts';

import styles from './drop-menu.module.css';

export interface DropMenuProps {
  face: ReactNode;
  label?: string;
  children: ReactNode;
}

/** Another page closes it, with its query; the same one read again does not. */
export function DropMenu({ face, label, children }: DropMenuProps): ReactNode {
  const details = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);

  const { pathname, search } = useLocation();
  const page = pathname + search;
  const closedAt = useRef(page);

  useEffect(() => {
    // Not on mounting: somebody may have opened it before hydration.
    if (closedAt.current === page) return;
    closedAt.current = page;
    if (details.current) details.current.open = false;
  }, [page]);

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
